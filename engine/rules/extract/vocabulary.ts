import { capitalized } from '../../language/letter-case.ts';
import type { Words } from './cues.ts';

/** A short form of the document, such as "CSP" for "credential service provider". */
type ShortForm = { short: string; long: string };

const inBrackets = /\(["“]?(?<short>\p{Lu}[\p{Lu}\d]{1,9})s?["”]?\)/gu;
/** The words in front of a bracket among which the long form is. */
const longestForm = 120;
const party =
  /[("“]{1,2}(?:the\s+|each,?\s+an?\s+|collectively,?\s+(?:the\s+)?)?["“]?(?<name>\p{Lu}[\p{L}-]{2,30})["”]\)?/gu;
const roles =
  'supplier customer tenant landlord lessee lessor licensee licensor employee employer contractor client company party parties provider vendor buyer seller recipient discloser consultant agent distributor franchisee franchisor controller processor user users members member subscriber borrower lender we you';
const mostForms = 500;

/** The words with a meaning of their own in a document: names of parties, and short forms with their long forms. */
export function vocabularyOf(text: string): Words & { shortForms: readonly ShortForm[] } {
  const parties = new Set(roles.split(' '));
  for (const match of text.matchAll(party)) {
    if (parties.size > mostForms) break;
    parties.add((match.groups?.name ?? '').toLowerCase());
  }
  const forms = new Map<string, string>();
  for (const match of text.matchAll(inBrackets)) {
    const { short = '' } = match.groups ?? {};
    const long = longForm(text.slice(Math.max(0, match.index - longestForm), match.index), short);
    if (long !== null && !forms.has(short) && forms.size < mostForms) forms.set(short, long);
  }
  return { parties, shortForms: [...forms].map(([short, long]) => ({ short, long })) };
}

/** The words before a bracket whose initials are the short form in it; null if they are not. */
function longForm(before: string, short: string): string | null {
  const words = before.trim().split(/[\s-]+/);
  const initials = [...short.replace(/\d/g, '')];
  const own = before.trim().split(/\s+/);
  if (words.length < initials.length || initials.length < 2) return null;
  const last = words.slice(-initials.length);
  if (!last.every((word, at) => word.charAt(0).toUpperCase() === initials[at])) return null;
  let taken = 0;
  let from = own.length;
  while (taken < initials.length && from > 0) {
    from -= 1;
    taken += (own[from] ?? '').split('-').length;
  }
  return taken === initials.length ? own.slice(from).join(' ') : null;
}

/** The sentence with the long form at the first use of each short form. A form that the sentence explains is left alone. */
export function spelledOut(sentence: string, forms: readonly ShortForm[]): string {
  let words = sentence;
  for (const { short, long } of forms) {
    const at = placeOf(words, short);
    if (at < 0 || words.toLowerCase().includes(long.toLowerCase())) continue;
    const isPlural = words[at + short.length] === 's';
    // "Levels (AAL)" is not the long form of one AAL.
    if (/[^s]s$/i.test(long) && !isPlural) continue;
    const plural = isPlural ? `${long}s (${short}s` : `${long} (${short}`;
    const article = /[aeiou]/i.test(long.charAt(0)) ? 'an ' : 'a ';
    const before = words
      .slice(0, at)
      .replace(/\b(a)n? $/i, (own) => (own.startsWith('A') ? `A${article.slice(1)}` : article));
    words = `${before}${plural})${words.slice(at + short.length + (isPlural ? 1 : 0))}`;
  }
  return capitalized(words);
}

/** Where a short form is a word of its own, not a part of a name such as "SP 800-63"; -1 if nowhere. */
function placeOf(words: string, short: string): number {
  for (let at = words.indexOf(short); at >= 0; at = words.indexOf(short, at + 1)) {
    const before = words.slice(Math.max(0, at - 1), at);
    const after = words.slice(at + short.length, at + short.length + 3);
    if (/^(?:$|[\s“"])/.test(before) && /^s?(?:$|[\s,.;:’”")])/.test(after) && !/^ \d/.test(after)) return at;
  }
  return -1;
}
