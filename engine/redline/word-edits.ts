import { diffArrays } from 'diff';
import { visible } from '../check/model/datamark.ts';
import type { Span } from '../model/source.ts';
import type { Edit } from './propose.ts';

/** A word or number, and the marks and spaces after it. */
type Word = { word: string; after: string; start: number };

const sign = String.raw`\p{L}\p{M}\p{N}\p{Sc}%§`;
const words = new RegExp(`([${sign}]+(?:[^\\s${sign}][${sign}]+)*)([^${sign}]*)`, 'gu');
const tail = new RegExp(`[^${sign}]*$`, 'u');

function wordsOf(text: string): Word[] {
  return [...text.matchAll(words)].map(({ 1: word = '', 2: after = '', index: start }) => ({
    ...{ word, after, start },
  }));
}

/** A range of the words before, and of those after. */
type Hunk = { was: Span; now: Span };

/**
 * The smallest edits, word by word, that make other words of a sentence. White space stays, and so do the marks at both
 * ends. Each edit ends with a word, and begins with one or right after one.
 */
export function wordEdits(sentence: string, becomes: string): Edit[] {
  const text = becomes.replace(tail, '') + (tail.exec(sentence)?.[0] ?? '');
  const [was, now] = [wordsOf(sentence), wordsOf(text)];
  return joined(changesOf(was, now).map((hunk) => widened(hunk, was, now))).flatMap((hunk) => {
    const [first, last] = [was[hunk.was.start], was[hunk.was.end - 1]];
    const [begins, ends] = [now[hunk.now.start], now[hunk.now.end - 1]];
    if (!first || !last || !begins || !ends) return [];
    const kept = first.word === begins.word ? first.word.length : 0;
    return {
      start: first.start + kept,
      end: last.start + last.word.length,
      becomes: text.slice(begins.start + kept, ends.start + ends.word.length),
    };
  });
}

function changesOf(was: readonly Word[], now: readonly Word[]): Hunk[] {
  const shown = (all: readonly Word[]) => all.map(({ word, after }) => visible(word + after));
  const hunks: Hunk[] = [];
  const at = { was: 0, now: 0 };
  for (const { added, removed, count } of diffArrays(shown(was), shown(now))) {
    const hunk = { was: { start: at.was, end: at.was }, now: { start: at.now, end: at.now } };
    if (!added) at.was += count;
    if (!removed) at.now += count;
    if (!added && !removed) continue;
    const last = hunks.at(-1);
    const goesOn = last?.was.end === hunk.was.end && last.now.end === hunk.now.end;
    const changed = goesOn ? last : hunk;
    changed.was.end = at.was;
    changed.now.end = at.now;
    if (!goesOn) hunks.push(hunk);
  }
  return hunks;
}

/** Changes of the same words as one. */
function joined(hunks: readonly Hunk[]): Hunk[] {
  const all: Hunk[] = [];
  for (const hunk of hunks) {
    const last = all.at(-1);
    if (last !== undefined && last.was.end > hunk.was.start) {
      last.was.end = hunk.was.end;
      last.now.end = hunk.now.end;
    } else all.push(hunk);
  }
  return all;
}

/** With the word before, if words are only added or removed; and with the word after, if the marks before it change. */
function widened(hunk: Hunk, was: readonly Word[], now: readonly Word[]): Hunk {
  const [one, other] = [{ ...hunk.was }, { ...hunk.now }];
  const isEmpty = () => one.start === one.end || other.start === other.end;
  if (isEmpty() && one.start > 0) {
    one.start -= 1;
    other.start -= 1;
  }
  const after = (word: Word | undefined) => visible(word?.after ?? '');
  if ((isEmpty() || after(was[one.end - 1]) !== after(now[other.end - 1])) && one.end < was.length) {
    one.end += 1;
    other.end += 1;
  }
  return { was: one, now: other };
}
