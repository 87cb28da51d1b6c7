import { statementGaps } from '../../label/statement-gaps.ts';
import { align, mostWords } from './alignment.ts';
import { hasActor, isLikeSentence, isWholeMember } from './parts.ts';
import { scopesOf } from './scopes.ts';
import { type EssentialWord, essentialWords } from './wording.ts';

type Compared = {
  text: string;
  words: readonly EssentialWord[];
};

/** `isDuty`: the sentence obliges, so its rules can say "shall" even if it has no modal word itself. */
type Given = { isDuty: boolean };

/**
 * Why rules are not a faithful rewording of sentences, as a part of a sentence for the reader; null if they are. Either
 * one sentence became one or more rules, or several sentences became one rule. In a faithful rewording no word is added,
 * every word is in one of the rules, each rule has its words in the order of the sentence, and no rule lacks a
 * condition, an exception or a denial that governs it.
 */
export function lossIn(sentences: readonly string[], rules: readonly string[], given: Given): string | null {
  const [from, to] = [sentences.map(compared), rules.map(compared)];
  const words = differentWords(from, to, given);
  if (words !== null) return words;
  for (const { text } of to) {
    const [gap] = statementGaps(text, { quotes: sentences, fileNames: [], texts: sentences });
    if (gap) return `“${gap.text}” is not in the text`;
  }
  const [whole, parts] = from.length > 1 ? [to, from] : [from, to];
  const [one] = whole;
  if (!one || whole.length > 1) return 'sentences were split and joined at once';
  return lossOfParts(one, parts, given);
}

function compared(text: string): Compared {
  return { text, words: essentialWords(text) };
}

function differentWords(from: readonly Compared[], to: readonly Compared[], given: Given): string | null {
  const [stated, worded] = [from, to].map((texts) => texts.flatMap(({ words }) => words));
  const missing = firstWithout(stated ?? [], worded ?? []);
  if (missing !== null) return `${missing} is missing`;
  const mayBind = given.isDuty && !(stated ?? []).some(({ kind }) => kind === 'modal');
  const own = (worded ?? []).filter(({ key }) => !(mayBind && key === 'must'));
  const added = firstWithout(own, stated ?? []);
  return added === null ? null : `${added} was added`;
}

const kindNames: Record<EssentialWord['kind'], string> = {
  number: 'the number ',
  name: '',
  denial: 'the denial ',
  condition: 'the condition or exception ',
  only: '',
  modal: '',
  join: '',
  pronoun: '',
  word: '',
};
/** Differences of these kinds are named first, because they change most. */
const order: EssentialWord['kind'][] = [
  'number',
  'denial',
  'condition',
  'only',
  'modal',
  'name',
  'pronoun',
  'word',
];

/** The most important word that the others lack, in words; null if they have all. "And" can be left out. */
function firstWithout(words: readonly EssentialWord[], others: readonly EssentialWord[]): string | null {
  const keys = new Set(others.map(({ key }) => key));
  const lost = words.filter(({ key, kind }) => kind !== 'join' && !keys.has(key));
  const [first] = lost.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return first ? `${kindNames[first.kind]}“${first.text}”` : null;
}

/** Compares one sentence with the sentences into which it was split. */
function lossOfParts(whole: Compared, parts: readonly Compared[], { isDuty }: Given): string | null {
  if (whole.words.length > mostWords) return 'it is too long to be compared word by word';
  const binds = whole.words.some(({ kind }) => kind === 'modal');
  const covered = new Set<number>();
  const all: ReadonlySet<number>[] = [];
  for (const { text, words } of parts) {
    const own = binds || !isDuty ? words : words.filter(({ key }) => key !== 'must');
    if (binds && !own.some(({ kind }) => kind === 'modal')) return `“${short(text)}” has no modal word`;
    const aligned = align(whole.words, own);
    if (aligned === null) return `“${short(text)}” joins its words in another way`;
    if (!isLikeSentence(text, own, whole.text) || !hasActor(whole.words, aligned.at))
      return `“${short(text)}” is not a whole sentence`;
    all.push(aligned.at);
    const lost = lostCondition(whole.words, aligned.at);
    if (lost !== null) return `“${short(text)}” does not keep the condition or exception “${lost}” as it is`;
    const open = openPronoun(whole.words, aligned.at);
    if (open !== null) return `“${open}” in “${short(text)}” can refer to words that are not there`;
    for (const at of aligned.at) covered.add(at);
  }
  const torn = all.findIndex((at) => !isWholeMember(whole.words, at, all));
  if (torn >= 0)
    return `“${short(parts[torn]?.text ?? '')}” may lack words that belong to all members of a list`;
  const lost = whole.words.find((_, at) => !covered.has(at) && isNeeded(whole.words, at, covered));
  return lost ? `“${lost.text}” is missing` : null;
}

/**
 * The condition that a part lacks, has only a piece of, or has taken from another clause; null if there is none. A part
 * can pass over a condition that belongs to another member of a list. `align` refuses parts that pass over other conditions behind the modal word.
 */
function lostCondition(words: readonly EssentialWord[], at: ReadonlySet<number>): string | null {
  for (const { from, to } of scopesOf(words)) {
    const has = at.has(from);
    const scope = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
    const modal = words.slice(0, from).findLastIndex(({ kind }) => kind === 'modal');
    const isWhole = scope.every((one) => at.has(one)) && (modal < 0 || at.has(modal));
    if (has ? !isWhole : modal < 0) return words[from]?.text ?? '';
  }
  return null;
}

/** A pronoun of a part that lacks words before the pronoun, among which can be what it refers to; null if none. */
function openPronoun(words: readonly EssentialWord[], at: ReadonlySet<number>): string | null {
  const lost = words.findIndex((_, index) => !at.has(index));
  const open = words.findIndex(({ kind }, index) => kind === 'pronoun' && at.has(index) && index > lost);
  return lost < 0 || open < 0 ? null : (words[open]?.text ?? null);
}

const together = new Set(['both', 'between', 'combination', 'combined', 'together', 'either', 'neither']);

/** Whether a word that no part has changes the meaning: any word but an "and" or "or" whose members can be apart. */
function isNeeded(words: readonly EssentialWord[], at: number, covered: ReadonlySet<number>): boolean {
  const word = words[at];
  if (!word) return false;
  if (word.kind === 'modal')
    return !words.some(({ kind, key }, other) => kind === 'modal' && key === word.key && covered.has(other));
  if (word.kind !== 'join') return true;
  const modal = words.slice(0, at).findLastIndex(({ kind }) => kind === 'modal');
  const clause = words.slice(modal + 1, at);
  const isDenied =
    clause.some(({ kind }) => kind === 'denial') || words.slice(0, modal + 1).some(({ key }) => key === 'no');
  const isTogether = clause.some(({ key, kind }) => together.has(key) || kind === 'condition');
  // "Shall not copy or disclose" forbids both, and "shall not both copy and disclose" neither alone.
  return isTogether || (word.key === 'and' ? isDenied : !isDenied);
}

const longestShown = 80;

function short(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
