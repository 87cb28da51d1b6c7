import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';

/** Two names that the source itself uses for the same thing. Each name is a row of adjacent terms. */
export type Equivalence = { terms: readonly string[]; means: readonly string[] };

const name = String.raw`[\p{L}\p{N}][\p{L}\p{N}'’-]*`;
/** Every repetition in the patterns is bounded. Otherwise a page of spaces would be scanned again from each space. */
const calledBy =
  /[\s,—–(-]{0,8}\b(?:(?:also|commonly|sometimes|often|generally|usually|otherwise|hereafter|hereinafter|collectively|individually)[\s,]{1,8}(?:(?:also|commonly|and)\s{1,8}){0,3}(?:referred\s{1,8}to\s{1,8}as|known\s{1,8}as|called|termed)|referred\s{1,8}to\s{1,8}(?:herein\s{1,8})?as|a\.?k\.?a\.?)\s{1,8}/giu;
const abbreviation =
  /\(\s{0,8}(?:the\s{1,8})?["“”'‘]?([\p{Lu}][\p{Lu}\p{N}&-]{1,7}s?)["“”'’]?(?:\s{1,8}or\s{1,8}[^)]{1,40})?\s{0,8}\)/gu;
const alternatives = /^(?:,?\s+or,?\s+(?:if\s+\p{L}+,\s+)?)/u;
const longestName = 4;

/**
 * The pairs of equivalent names that a text itself states: "a memorized secret, commonly referred to as a password",
 * "false match rate (FMR)". Only names directly next to the words that equate them count.
 */
export function findEquivalences(text: string, language: Language): Equivalence[] {
  if (!language.complete) return [];
  const found: Equivalence[] = [];
  const add = (one: string, other: string): void => {
    const terms = contentTerms(one, language);
    const means = contentTerms(other, language);
    if (terms.length === 0 || means.length === 0 || terms.join(' ') === means.join(' ')) return;
    found.push({ terms, means }, { terms: means, means: terms });
  };
  for (const match of text.matchAll(calledBy)) {
    const named = nameBefore(text.slice(Math.max(0, match.index - 120), match.index), language);
    if (!named) continue;
    for (const other of namesAfter(text.slice(match.index + match[0].length), language)) add(named, other);
  }
  for (const match of text.matchAll(abbreviation)) {
    const short = match[1] ?? '';
    const long = spelledOut(text.slice(Math.max(0, match.index - 120), match.index), short, language);
    if (long) add(long, short);
  }
  return found;
}

/** The noun phrase at the end of a text, back to its article; null when it depends on another noun ("of the ..."). */
function nameBefore(before: string, language: Language): string | null {
  const words = before.match(new RegExp(`${name}|[.;:!?,()“”"—]`, 'gu')) ?? [];
  const taken: string[] = [];
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] ?? '';
    const lower = word.toLowerCase();
    const closed = language.stopWords.has(lower) || !/[\p{L}\p{N}]/u.test(word);
    if (closed) {
      const hangs = language.determiners.has(lower) && /^(?:of|for|in|by|with)$/i.test(words[at - 1] ?? '');
      if (hangs || language.prepositions.has(lower)) return null;
      break;
    }
    taken.unshift(word);
    if (taken.length > longestName) return null;
  }
  return taken.length > 0 ? taken.join(' ') : null;
}

function namesAfter(after: string, language: Language): string[] {
  const names: string[] = [];
  let rest = after;
  while (names.length < 3) {
    const opening = /^["“”'‘]?(?:(?:a|an|the)\s+)?["“”'‘]?/iu.exec(rest)?.[0] ?? '';
    rest = rest.slice(opening.length);
    const taken: string[] = [];
    for (;;) {
      const word = new RegExp(`^\\s*(${name})`, 'u').exec(rest);
      const lower = word?.[1]?.toLowerCase() ?? '';
      if (!word || language.stopWords.has(lower) || taken.length >= longestName) break;
      taken.push(word[1] ?? '');
      rest = rest.slice(word[0].length);
    }
    if (taken.length === 0) break;
    names.push(taken.join(' '));
    const next = alternatives.exec(rest.replace(/^["“”'’,]+/, ''));
    if (!next) break;
    rest = rest.replace(/^["“”'’,]+/, '').slice(next[0].length);
  }
  return names;
}

/**
 * The words before an abbreviation, if the abbreviation consists of their initials. The initials of small words can be
 * missing.
 */
function spelledOut(before: string, short: string, language: Language): string | null {
  const letters = short
    .replace(/s$/, '')
    .replace(/[^\p{Lu}]/gu, '')
    .toLowerCase();
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? [];
  let at = words.length - 1;
  for (let letter = letters.length - 1; letter >= 0; letter -= 1) {
    while (at >= 0 && words[at]?.charAt(0).toLowerCase() !== letters.charAt(letter)) {
      if (!language.stopWords.has(words[at]?.toLowerCase() ?? '')) return null;
      at -= 1;
    }
    if (at < 0) return null;
    at -= 1;
  }
  return letters.length >= 2 ? words.slice(at + 1).join(' ') : null;
}
