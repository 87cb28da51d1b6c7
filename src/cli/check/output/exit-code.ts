import type { Label } from '../../../../engine/model/finding.ts';
import type { Result } from '../../../../engine/model/result.ts';
import { type ExitCode, exitCodes } from '../../terminal/exit-codes.ts';
import type { FailOn } from '../options.ts';

const violatedAs = (label: Label) => {
  return ({ findings }: Result) =>
    findings.some((finding) => finding.outcome === 'violated' && finding.label === label);
};

const found: Record<FailOn, (result: Result) => boolean> = {
  violated: ({ findings }) => findings.some((finding) => finding.outcome === 'violated'),
  'violated:confirmed': violatedAs('CONFIRMED'),
  'violated:estimated': violatedAs('ESTIMATED'),
  'not-found': ({ findings }) => findings.some((finding) => finding.label === 'NOT FOUND'),
  incomplete: ({ incomplete }) => incomplete,
};

/**
 * Exit code 3, "nothing assessed", takes precedence over all others: a run that could read nothing must not look as if
 * the rules were checked.
 */
export function exitCodeOf(result: Result, failOn: readonly FailOn[]): ExitCode {
  if (!result.findings.some((finding) => finding.assessed)) return exitCodes.nothingAssessed;
  return failOn.some((what) => found[what](result)) ? exitCodes.found : exitCodes.done;
}
