import type { Finding } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { type ExitCode, exitCodes } from '../../terminal/exit-codes.ts';
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
