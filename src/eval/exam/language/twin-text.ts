/**
 * Text that two documents share but for what they differ in. `«72|48»` is `72` in the first and `48` in the second;
 * `‹A›…‹/›`, `‹B›…‹/›` and `‹AB›…‹/›` mark the words that decide in one of them or in both.
 */
export type TwinText = string;

export type Side = 'A' | 'B';

/** Words that decide, and among them those that only this twin has. */
export type Deciding = { text: string; fact: string };

const alternation = /«([^«»|]*)\|([^«»|]*)»/g;
const mark = /‹(AB|A|B)›([^‹›]*)‹\/›/g;
const factStart = '\u0002';
const factEnd = '\u0003';

/** Two wordings of which each twin has one. */
export function either(first: string, second: string): TwinText {
  return `«${first}|${second}»`;
}

/** Marks the words as deciding. */
export function deciding(sides: Side | 'AB', text: TwinText): TwinText {
  return `‹${sides}›${text}‹/›`;
}

/** The words of one twin, and those among them that decide. */
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
  // An empty alternative begins with what comes after it, which then needs the letter.
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

/** Without the doubled spaces and stops that an empty alternative leaves. */
function tidy(text: string): string {
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ([,.;:])/g, '$1')
    .replace(/,\./g, '.')
    .replace(/\.{2,}/g, '.')
    .trim();
}
