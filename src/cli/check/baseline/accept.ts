import type { Acceptance, Finding, Outcome } from '../../../../engine/model/finding.ts';
import { fingerprintIn } from '../../../../engine/model/keys.ts';
import type { Result, Warning } from '../../../../engine/model/result.ts';
import type { FailOn } from '../options.ts';
import { failing } from '../output/failures.ts';
import { type Entry, entriesFor, mergedEntries } from './file.ts';
import type { Baselines } from './options.ts';

/** Maximum number of warnings about entries. One more warning has the number of the others. */
const mostWarnings = 20;

/**
 * Marks the accepted findings. With `--write-baseline`, also the findings that `--fail-on` would fail on are accepted;
 * `added` are their entries, which are not written yet.
 */
export function applyBaselines(
  result: Result,
  { read, written }: Baselines,
  failOn: readonly FailOn[],
  today: string,
): { result: Result; added: Entry[] } {
  const earlier = mergedEntries(read?.entries ?? [], written?.entries ?? []);
  const accepted = withAccepted(result, earlier, today);
  if (written === null) return { result: accepted, added: [] };
  const added = entriesFor(failing(accepted, failOn), fingerprintIn(result), written.accepting);
  return { result: withAccepted(result, mergedEntries(earlier, added), today), added };
}

/**
 * Marks the findings that an entry accepts on the day `today` (ISO date, UTC; the day `until` is included). Labels,
 * outcomes and counts stay as they are. Adds a warning for each entry that accepts nothing. A finding that was not
 * assessed is never accepted, because an entry accepts an answer.
 */
export function withAccepted(result: Result, entries: readonly Entry[], today: string): Result {
  const prints = result.findings.map(fingerprintIn(result));
  const byPrint = new Map<string, Finding[]>();
  for (const [index, finding] of result.findings.entries()) {
    const print = prints[index] ?? '';
    byPrint.set(print, [...(byPrint.get(print) ?? []), finding]);
  }
  const accepting = new Map<string, Acceptance>();
  const problems: Warning[] = [];
  for (const entry of entries) {
    const found = byPrint.get(entry.finding) ?? [];
    const problem = problemOf(entry, found, today);
    if (problem !== null) problems.push(problem);
    else if (!accepting.has(entry.finding)) accepting.set(entry.finding, acceptanceOf(entry));
  }
  const findings = result.findings.map((finding, index): Finding => {
    const accepted = isAcceptable(finding) ? accepting.get(prints[index] ?? '') : undefined;
    return accepted === undefined ? finding : { ...finding, accepted };
  });
  return { ...result, findings, warnings: [...result.warnings, ...limited(problems)] };
}

function problemOf(entry: Entry, found: readonly Finding[], today: string): Warning | null {
  if (found.length === 0)
    return warning(
      'accepted_finding_gone',
      entry,
      'matches no finding: the finding is gone, or its rule, its file or its quotes have changed',
    );
  if (!found.some(({ assessed }) => assessed))
    return warning('accepted_not_assessed', entry, 'accepts nothing, because its rule was not assessed');
  if (!found.some(isAcceptable))
    return warning(
      'accepted_without_need',
      entry,
      'accepts nothing, because its rule is now satisfied or does not apply',
    );
  if (entry.until !== undefined && entry.until < today)
    return warning('accepted_expired', entry, `expired after ${entry.until}, so its finding counts again`);
  return null;
}

function warning(code: string, { rule, file, finding }: Entry, problem: string): Warning {
  const about = file === undefined ? `“${rule}”` : `“${rule}” in ${file}`;
  return { code, message: `The accepted finding ${finding} (${about}) ${problem}` };
}

const needsNothing: ReadonlySet<Outcome> = new Set(['satisfied', 'not_applicable', 'answered']);

/** Whether a finding is an answer that `--fail-on` can count. */
function isAcceptable({ assessed, outcome, label, flagged = false }: Finding): boolean {
  return assessed && (label === 'NOT FOUND' || flagged || !needsNothing.has(outcome));
}

function acceptanceOf({ reason, until, by }: Entry): Acceptance {
  return { reason, ...(until !== undefined && { until }), ...(by !== undefined && { by }) };
}

function limited(problems: readonly Warning[]): Warning[] {
  const rest = problems.length - mostWarnings;
  if (rest <= 0) return [...problems];
  const message = `${rest} more accepted findings of the baseline accept nothing`;
  return [...problems.slice(0, mostWarnings), { code: 'more_accepted_warnings', message }];
}
