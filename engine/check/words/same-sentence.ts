import { words } from '../../language/words.ts';
import type { Element, Force } from './elements.ts';
import { compareLimits, isSameLimit, isSameValue, type Limit, type LimitVerdict } from './limits.ts';

/**
 * How a sentence relates to a rule whose words it has in the same order:
 * - `equal`: every element is the same.
 * - `limits`: only numbers, units or comparisons differ; `verdict` says whether they keep the rule, null if unclear.
 * - `denied`: one of the two denies what the other says, and nothing else differs.
 * - `weaker`: the sentence permits or recommends what the rule requires.
 */
export type SameSentence =
  | { relation: 'equal' }
  | { relation: 'limits'; asked: Limit; stated: Limit; verdict: LimitVerdict }
  | { relation: 'denied'; isCertain: boolean }
  | { relation: 'weaker' };

/**
 * Why a sentence decides a rule: it is the rule's own sentence but for what `SameSentence` says, or it has a limit of the
 * same kind on the same thing in other words (`limit`).
 */
export type Ground = SameSentence | { relation: 'limit'; asked: Limit; stated: Limit };

type Edit =
  | { kind: 'changed'; one: Element; other: Element }
  | { kind: 'missing'; one: Element }
  | { kind: 'added'; other: Element };

/** A sentence of fewer elements, such as "Encryption: yes", is in too many documents to say what a rule says. */
const leastElements = 3;
/** Sentences whose lengths differ by more elements than this have other words too. */
const mostEdits = 3;

/** Words that a denial takes the place of: "neither party" and "either party". */
const determiners = words('either each every any all both jeder jede jedes alle chaque tout todo cada');

/** How a text relates to a rule, both as elements. Null if they differ in more than one respect. */
export function sameSentence(rule: readonly Element[], stated: readonly Element[]): SameSentence | null {
  if (rule.length < leastElements || Math.abs(rule.length - stated.length) > mostEdits) return null;
  const edits = editsBetween(rule, stated);
  if (edits === null) return null;
  if (edits.length === 0) return { relation: 'equal' };
  const limits = edits.flatMap((edit) =>
    edit.kind === 'changed' && edit.one.kind === 'limit' && edit.other.kind === 'limit'
      ? [{ asked: edit.one.limit, stated: edit.other.limit }]
      : [],
  );
  if (limits.length === edits.length) return otherLimits(limits, rule);
  // Two denials in one sentence can make it say the same.
  const denials = Math.max(
    ...[rule, stated].map((all) => all.filter(({ kind }) => kind === 'denial').length),
  );
  if (isDenied(edits))
    return denials > 1 ? null : { relation: 'denied', isCertain: deniesTheVerb(rule, stated) };
  return edits.every(isWeaker) ? { relation: 'weaker' } : null;
}

/** The clauses of a sentence that can be sentences of their own: the whole, and its parts between semicolons. */
export function clausesOf(sentence: string): string[] {
  const parts = sentence.split(/;\s*(?:and|or|und|oder|et|ou|y|o)?\s/u);
  return parts.length > 1 ? [sentence, ...parts] : [sentence];
}

function otherLimits(
  pairs: { asked: Limit; stated: Limit }[],
  rule: readonly Element[],
): SameSentence | null {
  const denials = rule.filter((element) => element.kind === 'denial' && !aside.has(element.word)).length;
  const turns = denials === 1 && isBan(rule);
  const permits = rule.some(permitsAnything);
  // A denial that is not that of a ban, or a second one, can turn the limit too.
  const isClear = !permits && denials === (turns ? 1 : 0);
  const judged = pairs.map((pair) => ({
    ...pair,
    verdict: isClear ? compareLimits(pair.asked, pair.stated, turns) : null,
  }));
  const first = judged.find(({ verdict }) => verdict?.isMet !== true) ?? judged[0];
  if (first === undefined) return null;
  // A stricter number keeps the duty of one party but can harm another, so that only a broken one is certain.
  const isCertain =
    judged.every(({ verdict }) => verdict?.isCertain === true) && first.verdict?.isMet === false;
  const { asked, stated, verdict } = first;
  return { relation: 'limits', asked, stated, verdict: verdict && { ...verdict, isCertain } };
}

/** Denials that are about a circumstance and leave the limit as it is: "free of charge", "without delay". */
const aside = new Set(['without', 'ohne', 'sans', 'sin']);

/** Whether a rule forbids: its modal word is denied, or it begins with a denial, as in "no party may". */
function isBan(rule: readonly Element[]): boolean {
  return (
    rule[0]?.kind === 'denial' ||
    rule.some(({ kind }, at) => kind === 'force' && rule[at + 1]?.kind === 'denial')
  );
}

const permissions = words(
  'right rights entitled permitted allowed free liberty option authorised authorized empowered recht berechtigt droit autorisé derecho autorizado',
);

/** Whether an element permits something: a permission with another number can be wider or narrower. */
export function permitsAnything(element: Element): boolean {
  return element.kind === 'force'
    ? element.force === 'may'
    : element.kind === 'word' && permissions.has(element.word);
}

