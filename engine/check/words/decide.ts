import { contentTerms } from '../../language/content.ts';
import { normalForm } from '../../language/normal-form.ts';
import { words } from '../../language/words.ts';
import type { Outcome } from '../../model/finding.ts';
import { cues } from '../../risks/cues.ts';
import type { Subject } from './absence.ts';
import { contestsOf } from './contest.ts';
import type { Contest } from './effects.ts';
import type { Element } from './elements.ts';
import { compareLimits, isSameKind, isSameValue, type Limit } from './limits.ts';
import type { Judged, JudgedByLimit, Place } from './places.ts';
import type { ReadRule } from './read-rule.ts';
import { isCompound, permitsAnything, type SameSentence, sameSentence } from './same-sentence.ts';

export type Decision = {
  outcome: Extract<Outcome, 'satisfied' | 'violated' | 'conflicting' | 'undetermined'>;
  isConfirmed: boolean;
  /** The sentences that decide the rule, or would if no other place contested them. */
  judged: readonly Judged[];
  contests: readonly Contest[];
  /** If nothing decides the rule: a sentence whose number fits it, which does not show that the rest fits. */
  fitting: JudgedByLimit | null;
};

/** How many of the closest sentences are compared with the rule. */
const mostCompared = 40;
/** A sentence that is the rule's own has most of its words: all but the unit of its number. */
const leastOfSame = 0.25;

/**
 * Decides a rule by the closest sentences. CONFIRMED is possible only for the rule's own sentence, or for that sentence
 * with another number or a denial, if no other place contests it.
 */
export function decide(rule: ReadRule, places: readonly Place[], subject: Subject): Decision {
  const open: Decision = {
    outcome: 'undetermined',
    isConfirmed: false,
    judged: [],
    contests: [],
    fitting: null,
  };
  const compared = places.slice(0, mostCompared).filter(({ read }) => read.canDecide && !read.isHeading);
  const own = compared.filter(({ share }) => share >= leastOfSame).flatMap((place) => ownWords(rule, place));
  const other = own.length > 0 ? [] : inOtherWords(rule, compared);
  const judged = own.length > 0 ? own : other.filter(({ outcome }) => outcome === 'violated');
  const [first] = judged;
  if (first === undefined) return { ...open, fitting: other[0] ?? null };
  if (judged.some(({ outcome }) => outcome !== first.outcome))
    return { ...open, outcome: own.length > 0 ? 'conflicting' : 'undetermined', judged };
  const contests = contestsOf(judged, rule, places, subject);
  if (contests.some(({ isGrave }) => isGrave)) return { ...open, judged, contests };
  return {
    outcome: first.outcome,
    isConfirmed: contests.length === 0 && judged.every(({ isCertain }) => isCertain),
    judged,
    contests,
    fitting: null,
  };
}

/** The judgment of a sentence that has the rule's own words. */
function ownWords({ elements }: ReadRule, place: Place): Judged[] {
  const clauses = place.read.clauses();
  for (const [at, clause] of clauses.entries()) {
    const ground = sameSentence(elements, clause);
    const judgment = ground && judgmentOf(ground);
    // The other clauses of a sentence must bind by themselves: "…; this is a target" speaks of the first.
    const stands = at === 0 || clauses.slice(1).every((other) => other.some(({ kind }) => kind === 'force'));
    if (ground && judgment && stands)
      return [
        {
          place,
          ground,
          ...judgment,
          isCertain:
            judgment.isCertain && at === 0 && !(judgment.outcome === 'violated' && isCompound(elements)),
        },
      ];
  }
  return continued(elements, place);
}

/** Words that make the rest of a sentence a condition. */
const conditions = words(
  'if when where whenever once only until without wenn falls sofern nur si lorsque quand seulement cuando solo sólo',
);

/**
 * The judgment of a sentence that begins with the rule's own words and says more: "… for each claim during the term". What
 * it says beyond the rule can matter, so that the judgment is never certain.
 */
