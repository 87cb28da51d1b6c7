import { fold } from '../../cite/match/fold.ts';
import type { Folded } from '../../cite/match/folded.ts';
import { tidied } from '../../cite/quote-text.ts';
import { alignQuote, groupsOf, type Step } from '../../verify/align.ts';
import { changesIn } from '../../verify/changes.ts';
import { wordsBetween } from '../../verify/folded-words.ts';
import { defaultSteps, Steps } from '../../verify/steps.ts';
import type { VersionDiffPart, WordChange } from './model.ts';

export type WordDiff = { diff: VersionDiffPart[]; changes: WordChange[] };

const sides = { both: 'both', source: 'before', quote: 'after' } as const;

/**
 * The words in which two versions of a sentence differ. `changes` is empty if only layout or typography differs. The
 * later version is compared as a quote of the earlier one.
 */
export function wordDiff(before: string, after: string): WordDiff {
  const [earlier, later] = [fold(before), fold(after)];
  const alignment = alignQuote(
    later,
    earlier,
    { from: 0, to: earlier.chars.length },
    {
      least: 0,
      steps: new Steps(defaultSteps.similar),
    },
  );
  const { changes, diff } = changesIn(
    groupsOf(
      {
        steps: alignment === null ? withoutEqual(earlier, later) : whole(alignment, earlier),
        ...{ from: 0, to: earlier.chars.length, similarity: alignment?.similarity ?? 0 },
      },
      textIn(after, later),
      textIn(before, earlier),
    ),
  );
  return {
    diff: diff.map(({ in: side, text }) => ({ in: sides[side], text })),
    changes: changes.map(({ kind, quote, source }) => ({ kind, before: source, after: quote })),
  };
}

/** The alignment with the words of the earlier version before its first and after its last aligned word. */
function whole({ steps, from, to }: { steps: Step[]; from: number; to: number }, earlier: Folded): Step[] {
  return [...removed(earlier, 0, from), ...steps, ...removed(earlier, to, earlier.chars.length)];
}

function withoutEqual(earlier: Folded, later: Folded): Step[] {
  const added = wordsBetween(later, 0, later.chars.length).map(
    (word): Step => ({ quote: word, source: null, same: false }),
  );
  return [...removed(earlier, 0, earlier.chars.length), ...added];
}

function removed(earlier: Folded, from: number, to: number): Step[] {
  return wordsBetween(earlier, from, to).map((word) => ({ quote: null, source: word, same: false }));
}

function textIn(text: string, { starts, ends }: Folded) {
  return (from: number, to: number): string => tidied(text.slice(starts[from], ends[to - 1]));
}
