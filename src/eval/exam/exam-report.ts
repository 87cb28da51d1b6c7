import { z } from 'zod';
import { exactly, grid, number } from '../report/table.ts';
import { kinds, parts } from './kinds.ts';
import type { ExamRun } from './run-exam.ts';
import type { KindScore, Share } from './score/score.ts';

const shareSchema = z.object({
  n: z.int(),
  right: z.int(),
  share: z.number().nullable(),
  atLeast: z.number().nullable(),
});

/**
 * The report that `eval exam --json` writes. Pairs of the locked part count in the figures, but the report does not
 * list them.
 */
export const examReportSchema = z.object({
  suite: z.literal('exam'),
  settings: z.object({
    seed: z.int(),
    checker: z.string(),
    language: z.string(),
    kind: z.string().nullable(),
    template: z.string().nullable(),
  }),
  startedAt: z.iso.datetime(),
  seconds: z.number(),
  pairs: z.int(),
  documents: z.int(),
  kinds: z.array(
    z.object({
      kind: z.enum(['all', ...kinds]),
      part: z.enum(['all', ...parts]),
      pairs: shareSchema,
      confirmed: shareSchema,
      estimated: shareSchema,
      notFound: shareSchema,
      metConfirmed: shareSchema,
      undetermined: shareSchema,
    }),
  ),
  levels: z.array(
    z.object({
      level: z.string(),
      answered: z.int(),
      coverage: z.number(),
      wrong: z.int(),
      risk: z.number().nullable(),
    }),
  ),
  items: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(kinds),
      template: z.string(),
      passed: z.boolean(),
      twins: z.array(
        z.object({ side: z.string(), given: z.string(), grade: z.string(), wrongConfirmed: z.boolean() }),
      ),
    }),
  ),
});

export type ExamReport = z.output<typeof examReportSchema>;

/** The fields of the report that are known without the answers. */
export type ExamFrame = Pick<ExamReport, 'settings' | 'startedAt' | 'seconds'>;

/** Creates the report of a run. */
export function examReport({ score, graded }: ExamRun, frame: ExamFrame): ExamReport {
  return {
    suite: 'exam',
    ...frame,
    ...score,
    items: graded
      .filter(({ part }) => part === 'open')
      .map(({ id, kind, template, passed, twins }) => ({
        id,
        kind,
        template,
        passed,
        twins: twins.map(({ side, label, outcome, grade, wrongConfirmed }) => ({
          side,
          given: `${label ?? 'not assessed'} ${outcome}`,
          grade,
          wrongConfirmed,
        })),
      })),
  };
}

/** The report as text for a terminal. */
export function examTable({
  settings,
  pairs,
  documents,
  seconds,
  kinds: scores,
  levels,
}: ExamReport): string {
  const all = scores.filter(({ kind }) => kind === 'all');
  const named = scores.filter(({ kind, part }) => kind !== 'all' && part === 'all');
  return [
    `exam: ${documents} documents in ${pairs} pairs, seed ${settings.seed}, by ${settings.checker}, ${seconds} s`,
    '',
    ...grid([
      ['', 'open', 'locked', 'all', 'at least', 'n'],
      ...figures.map(([title, of]) => figureRow(title, all, of)),
    ]),
    '',
    ...grid([
      [
        'kind',
        'pairs',
        'passed',
        'open',
        'locked',
        'at least',
        'wrong CONFIRMED',
        'of',
        'met: CONFIRMED',
        'undetermined',
      ],
      ...named.map((score) => kindRow(score, scores)),
    ]),
    '',
    ...grid([
      ['answered', 'documents', 'coverage', 'wrong', 'risk'],
      ...levels.map(({ level, answered, coverage, wrong, risk }) => [
        level,
        String(answered),
        number(coverage),
        String(wrong),
        number(risk),
      ]),
    ]),
    '',
  ].join('\n');
}

const figures: [string, (score: KindScore) => Share][] = [
  ['pairs passed', ({ pairs }) => pairs],
  ['CONFIRMED that is right', ({ confirmed }) => confirmed],
  ['ESTIMATED with an outcome that is right', ({ estimated }) => estimated],
  ['NOT FOUND that is right', ({ notFound }) => notFound],
  ['met rules that are CONFIRMED', ({ metConfirmed }) => metConfirmed],
  ['undetermined', ({ undetermined }) => undetermined],
];

function figureRow(title: string, all: readonly KindScore[], of: (score: KindScore) => Share): string[] {
  const [whole, open, locked] = (['all', 'open', 'locked'] as const).map((part) => {
    const score = all.find((one) => one.part === part);
    return score ? of(score) : null;
  });
  return [
    title,
    exactly(open?.share ?? null),
    exactly(locked?.share ?? null),
    exactly(whole?.share ?? null),
    exactly(whole?.atLeast ?? null),
    String(whole?.n ?? 0),
  ];
}

function kindRow(
  { kind, pairs, confirmed, metConfirmed, undetermined }: KindScore,
  scores: readonly KindScore[],
): string[] {
  const shareIn = (part: KindScore['part']): string =>
    number(scores.find((one) => one.kind === kind && one.part === part)?.pairs.share ?? null);
  return [
    kind,
    String(pairs.n),
    number(pairs.share),
    shareIn('open'),
    shareIn('locked'),
    number(pairs.atLeast),
    String(confirmed.n - confirmed.right),
    String(confirmed.n),
    number(metConfirmed.share),
    number(undetermined.share),
  ];
}