function continued(elements: readonly Element[], place: Place): Judged[] {
  const [whole = []] = place.read.clauses();
  const rest = whole.slice(elements.length);
  const isPlain = rest.every(
    (element) => element.kind !== 'denial' && !(element.kind === 'word' && conditions.has(element.word)),
  );
  const ground = rest.length > 0 && isPlain ? sameSentence(elements, whole.slice(0, elements.length)) : null;
  const judgment = ground && judgmentOf(ground);
  return ground && judgment ? [{ place, ground, ...judgment, isCertain: false }] : [];
}

function judgmentOf(ground: SameSentence): Pick<Judged, 'outcome' | 'isCertain'> | null {
  switch (ground.relation) {
    case 'equal':
      return { outcome: 'satisfied', isCertain: true };
    case 'denied':
      return { outcome: 'violated', isCertain: ground.isCertain };
    case 'weaker':
      return { outcome: 'violated', isCertain: false };
    case 'limits':
      return (
        ground.verdict && {
          outcome: ground.verdict.isMet ? 'satisfied' : 'violated',
          isCertain: ground.verdict.isCertain,
        }
      );
  }
}

/** The judgments of sentences that have one limit of the rule's kind, on the same thing in other words. */
function inOtherWords(rule: ReadRule, compared: readonly Place[]): JudgedByLimit[] {
  const [asked, ...more] = rule.limits;
  if (asked === undefined || more.some((other) => !isSameValue(other, asked))) return [];
  if (
    countOf(rule.elements, 'denial') > 0 ||
    permits(rule.elements) ||
    cues.limits.test(rule.rule.description)
  )
    return [];
  return compared
    .filter(({ isAbout }) => isAbout)
    .flatMap((place): JudgedByLimit[] => {
      const one = limitOnSameThing(rule, place, asked);
      if (one === null) return [];
      const whole = `${place.read.leadIn ?? ''} ${place.read.text}`;
      const elements = place.read.clauses()[0] ?? [];
      if (
        countOf(elements, 'denial') > 0 ||
        permits(elements) ||
        cues.limits.test(whole) ||
        cues.unreal.test(whole)
      )
        return [];
      const verdict = compareLimits(asked, one, false);
      if (verdict === null) return [];
      return [
        {
          place,
          ground: { relation: 'limit', asked, stated: one },
          outcome: verdict.isMet ? 'satisfied' : 'violated',
          isCertain: false,
        },
      ];
    });
}

/** Matches what joins two parts of a sentence, each of which can have a number of its own. */
const joint = /^(?:.*(?:[,;](?!\d)|(?<!\p{L})(?:and|or|but|und|oder|et|ou|y|o)(?!\p{L})))/isu;
/** The part about the rule has at least three times as many of its words as any other. */
const leastLead = 3;

/**
 * The number of the rule's kind in a sentence. Of several, the one in the part of the sentence that has the rule's words;
 * null if more than one part has them, or if nothing separates the parts.
 */
function limitOnSameThing({ described, language }: ReadRule, { read }: Place, asked: Limit): Limit | null {
  const stated = read.limits().filter((limit) => isSameKind(limit, asked));
  const [first, ...others] = stated;
  if (first === undefined || others.every((other) => isSameValue(other, first))) return first ?? null;
  const text = normalForm(read.leadIn === null ? read.text : `${read.leadIn}\n${read.text}`);
  const cuts = others.map(({ start }, at) => {
    const { end = 0 } = stated[at] ?? {};
    const found = joint.exec(text.slice(end, start))?.[0].length;
    return found === undefined ? null : end + found;
  });
  if (cuts.includes(null)) return null;
  const parts = stated.map((limit, at) => {
    const terms = contentTerms(text.slice(cuts[at - 1] ?? 0, cuts[at] ?? text.length), language);
    return { limit, count: [...described].filter((term) => terms.includes(term)).length };
  });
  const [best, next] = parts.sort((one, other) => other.count - one.count);
  return best && next && best.count >= Math.max(1, leastLead * next.count) ? best.limit : null;
}

function countOf(elements: readonly Element[], kind: Element['kind']): number {
  return elements.filter((element) => element.kind === kind).length;
}

function permits(elements: readonly Element[]): boolean {
  return elements.some(
    (element) => permitsAnything(element) || (element.kind === 'force' && element.force === 'should'),
  );
}
