import { fold } from '../../cite/match/fold.ts';
import type { Folded } from '../../cite/match/folded.ts';
import { tidied } from '../../cite/quote-text.ts';
import { alignTexts, groupsOf, wordsBetween } from '../../verify/align.ts';
import { changesIn } from '../../verify/changes.ts';
import type { LeftOut, RuleSource } from '../extract/model.ts';
import { unmarked } from '../extract/units.ts';
import type { VersionDiffPart, WordChange } from './model.ts';

/** A sentence of a policy, prepared for comparison with the sentences of another version. */
export type Sentence = {
  /** The words that introduce its list, and its own words, without the mark of a list item and what ends the item. */
  text: string;
  /** Its own words, folded. */
  words: readonly string[];
  /** All its words. Two sentences with equal keys have the same words. */
  key: string;
  clause: string;
  /** The heading above it, without a number; '' if it is unknown. */
  heading: string;
};

/** Prepares the place of a rule, or a sentence that is left out. `group` is the heading, as rules contain it. */
export function sentenceOf(source: RuleSource | LeftOut, group = ''): Sentence {
  const leadIn = 'leadIn' in source ? (source.leadIn ?? '') : '';
  const own = bareItem(source.quote);
  const text = leadIn === '' ? own : `${leadIn} ${own}`;
  const words = wordsOf(own);
  const heading = wordsOf(group)
    .filter((word) => !/^\d/.test(word))
    .join(' ');
  return { text, words, key: wordsOf(text).join(' '), clause: source.clause ?? '', heading };
}

/** The words of a text without layout and typography. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return wordsBetween(folded, 0, folded.chars.length).map(({ form }) => form);
}

/** An item without its mark, and without the signs and the "and" that join it to the next item. */
function bareItem(quote: string): string {
  const { bare, mark } = unmarked(quote);
  const joined = withoutEnd(bare.trim());
  const last = joined.slice(joined.lastIndexOf(' ') + 1).toLowerCase();
  const isJoined = (mark !== '' || joined !== bare.trim()) && (last === 'and' || last === 'or');
  return isJoined ? withoutEnd(joined.slice(0, -last.length)) : joined;
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' ;,.'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

type WordDiff = { diff: VersionDiffPart[]; changes: WordChange[] };

const sides = { both: 'both', source: 'before', quote: 'after' } as const;

/**
 * The words in which two versions of a sentence differ. `changes` is empty if only layout or typography differs. The
 * later version is compared as a quote of the earlier one.
 */
export function wordDiff(before: string, after: string): WordDiff {
  const [earlier, later] = [fold(before), fold(after)];
  const steps = alignTexts(later, earlier);
  const { changes, diff } = changesIn(groupsOf(steps, textIn(after, later), textIn(before, earlier)));
  return {
    diff: diff.map(({ in: side, text }) => ({ in: sides[side], text })),
    changes: changes.map(({ kind, quote, source }) => ({ kind, before: source, after: quote })),
  };
}

function textIn(text: string, { starts, ends }: Folded) {
  return (from: number, to: number): string => tidied(text.slice(starts[from], ends[to - 1]));
}
