import { nounVerbs, plainVerbs, unseenVerbs } from '../lint/words/verbs.ts';
import type { EssentialWord } from './wording.ts';

export type Words = readonly EssentialWord[];

const relative = new Set(['which', 'who', 'whose', 'that']);

/**
 * A clause of a sentence: its own words with the "and" before them, all words up to its modal word and a denial after
 * it, with the words that it shares with the clause before, and the words behind.
 */
export type Clause = { own: Words; head: Words; body: Words };

/** The clauses of a sentence, each with its modal word; none if they are not joined by "and" or a sign. */
export function clausesOf(words: Words): Clause[] {
  const modals = words.flatMap(({ kind }, at) => (kind === 'modal' ? [at] : []));
  const [first, ...later] = modals;
  if (first === undefined) return [];
  const lead = words[0]?.kind === 'condition' ? words.slice(0, endOfCondition(words, 0)) : [];
  const begins = [
    { border: 0, modal: first },
    ...later.flatMap((modal) => beginOfClause(words, modal) ?? []),
  ];
  if (begins.some(({ border }) => words[border]?.kind === 'join' && words[border]?.key !== 'and')) return [];
  return begins.map(({ border, modal }, at) => {
    const start = words[border]?.kind === 'join' ? border + 1 : border;
    const subject = words.slice(start, modal);
    const shared = at === 0 ? [] : subject.length > 0 ? lead : words.slice(0, first);
    const end = words.findIndex(({ kind }, index) => index > modal && kind !== 'denial');
    const next = begins[at + 1]?.border;
    return {
      own: words.slice(border, next),
      head: [...shared, ...subject, ...words.slice(modal, end)],
      body: words.slice(end, next),
    };
  });
}

/** The last "and" or sign before a modal word; null if the modal word is in a subordinate clause of the words before. */
function beginOfClause(words: Words, modal: number): { border: number; modal: number } | null {
  const before = words.findLastIndex(({ kind }, at) => at < modal && kind === 'modal');
  const border = words.findLastIndex(
    ({ kind, afterSign }, at) => at > before && at <= modal && (kind === 'join' || afterSign),
  );
  const isSubordinate = words
    .slice(border, modal)
    .some((word) => word.isSubordinate || word.kind === 'condition' || relative.has(word.key));
  return border < 0 || isSubordinate ? null : { border, modal };
}

/** Where a condition ends: before the clause of the next modal word. */
export function endOfCondition(words: Words, from: number): number {
  const modal = words.findIndex(({ kind }, at) => at > from && kind === 'modal');
  if (modal < 0) return words.length;
  const sign = words.findLastIndex(({ afterSign }, at) => afterSign && at > from && at <= modal);
  return sign < 0 ? modal : sign;
}

/** Whether a word is a verb before another word; "report" is one in "report incidents", and not in "report of". */
export function isVerb(verb: EssentialWord | undefined, object: EssentialWord | undefined): boolean {
  const key = verb?.text.toLowerCase() ?? '';
  if (object?.key === 'of') return false;
  return plainVerbs.has(key) || unseenVerbs.has(key) || nounVerbs.has(key);
}
