import { statementGaps } from '../../label/statement-gaps.ts';
import { type Clause, clausesOf, endOfCondition, isVerb, type Words } from './clauses.ts';
import { type EssentialWord, essentialWords } from './wording.ts';

type Compared = { text: string; words: Words };

/** `isDuty`: the sentence obliges, so its rule can say "shall" even if it has no modal word itself. */
type Given = { isDuty: boolean };

/** Longer sentences are not compared, since the time grows with the length. */
const mostWords = 400;

/**
 * Why rules are not a faithful rewording of sentences, as a part of a sentence for the reader; null if they are. Either
 * one sentence became one or more rules, or several sentences became one rule. In a faithful rewording no word is added
 * and none is lost, and the words keep their order, except that one condition can move. A sentence is split only into
 * its clauses, each with a modal word, and a clause only into whole acts or single words of a list.
 */
export function lossIn(sentences: readonly string[], rules: readonly string[], given: Given): string | null {
  const [from, to] = [sentences.map(compared), rules.map(compared)];
  const words = differentWords(from, to, given);
  if (words !== null) return words;
  for (const { text } of to) {
    const [gap] = statementGaps(text, { quotes: sentences, fileNames: [], texts: sentences });
    if (gap) return `“${gap.text}” is not in the text`;
  }
  const [[whole, ...more], parts] = from.length > 1 ? [to, from] : [from, to];
  if (!whole || more.length > 0) return 'sentences were split and joined at once';
  if (whole.words.length > mostWords) return 'it is too long to be compared word by word';
  const [part, ...others] = parts;
  if (part && others.length === 0)
    return isReordered(whole.words, part.words, given) ? null : `“${short(part.text)}” has another order`;
  const orders = parts.map(({ words: own }) => ordersOf(own));
  return isMadeOf(clausesOf(whole.words), orders) ? null : 'it is not split into whole clauses or acts';
}

function compared(text: string): Compared {
  return { text, words: essentialWords(text) };
}

function differentWords(from: readonly Compared[], to: readonly Compared[], given: Given): string | null {
  const [stated = [], worded = []] = [from, to].map((texts) => texts.flatMap(({ words }) => words));
  const missing = firstWithout(stated, worded);
  if (missing !== null) return `${missing} is missing`;
  const added = firstWithout(withoutShall(worded, stated, given), stated);
  return added === null ? null : `${added} was added`;
}

/** The words without the "shall" of a duty that the text states without a modal word, as in a table. */
function withoutShall(words: Words, stated: Words, { isDuty }: Given): Words {
  const mayBind = isDuty && !stated.some(({ kind }) => kind === 'modal');
  return mayBind ? words.filter(({ key }) => key !== 'must') : words;
}

