/**
 * Text of both documents with their differences. `«72|48»` is `72` in the first and `48` in the second; `‹A›…‹/›`,
 * `‹B›…‹/›` and `‹AB›…‹/›` mark the deciding words of one or both.
 */
export type TwinText = string;

export type Side = 'A' | 'B';

/** The deciding words, and those of them that only this twin has. */
export type Deciding = { text: string; fact: string };

const alternation = /«([^«»|]*)\|([^«»|]*)»/g;
const mark = /‹(AB|A|B)›([^‹›]*)‹\/›/g;
const factStart = '\u0002';
const factEnd = '\u0003';

/** Combines two wordings, one for each twin. */
export function either(first: string, second: string): TwinText {
  return `«${first}|${second}»`;
}

/** Marks the words as deciding. */
export function deciding(sides: Side | 'AB', text: TwinText): TwinText {
  return `‹${sides}›${text}‹/›`;
}

/** The text of one twin, and its deciding words. */
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

/** With a capital first letter, in both twins. */
export function capitalized(text: TwinText): TwinText {
  return firstLetters(text, (letter) => letter.toUpperCase());
}

/** With a small first letter, in both twins. */
export function uncapitalized(text: TwinText): TwinText {
  return firstLetters(text, (letter) => letter.toLowerCase());
}

function firstLetters(text: TwinText, change: (letter: string) => string): TwinText {
  const twin = /^«([^«»|]*)\|([^«»|]*)»/.exec(text);
  if (!twin) return changedFirst(text, change);
  const [whole, first = '', second = ''] = twin;
  const rest = text.slice(whole.length);
  // If an alternative is empty, the text after it gets the letter.
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
