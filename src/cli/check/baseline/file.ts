import { existsSync } from 'node:fs';
import { z } from 'zod';
import { readWritten } from '../../written/read.ts';

/** Maximum number of entries in a baseline file. A longer list is not a list of exceptions. */
const mostEntries = 10_000;
const longestReason = 2_000;
const longestLine = 500;

const line = z.string().regex(/\S/, 'needs at least one character that is not a space').max(longestLine);

export const reasonSchema = z
  .string()
  .regex(/\S/, 'needs at least one character that is not a space')
  .max(longestReason, `is longer than ${longestReason.toLocaleString('en-US')} characters`);
export const untilSchema = z.iso.date('must be a date of the calendar in the form 2026-12-31');

const entrySchema = z.strictObject({
  /** The fingerprint of the finding: its rule, its file and its quotes. */
  finding: z.string().regex(/^[0-9a-f]{32}$/, 'must be the fingerprint of a finding: 32 digits from 0 to f'),
  /** The name of the rule, for the readers of the file. */
  rule: line,
  /** The name of the file, for the readers of the file. */
  file: line.exactOptional(),
  reason: reasonSchema,
  until: untilSchema.exactOptional(),
  by: line.exactOptional(),
});

/** An accepted finding, as a baseline file contains it. */
export type Entry = z.infer<typeof entrySchema>;

const baselineSchema = z
  .strictObject({
    accepted: z
      .array(entrySchema)
      .max(mostEntries, `has more than ${mostEntries.toLocaleString('en-US')} entries`),
  })
  .superRefine(({ accepted }, context) => {
    const first = new Map<string, number>();
    for (const [index, { finding }] of accepted.entries()) {
      const earlier = first.get(finding);
      if (earlier === undefined) first.set(finding, index);
      else
        context.addIssue({
          code: 'custom',
          path: ['accepted', index, 'finding'],
          message: `is also the finding of accepted[${earlier}]: remove one of the two entries`,
        });
    }
  });

/** A baseline file. `text` is null if the file does not exist yet. */
export type Baseline = { path: string; text: string | null; entries: readonly Entry[] };

/**
 * Reads a baseline file. Throws `bad_input`, whose message lists every problem with its line and its JSON path, and if
 * the file cannot be read.
 */
export async function readBaseline(path: string): Promise<Baseline> {
  const file = await readWritten(path, 'the baseline file');
  return { path, text: file.text, entries: file.as(baselineSchema).accepted };
}

/** Reads the baseline file that the command is going to write; it need not exist. Throws as `readBaseline` does. */
export async function readBaselineIfAny(path: string): Promise<Baseline> {
  return existsSync(path) ? readBaseline(path) : { path, text: null, entries: [] };
}