const kindNames: Partial<Record<EssentialWord['kind'], string>> = {
  number: 'the number ',
  denial: 'the denial ',
  condition: 'the condition or exception ',
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
function firstWithout(words: Words, others: Words): string | null {
  const keys = new Set(others.map(({ key }) => key));
  const lost = words.filter(({ key, kind }) => kind !== 'join' && !keys.has(key));
  const [first] = lost.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return first ? `${kindNames[first.kind] ?? ''}“${first.text}”` : null;
}

function isReordered(whole: Words, part: Words, given: Given): boolean {
  const orders = ordersOf(withoutShall(part, whole, given));
  return ordersOf(whole).some((one) => orders.some((other) => isSame(one, other)));
}

function isSame(one: Words, other: Words): boolean {
  return one.length === other.length && startsWith(one, other);
}

function startsWith(words: Words, beginning: Words): boolean {
  return beginning.length <= words.length && beginning.every(({ key }, at) => words[at]?.key === key);
}

/** The words as they are, and with each of their conditions at the beginning. */
function ordersOf(words: Words): Words[] {
  const moved = words.flatMap(({ kind }, from) => {
    if (kind !== 'condition' || from === 0) return [];
    const end = endOfCondition(words, from);
    return [[...words.slice(from, end), ...words.slice(0, from), ...words.slice(end)]];
  });
  return [words, ...moved];
}

/**
 * Whether the parts, each given in all its orders, are the clauses in their order. A part can have several clauses, and
 * the body of a clause can be split into several parts.
 */
function isMadeOf([clause, ...later]: readonly Clause[], parts: readonly Words[][]): boolean {
  const [part] = parts;
  if (!clause || !part) return !clause && parts.length === 0;
  // A pronoun of a later clause can refer to words of this one.
  const refers = later.some(({ own }) => own.some(({ kind }) => kind === 'pronoun'));
  const isSplit =
    !refers &&
    parts.some((_, at) => {
      const bodies = parts.slice(0, at + 1).map((orders) => bodyOf(orders, clause));
      return isBodyOf(clause, bodies) && isMadeOf(later, parts.slice(at + 1));
    });
  const [next, ...others] = later;
  if (isSplit || !next) return isSplit;
  return isMadeOf([{ ...clause, body: [...clause.body, ...next.own] }, ...others], parts);
}

/** The words of a part behind the head of a clause; empty if it does not have the head. */
function bodyOf(orders: readonly Words[], { head }: Clause): Words {
  return orders.find((words) => startsWith(words, head))?.slice(head.length) ?? [];
}

const together = new Set(['both', 'between', 'combination', 'combined', 'together', 'either', 'neither']);

/** Whether bodies say together what the body of a clause says: its beginning, one member of its list, and its end. */
function isBodyOf({ head, body }: Clause, bodies: readonly Words[]): boolean {
  const [first, ...others] = bodies;
  if (first && others.length === 0) return isSame(first, body);
  if (body.some(({ key, kind }) => together.has(key) || kind === 'pronoun')) return false;
  const isDenied = head.some(({ kind, key }) => kind === 'denial' || key === 'no');
  for (let from = 0; bodies.every((own) => startsWith(own, body.slice(0, from))); from += 1) {
    for (let tail = 0; bodies.every((own) => endsWith(own, body, tail, from)); tail += 1) {
      const members = bodies.map((own) => own.slice(from, own.length - tail));
      const list = body.slice(from, body.length - tail);
      if (isListOf(list, members, isDenied) && areMembers(members, { isAct: from === 0, tail })) return true;
    }
  }
  return false;
}

/** Whether words end as the body of the clause does, with at least one word after the first `from` words. */
function endsWith(words: Words, body: Words, length: number, from: number): boolean {
  if (words.length - length <= from) return false;
  return isSame(words.slice(words.length - length), body.slice(body.length - length));
}

/** Whether a list has these members: "and" joins them, or "or" if they are forbidden. */
function isListOf(list: Words, members: readonly Words[], isDenied: boolean): boolean {
  let rest = list;
  for (const [at, member] of members.entries()) {
    if (at > 0) {
      const isJoined = rest[0]?.kind === 'join';
      if (isJoined && rest[0]?.key !== (isDenied ? 'or' : 'and')) return false;
      if (!isJoined && rest[0]?.afterSign !== true) return false;
      if (isJoined) rest = rest.slice(1);
    }
    if (!startsWith(rest, member)) return false;
    rest = rest.slice(member.length);
  }
  return rest.length === 0;
}

/**
 * Whether each member of a list is an act or a single word, so that no words behind the last one can belong to all. In
 * "prove possession and control of two factors", "of two factors" belongs to both.
 */
function areMembers(members: readonly Words[], { isAct, tail }: { isAct: boolean; tail: number }): boolean {
  const open = members.flat().some(({ kind }) => ['denial', 'condition', 'only', 'modal'].includes(kind));
  const isNested = members.slice(0, -1).some((words) => words.some(({ isSubordinate }) => isSubordinate));
  if (open || isNested) return false;
  if (!isAct) return members.every(({ length }) => length === 1);
  return members.every(([verb, object], at) => (object ?? tail > 0) && (at === 0 || isVerb(verb, object)));
}

const longestShown = 80;

function short(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
