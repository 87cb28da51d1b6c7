import { fingerprintIn } from '../../../../engine/model/keys.ts';
import type { Result } from '../../../../engine/model/result.ts';
import type { FailOn } from '../options.ts';
import { failing } from '../output/exit-code.ts';
import { withAccepted } from './accept.ts';
import type { Entry } from './file.ts';
import type { Baselines } from './options.ts';
import { entriesFor, mergedEntries } from './write.ts';

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
