import { diffArrays } from 'diff';
import { visible } from '../check/model/datamark.ts';
import type { Edit } from './propose.ts';

// The mark of a note, such as "¹", is not part of a word.
const sign = String.raw`\p{L}\p{M}\p{Nd}\p{Nl}\p{Sc}%§`;
const words = new RegExp(`[^${sign}]*[${sign}]+(?:[^\\s${sign}][${sign}]+)*`, 'gu');
const notWord = new RegExp(`^[^${sign}]*`, 'u');

function marksBefore(text: string): string {
  return notWord.exec(text)?.[0] ?? '';
}

/** The words of a text from its first, each with the marks and spaces before it. `end` is an offset in the text. */
function wordsOf(text: string): { shown: string; key: string; end: number }[] {
  const from = marksBefore(text).length;
  return [...text.slice(from).matchAll(words)].map(({ 0: shown, index }) => ({
    ...{ shown, key: visible(shown), end: from + index + shown.length },
  }));
}

/**
 * The smallest edits, word by word, that make other words of a sentence. The marks and spaces at both of its ends stay.
 * Each edit begins with a word or right after one, and ends with a word or is empty.
 */
export function wordEdits(sentence: string, becomes: string): Edit[] {
  const was = wordsOf(sentence);
  const endOf = (count: number) => was[count - 1]?.end ?? marksBefore(sentence).length;
  const isSame = (one: { key: string }, other: { key: string }) => one.key === other.key;
  const edits: Edit[] = [];
  let passed = 0;
  for (const { added, removed, value, count } of diffArrays(was, wordsOf(becomes), { comparator: isSame })) {
    const here = endOf(passed);
    if (!added) passed += count;
    if (!added && !removed) continue;
    const last = edits.at(-1);
    const edit = last?.end === here ? last : { start: here, end: here, becomes: '' };
    if (edit !== last) edits.push(edit);
    edit.end = endOf(passed);
    if (added) edit.becomes += value.map(({ shown }) => shown).join('');
  }
  return edits.map(({ start, end, becomes }) => {
    const same = marksBefore(sentence.slice(start, end));
    const kept = marksBefore(becomes) === same ? same.length : 0;
    return { start: start + kept, end, becomes: becomes.slice(kept) };
  });
}
