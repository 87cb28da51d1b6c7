import { badInput } from '../../terminal/ending.ts';
import { ensureWritable } from '../../terminal/output.ts';
import type { CheckOptions } from '../options.ts';
import {
  type Accepting,
  type Baseline,
  readBaseline,
  readBaselineIfAny,
  reasonSchema,
  untilSchema,
} from './file.ts';

/** The baseline files of a run, read before it starts. */
export type Baselines = {
  read: Baseline | null;
  /** The file to which the command adds entries. */
  written: (Baseline & { accepting: Accepting }) | null;
};

/**
 * Reads the baseline files that the options name. Throws `bad_input` if the options do not fit together, or if a file
 * cannot be read, written or used.
 */
export async function baselinesOf(options: CheckOptions, today: string): Promise<Baselines> {
  const { baseline, writeBaseline, estimate } = options;
  if (estimate && (baseline !== undefined || writeBaseline !== undefined))
    throw badInput('an estimate has no findings: leave --baseline and --write-baseline out');
  const accepting = acceptingOf(options, today);
  const read = baseline === undefined ? null : await readBaseline(baseline);
  if (writeBaseline === undefined || accepting === null) return { read, written: null };
  await ensureWritable(writeBaseline, '--write-baseline');
  return { read, written: { ...(await readBaselineIfAny(writeBaseline)), accepting } };
}

function acceptingOf(
  { writeBaseline, reason, until, failOn }: CheckOptions,
  today: string,
): Accepting | null {
  if (writeBaseline === undefined) {
    if (reason !== undefined || until !== undefined)
      throw badInput('--reason and --until are for --write-baseline: add it, or leave them out');
    return null;
  }
  if (!failOn.some((what) => what !== 'incomplete'))
    throw badInput(
      '--write-baseline writes the findings that --fail-on would fail on: add --fail-on violated, for example',
    );
  if (reason === undefined)
    throw badInput('--write-baseline needs --reason: say why the findings are accepted');
  const because = reasonSchema.safeParse(reason);
  if (!because.success) throw badInput(`--reason ${because.error.issues[0]?.message}`);
  if (until === undefined) return { reason };
  const day = untilSchema.safeParse(until);
  if (!day.success) throw badInput(`--until ${until} ${day.error.issues[0]?.message}`);
  if (until < today) throw badInput(`--until ${until} is in the past (today is ${today} in UTC)`);
  return { reason, until };
}
