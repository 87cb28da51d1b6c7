import { english } from '../../language/english.ts';
import { beforeObject, nounVerbs, plainVerbs, unseenVerbs } from '../lint/words/verbs.ts';
import type { EssentialWord } from './wording.ts';

const modalAndNext =
  /\b(?<modal>shall|must|may|should|will|can)(?: not| never| \w{1,20}ly)? (?<verb>[\p{L}\p{N}-]+)(?: (?<object>[\p{L}\p{N}-]+))?/giu;

/**
 * Whether a part of a sentence reads like a sentence: it does not begin with its modal word, an act follows the modal
 * word, and no modal word has come before a word that is not known as a verb. Where the sentence itself has the same
 * words together, they count as right.
 */
export function isLikeSentence(part: string, words: readonly EssentialWord[], sentence: string): boolean {
  const modal = words.findIndex(({ kind }) => kind === 'modal');
  if (modal < 0) return true;
  if (modal === 0 && !/^\W*(?:shall|must|may|should|will|can)\b/i.test(sentence)) return false;
  if (words.slice(modal + 1).every(({ key, kind }) => kind === 'denial' || english.isAdverb(key)))
    return false;
  const known = ` ${plain(sentence)} `;
  return [...plain(part).matchAll(modalAndNext)].every(
    ({ groups: { modal: own = '', verb = '', object = '' } = {}, 0: all }) =>
      known.includes(` ${all.slice(0, all.lastIndexOf(verb) + verb.length)} `) ||
      known.includes(` ${own} ${verb} `) ||
      isVerb(verb, object),
  );
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:must|(?:is|are) required to)\b/g, 'shall')
    .replace(/[^\p{L}\p{N}-]+/gu, ' ')
    .trim();
}

/** Whether a word is a verb before another word; "report" is one in "report incidents", and not in "report of". */
function isVerb(word: string, object: string): boolean {
  if (/^(?:be|have|do|also|either)$/.test(word)) return true;
  if (object === 'of') return false;
  if (plainVerbs.has(word) || unseenVerbs.has(word)) return true;
  return nounVerbs.has(word) && (beforeObject.test(object) || /[^s]s$/.test(object));
}

/**
 * Whether what a part leaves out at the end of its sentence is another act or clause, or a list of single words. In
 * "prove possession and control of two factors" it is neither: "of two factors" belongs to both members.
 */
export function isWholeMember(
  words: readonly EssentialWord[],
  at: ReadonlySet<number>,
  parts: readonly ReadonlySet<number>[],
): boolean {
  const last = Math.max(...at);
  if (last >= words.length - 1) return true;
  const first = words.findIndex(({ kind }, index) => index > last && kind !== 'join');
  const begins = (part: ReadonlySet<number>): boolean => {
    if (!part.has(first)) return false;
    const before = [...part].filter((index) => index < first);
    const kind = words[Math.max(...before)]?.kind;
    return before.length === 0 || kind === 'modal' || kind === 'denial';
  };
  if (first < 0) return true;
  const isList = isListOfWords(words.slice(first));
  if (isList || words.slice(last).some(({ kind }) => kind === 'modal')) return true;
  const own = [...at].sort((one, other) => one - other);
  const modal = own.findLastIndex((index) => words[index]?.kind === 'modal');
  // In "establish and enforce settings", both acts have the object.
  const isWithoutObject = isListOfWords(own.slice(modal + 1).flatMap((index) => words[index] ?? []));
  const from = own[modal] ?? 0;
  const isNested = words.slice(from + 2, first).some(({ isSubordinate }) => isSubordinate);
  return !isWithoutObject && !isNested && parts.some(begins);
}

/**
 * Whether a part begins with the actor of its act: at the beginning of the sentence, with a condition, or with the words
 * before a modal word. "Procedures must ensure it" is none in "develop policies and procedures and must ensure it".
 */
export function hasActor(words: readonly EssentialWord[], at: ReadonlySet<number>): boolean {
  const first = Math.min(...at);
  if (first === 0 || words[first]?.kind === 'condition') return true;
  const modal = words.findIndex(({ kind }, index) => index > first && kind === 'modal');
  return modal > first && at.has(modal) && words[modal - 1]?.kind !== 'join';
}

/** Whether there are only single words between "and", "or", commas and the like; adverbs do not count. */
function isListOfWords(words: readonly EssentialWord[]): boolean {
  return words.every(
    ({ kind, afterSign, key }, at) =>
      at === 0 ||
      kind === 'join' ||
      kind === 'denial' ||
      afterSign ||
      english.isAdverb(key) ||
      english.isAdverb(words[at - 1]?.key ?? '') ||
      words[at - 1]?.kind === 'join' ||
      words[at - 1]?.kind === 'denial',
  );
}
