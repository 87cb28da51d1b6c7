import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../../engine/model/errors.ts';
import { kinds } from './kinds.ts';
import type { ExamScore, KindScore } from './score.ts';

const share = z.number().min(0).max(1);

/** Floors limit the checker by words. What a model gets confirmed is reported, not limited. */
const floorSchema = z.strictObject({
  documents: z.int().min(2),
  seed: z.int(),
  /** The maximum number of wrong CONFIRMED answers. */
  wrongConfirmed: z.int().min(0),
  /**
   * The minimum share of passed pairs over all kinds. `estimatedRight` and `notFoundRight` are the minimum shares of
   * right answers among ESTIMATED and among NOT FOUND.
   */
  passed: share,
  estimatedRight: share.optional(),
  notFoundRight: share.optional(),
  /** For each kind, the minimum share of CONFIRMED answers among the documents that meet the rule. */
  metConfirmed: z.partialRecord(z.enum(kinds), share).default({}),
});

/** The minimum results of an exam run. These are the figures of the last measurement, so that a worse run fails. */
export type Floor = z.output<typeof floorSchema>;

/**
 * Reads the floors, the minimum results of exam runs. Throws an error with the code `bad_data`, whose message names the
 * file and the problem.
 */
export function readFloors(path: string): Floor[] {
  try {
    return z.array(floorSchema).parse(parse(readFileSync(path, 'utf8')));
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new ProvisoError('bad_data', `${path} is not a file of floors: ${why}`, { cause: error });
  }
}

/** The minimum results for runs with this seed, number of documents and checker; null if none were measured. */
export function floorFor(floors: readonly Floor[], run: Pick<Floor, 'documents' | 'seed'>): Floor | null {
  const isSame = (floor: Floor): boolean => floor.documents === run.documents && floor.seed === run.seed;
  return floors.find(isSame) ?? null;
}

/** Returns a message for each figure of the score that is worse than its minimum. */
export function missedFloors({ kinds: scores }: ExamScore, floor: Floor): string[] {
  const of = (kind: KindScore['kind']): KindScore | undefined =>
    scores.find((score) => score.kind === kind && score.part === 'all');
  const all = of('all');
  if (!all) return ['nothing was scored'];
  const wrong = all.confirmed.n - all.confirmed.right;
  const shares: [string, number | null, number | undefined][] = [
    ['pairs passed', all.pairs.share, floor.passed],
    ['ESTIMATED with an outcome that is right', all.estimated.share, floor.estimatedRight],
    ['NOT FOUND that is right', all.notFound.share, floor.notFoundRight],
    ...kinds.map((kind): [string, number | null, number | undefined] => [
      `met rules that are CONFIRMED, ${kind}`,
      of(kind)?.metConfirmed.share ?? null,
      floor.metConfirmed[kind],
    ]),
  ];
  return [
    ...(wrong > floor.wrongConfirmed
      ? [`wrong CONFIRMED: ${wrong}, at most ${floor.wrongConfirmed} allowed`]
      : []),
    ...shares.flatMap(([title, value, least]) =>
      least !== undefined && value !== null && value < least
        ? [`${title}: ${value.toFixed(3)}, must be at least ${least}`]
        : [],
    ),
  ];
}