/** Whether one denial is the only difference, with the modal word that goes with it: "may" and "may not". */
function isDenied(edits: readonly Edit[]): boolean {
  const rest = edits.filter((edit) => !isForceChange(edit));
  const [edit, ...others] = rest;
  if (edit === undefined || others.length > 0) return false;
  if (edit.kind === 'changed') {
    const [one, other] = [edit.one, edit.other];
    return (one.kind === 'denial' && isDeterminer(other)) || (other.kind === 'denial' && isDeterminer(one));
  }
  return (edit.kind === 'added' ? edit.other : edit.one).kind === 'denial';
}

const auxiliaries = words(
  'is are was were be been has have had do does did ist sind wird werden hat haben est sont es son ha han',
);

/** Whether the denial of one of two sentences is that of its verb, and not of a word such as in "requests not completed". */
function deniesTheVerb(...both: (readonly Element[])[]): boolean {
  const [denying = []] = both.filter((all) => all.some(({ kind }) => kind === 'denial'));
  const at = denying.findIndex(({ kind }) => kind === 'denial');
  const before = denying[at - 1];
  return at === 0 || before?.kind === 'force' || (before?.kind === 'word' && auxiliaries.has(before.word));
}

/** Whether a rule seems to have two duties, of which a sentence can break one: "… and must not sublet". */
export function isCompound(rule: readonly Element[]): boolean {
  const joins = new Set(['and', 'und', 'sowie', 'et', 'y']);
  return rule.some((element) => element.kind === 'word' && joins.has(element.word));
}

function isDeterminer(element: Element): boolean {
  return element.kind === 'word' && determiners.has(element.word);
}

function isForceChange(edit: Edit): boolean {
  return edit.kind === 'changed' && edit.one.kind === 'force' && edit.other.kind === 'force';
}

const strength: Record<Force, number> = { must: 2, should: 1, may: 0 };

function isWeaker(edit: Edit): boolean {
  if (edit.kind !== 'changed' || edit.one.kind !== 'force' || edit.other.kind !== 'force') return false;
  return strength[edit.one.force] > strength[edit.other.force];
}

/**
 * The fewest edits that turn the rule into the sentence, an element of the same kind being the cheaper change. Null if
 * they cost too much for sentences that are meant to be the same.
 */
function editsBetween(rule: readonly Element[], stated: readonly Element[]): Edit[] | null {
  const width = stated.length + 1;
  const costs = new Float64Array((rule.length + 1) * width);
  const at = (row: number, column: number) => costs[row * width + column] ?? 0;
  for (let row = 0; row <= rule.length; row += 1) {
    for (let column = 0; column <= stated.length; column += 1) {
      if (row === 0 && column === 0) continue;
      const [one, other] = [rule[row - 1], stated[column - 1]];
      costs[row * width + column] = Math.min(
        one === undefined ? Infinity : at(row - 1, column) + 1,
        other === undefined ? Infinity : at(row, column - 1) + 1,
        one === undefined || other === undefined
          ? Infinity
          : at(row - 1, column - 1) + changeCost(one, other),
      );
    }
  }
  if (at(rule.length, stated.length) > mostEdits * 1.5) return null;
  const edits: Edit[] = [];
  let [row, column] = [rule.length, stated.length];
  while (row > 0 || column > 0) {
    const [one, other] = [rule[row - 1], stated[column - 1]];
    const cost = at(row, column);
    if (one && other && cost === at(row - 1, column - 1) + changeCost(one, other)) {
      if (changeCost(one, other) > 0) edits.push({ kind: 'changed', one, other });
      row -= 1;
      column -= 1;
    } else if (one && (column === 0 || cost === at(row - 1, column) + 1)) {
      edits.push({ kind: 'missing', one });
      row -= 1;
    } else if (other) {
      edits.push({ kind: 'added', other });
      column -= 1;
    }
  }
  return edits.reverse();
}

function changeCost(one: Element, other: Element): number {
  if (isSame(one, other)) return 0;
  if (one.kind === other.kind && one.kind !== 'word') return 1;
  return isDeterminer(one) || isDeterminer(other) ? 1 : 1.75;
}

function isSame(one: Element, other: Element): boolean {
  if (one.kind === 'word') return other.kind === 'word' && one.word === other.word;
  if (one.kind === 'force') return other.kind === 'force' && one.force === other.force;
  if (one.kind === 'limit') return other.kind === 'limit' && isSameCertainly(one.limit, other.limit);
  return (
    other.kind === 'denial' && (one.word === other.word || (plain.has(one.word) && plain.has(other.word)))
  );
}

const plain = new Set(['not', 'never']);

function isSameCertainly(one: Limit, other: Limit): boolean {
  if (one.bound === null && other.bound === null)
    return (
      isSameValue(one, other) && one.isInterval === other.isInterval && one.isCertain === other.isCertain
    );
  return isSameLimit(one, other) && one.isCertain && other.isCertain;
}
