import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { clean } from '../../../services/report/clean.ts';
import { sourcePlace, subjectName, verdictWords } from '../../../services/report/facts.ts';
import { plural } from '../../../services/report/words.ts';
import { type ExitCode, exitCodes } from '../../terminal/ending.ts';
import { type FailingAnswer, type FailOn, severities, thresholds } from '../options.ts';

const isAnswered: Record<FailingAnswer, (finding: Finding) => boolean> = {
  violated: ({ outcome }) => outcome === 'violated',
  'violated:confirmed': ({ outcome, label }) => outcome === 'violated' && label === 'CONFIRMED',
  'violated:estimated': ({ outcome, label }) => outcome === 'violated' && label === 'ESTIMATED',
  'not-found': ({ label }) => label === 'NOT FOUND',
  flagged: ({ flagged = false }) => flagged,
};

/** A rule without a severity counts as high: an author who gave no severity must not hide a violation by it. */
const severityWithoutOne = 'high';

/** The findings that `--fail-on` fails on. Accepted findings are not among them. */
export function failing({ findings }: Result, failOn: readonly FailOn[]): Finding[] {
  const wanted = thresholds.filter(({ value }) => failOn.includes(value));
  return findings.filter(
    (finding) =>
      finding.accepted === undefined &&
      wanted.some(
        ({ answer, least }) =>
          isAnswered[answer](finding) &&
          (least === null ||
            severities.indexOf(finding.rule.severity ?? severityWithoutOne) <= severities.indexOf(least)),
      ),
  );
}

/**
 * Exit code 3, "nothing assessed", takes precedence over all others: a run that could read nothing must not look as if
 * the rules were checked.
 */
export function exitCodeOf(result: Result, failOn: readonly FailOn[]): ExitCode {
  if (!result.findings.some((finding) => finding.assessed)) return exitCodes.nothingAssessed;
  const isFound = failing(result, failOn).length > 0 || (failOn.includes('incomplete') && result.incomplete);
  return isFound ? exitCodes.found : exitCodes.done;
}

/** At most this many findings and files are named, so that they can be read in the log of a build server. */
export const mostNamed = 50;

/**
 * Says what `--fail-on` found, one line for each finding: rule, place, outcome and label. If the incomplete result is
 * what failed, says what is missing. Empty if nothing failed.
 */
export function failureLines(result: Result, failOn: readonly FailOn[]): string[] {
  const found = failing(result, failOn);
  const unmet = failOn.includes('incomplete') && result.incomplete;
  if (found.length === 0 && !unmet) return [];
  return [
    ...(found.length === 0
      ? []
      : [
          `proviso: ${plural(found.length, 'finding matches', 'findings match')} --fail-on ${failOn.join(',')}:`,
        ]),
    ...atMostNamed(found.map((finding) => `  ${findingLine(finding)}`)),
    ...(unmet ? ['proviso: the result is incomplete (--fail-on incomplete):'] : []),
    ...(unmet ? atMostNamed(missing(result).map((line) => `  ${line}`)) : []),
  ];
}

/** `rule 3 “Notice period”: violated, CONFIRMED: contract.pdf, p. 4 (severity high)` */
function findingLine(finding: Finding): string {
  const { rule, citations } = finding;
  const [first] = citations;
  const place = first === undefined ? subjectName(finding) : sourcePlace(first);
  const severity = rule.severity === undefined ? '' : ` (severity ${rule.severity})`;
  return `rule ${rule.index + 1} “${clean(rule.name)}”: ${verdictWords(finding)}: ${place}${severity}`;
}

/** What an incomplete result lacks: files that were not read, and findings that were not assessed. */
export function missing({ files, findings, warnings }: Result): string[] {
  const named = [
    ...files.flatMap((file) =>
      file.status === 'failed' ? [`${clean(file.name)} was not read (${file.reason})`] : [],
    ),
    ...findings
      .filter(({ assessed }) => !assessed)
      .map((finding) => `rule ${finding.rule.index + 1} “${clean(finding.rule.name)}” was not assessed`),
  ];
  return named.length > 0 ? named : warnings.map(({ message }) => clean(message));
}

function atMostNamed(lines: readonly string[]): string[] {
  const more = lines.length - mostNamed;
  return more > 0 ? [...lines.slice(0, mostNamed), `  and ${more} more`] : [...lines];
}
