import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { ProvisoError } from '../../../engine/model/errors.ts';

const shareSchema = z.number().min(0).max(1);
const limitsSchema = z.record(
  z.string(),
  z.strictObject({ min: shareSchema.optional(), max: shareSchema.optional() }),
);
const thresholdsSchema = z.strictObject({
  /** The figure that comparisons are decided by. */
  primary: z.string(),
  /** Limits of figures, by who answers: `lexical` or `model`. */
  lexical: limitsSchema.default({}),
  model: limitsSchema.default({}),
});

export type Limits = z.output<typeof limitsSchema>;
export type Thresholds = z.output<typeof thresholdsSchema>;

export const noThresholds: Thresholds = { primary: 'outcomeAccuracy', lexical: {}, model: {} };

/** Reads what figures must reach. `known` are the figures there are. Throws `bad_thresholds`. */
export async function readThresholds(path: string, known: readonly string[]): Promise<Thresholds> {
  let value: unknown;
  try {
    value = parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw bad(path, error instanceof Error ? error.message : String(error));
  }
  const parsed = thresholdsSchema.safeParse(value);
  if (!parsed.success) throw bad(path, z.prettifyError(parsed.error));
  const { primary, lexical, model } = parsed.data;
  const unknown = [primary, ...Object.keys(lexical), ...Object.keys(model)].find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw bad(path, `there is no figure "${unknown}"; there are ${known.join(', ')}`);
  return parsed.data;
}

function bad(path: string, problem: string): ProvisoError<'bad_thresholds'> {
  return new ProvisoError('bad_thresholds', `${path} can't be used: ${problem}`);
}
