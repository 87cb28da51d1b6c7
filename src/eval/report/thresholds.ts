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
  /** The id of the figure by which runs are compared. */
  primary: z.string(),
  /** The limits of the figures, by id: `lexical` for runs without a model, `model` for runs with one. */
  lexical: limitsSchema.default({}),
  model: limitsSchema.default({}),
});

export type Limits = z.output<typeof limitsSchema>;
export type Thresholds = z.output<typeof thresholdsSchema>;

export const noThresholds: Thresholds = { primary: 'outcomeAccuracy', lexical: {}, model: {} };

/**
 * Reads the thresholds. `known` are the ids of the available figures. Throws an error with the code `bad_thresholds` if
 * the file cannot be read or is not valid.
 */
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
  if (unknown !== undefined) throw bad(path, `"${unknown}" is not a figure: use one of ${known.join(', ')}`);
  return parsed.data;
}

function bad(path: string, problem: string): ProvisoError<'bad_thresholds'> {
  return new ProvisoError('bad_thresholds', `${path} can't be used: ${problem}`);
}
