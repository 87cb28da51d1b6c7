import type { Job } from '../../../../engine/job.ts';
import type { Result } from '../../../../engine/model/result.ts';
import type { ExitCode } from '../../terminal/exit-codes.ts';
import type { CheckOptions } from '../options.ts';
import { annotationLines } from './annotations.ts';
import { exitCodeOf } from './exit-code.ts';
import { failureLines } from './failures.ts';

/**
 * Says on standard error what `--fail-on` found, in annotations too if they are wanted. Returns the exit code.
 */
export function conclude(
  result: Result,
  { failOn, annotations }: Pick<CheckOptions, 'failOn' | 'annotations'>,
  { inputs }: Pick<Job, 'inputs'>,
): ExitCode {
  const lines = [
    ...(annotations ? annotationLines(result, failOn, { inputs, environment: process.env }) : []),
    ...failureLines(result, failOn),
  ];
  for (const line of lines) process.stderr.write(`${line}\n`);
  return exitCodeOf(result, failOn);
}
