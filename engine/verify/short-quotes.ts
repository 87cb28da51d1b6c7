import { isDigit, isUnspaced } from '../cite/match/characters.ts';
import { detectLanguage } from '../language/detect.ts';
import { english } from '../language/english.ts';
import type { Alignment } from './align.ts';

/**
 * A quote with fewer folded characters than this is short. Small words make many short quotes similar that have nothing
 * to do with each other ("the end of the year", "the start of the term"), so that similarity alone shows no alteration.
 */
export const shortQuote = 40;

/** At least this many telling words of a short quote must be unchanged; one is enough on a page that is named. */
const leastTelling = 2;

/**
 * Whether similar words show that a short quote was altered: with one change only, at least two of its words other than
 * small words such as "of" and "the" are in the source, in the same order. On the page that the citation names, one such
 * word is enough.
 */
export function showsAlteration(quote: string, { steps }: Alignment, isNamedPage: boolean): boolean {
  const small = detectLanguage(quote).stopWords;
  const isTelling = (form: string): boolean => !english.stopWords.has(form) && !small.has(form);
  let telling = 0;
  let changes = 0;
  for (const [at, { same, quote: word }] of steps.entries()) {
    if (same) telling += word && isTelling(word.form) ? weightOf(word.form) : 0;
    else if (at === 0 || steps[at - 1]?.same) changes += 1;
  }
  return isNamedPage ? telling >= 1 : changes === 1 && telling >= leastTelling;
}

/** A digit or a letter of a script without spaces tells less than a word. */
function weightOf(form: string): number {
  return form.length === 1 && (isDigit(form) || isUnspaced(form)) ? 0.5 : 1;
}
