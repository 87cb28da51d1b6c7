import type { Deciding } from '../../../src/eval/exam/grade.ts';
import type { Side } from '../pairs.ts';

/**
 * One text for both documents of a pair. `«72|48»` is `72` in document A and `48` in document B. `‹A›…‹/›` encloses
 * words that decide the answer for document A, `‹B›…‹/›` for document B, and `‹AB›…‹/›` for both.
 */
export type TwinText = string;

const alternation = /«([^«»|]*)\|([^«»|]*)»/g;
const mark = /‹(AB|A|B)›([^‹›]*)‹\/›/g;
const factStart = '\u0002';
const factEnd = '\u0003';

/** Combines two wordings, one for each document of the pair. */
export function either(first: string, second: string): TwinText {
  return `«${first}|${second}»`;
}

/** Marks text as words that decide the answer for one document or for both. */
export function deciding(sides: Side | 'AB', text: TwinText): TwinText {
  return `‹${sides}›${text}‹/›`;
}

/** The text of one document, without marks, and the words in it that decide the answer. */
export function sideOf(text: TwinText, side: Side): { text: string; deciding: Deciding[] } {
  const chosen = text.replace(alternation, (_, first: string, second: string) => {
    const words = side === 'A' ? first : second;
    return words === '' ? '' : `${factStart}${words}${factEnd}`;
  });
  const found: Deciding[] = [];
  const plain = chosen.replace(mark, (_, sides: string, words: string) => {
    if (sides.includes(side) && /[\p{L}\p{N}]/u.test(words))
      found.push({ text: tidy(unmarked(words)), fact: factIn(words) });
    return words;
  });
  return { text: tidy(unmarked(plain)), deciding: found };
}

/** The text with a capital first letter in both documents. */
export function capitalized(text: TwinText): TwinText {
  return firstLetters(text, (letter) => letter.toUpperCase());
}

/** The text with a small first letter in both documents. */
export function uncapitalized(text: TwinText): TwinText {
  return firstLetters(text, (letter) => letter.toLowerCase());
}

function firstLetters(text: TwinText, change: (letter: string) => string): TwinText {
  const twin = /^«([^«»|]*)\|([^«»|]*)»/.exec(text);
  if (!twin) return changedFirst(text, change);
  const [whole, first = '', second = ''] = twin;
  const rest = text.slice(whole.length);
  // If one alternative is empty, one document starts with `rest`, but in the other document `rest` follows words of the
  // same sentence. The first letter of `rest` is therefore not changed.
  if (first === '' || second === '') return text;
  return either(changedFirst(first, change), changedFirst(second, change)) + rest;
}

function changedFirst(text: string, change: (letter: string) => string): string {
  return text.replace(/^(‹A?B?›)?(\p{L})/u, (_, marks: string | undefined, letter: string) => {
    return (marks ?? '') + change(letter);
  });
}

function factIn(words: string): string {
  const start = words.indexOf(factStart);
  const end = words.lastIndexOf(factEnd);
  return start < 0 ? '' : tidy(unmarked(words.slice(start, end)));
}

function unmarked(text: string): string {
  return text.replaceAll(factStart, '').replaceAll(factEnd, '');
}

/** Removes the doubled spaces and full stops that an empty alternative leaves. */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:])/g, '$1')
    .replace(/,\./g, '.')
    .replace(/\.{2,}/g, '.')
    .trim();
}
