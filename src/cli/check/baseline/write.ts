import { parseDocument, YAMLSeq } from 'yaml';
import type { Finding } from '../../../../engine/model/finding.ts';
import { writeWhole } from '../output/output.ts';
import type { Baseline, Entry } from './file.ts';

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
