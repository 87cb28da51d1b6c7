import { existsSync } from 'node:fs';
import { parseDocument, YAMLSeq } from 'yaml';
import { z } from 'zod';
import type { Finding } from '../../../../engine/model/finding.ts';
import { writeWhole } from '../../terminal/output.ts';
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

/** What the user wants to write for each new entry. */
export type Accepting = { reason: string; until?: string };

/** The entries for these findings of a result, each fingerprint once. */
export function entriesFor(
  findings: readonly Finding[],
  printOf: (finding: Finding) => string,
  { reason, until }: Accepting,
): Entry[] {
  const entries = findings.map((finding): Entry => {
    const { rule, subject } = finding;
    return {
      finding: printOf(finding),
      rule: rule.id ?? rule.name,
      ...(subject.kind === 'file' && { file: subject.name }),
      reason,
      ...(until !== undefined && { until }),
    };
  });
  return [...new Map(entries.map((entry) => [entry.finding, entry])).values()];
}

/** The entries of the baseline with the added ones. An added entry replaces an earlier one for the same finding. */
export function mergedEntries(earlier: readonly Entry[], added: readonly Entry[]): Entry[] {
  return [...new Map([...earlier, ...added].map((entry) => [entry.finding, entry])).values()];
}

/**
 * Writes the baseline file with the added entries, completely or not at all. Earlier entries and the comments of a YAML
 * file stay. Throws `cannot_write`.
 */
export async function writeBaseline(
  { path, text, entries }: Baseline,
  added: readonly Entry[],
  signal: AbortSignal,
): Promise<void> {
  const merged = mergedEntries(entries, added);
  const content = /\.json$/i.test(path)
    ? `${JSON.stringify({ accepted: merged }, null, 2)}\n`
    : yamlText(text ?? 'accepted:\n  []\n', entries, merged);
  await writeWhole(path, content, signal);
}

function yamlText(text: string, earlier: readonly Entry[], merged: readonly Entry[]): string {
  const document = parseDocument(text, { merge: true });
  const list = document.get('accepted');
  if (list instanceof YAMLSeq) list.flow = false;
  for (const [index, entry] of merged.entries())
    if (entry !== earlier[index]) document.setIn(['accepted', index], document.createNode(entry));
  return document.toString({ lineWidth: 0 });
}
