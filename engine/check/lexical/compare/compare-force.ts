import type { Language } from '../../../language/language.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Force } from '../parse/force.ts';
import type { Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import { permitsAny } from './operators.ts';

export type ForceComparison = 'same' | 'weaker' | 'against' | 'unclear';

/** How the force of a clause (duty, ban, right, advice and so on) compares with the force that a rule asks for. */
export function compareForce(asked: Force, stated: Force): ForceComparison {
  return comparisons[asked]?.[stated] ?? 'unclear';
}

const refusing = {
  exempt: 'against',
  ban: 'against',
  'denied fact': 'against',
  'advice against': 'against',
  'hope against': 'against',
} as const;
const comparisons: Partial<Record<Force, Partial<Record<Force, 'same' | 'weaker' | 'against'>>>> = {
  duty: { duty: 'same', fact: 'same', right: 'against', advice: 'weaker', hope: 'against', ...refusing },
  'past fact': {
    fact: 'same',
    'past fact': 'same',
    right: 'against',
    advice: 'against',
    hope: 'against',
    ...refusing,
  },
  fact: {
    fact: 'same',
    duty: 'same',
    right: 'against',
    advice: 'against',
    hope: 'against',
    ...refusing,
  },
  ban: {
    ban: 'same',
    'denied fact': 'same',
    right: 'against',
    duty: 'against',
    'advice against': 'weaker',
    'hope against': 'against',
    advice: 'against',
  },
  'denied fact': {
    ban: 'same',
    'denied fact': 'same',
    right: 'against',
    duty: 'against',
    fact: 'against',
    'advice against': 'weaker',
    'hope against': 'against',
  },
  right: { right: 'same', duty: 'same', ban: 'against', hope: 'against' },
};

/** Matches a duty of the past. */
const hadTo =
  /\b(?:had to|(?:was|were) (?:required|obliged|bound|supposed|allowed|permitted|entitled) to)\b/i;
const excepting = /\b(?:except|unless|without|other than|otherwise than|save|until)\b/i;

/**
 * Compares how a rule and a clause bind. A clause with "only for the purpose" says the same as a rule with "not for any
 * purpose other than".
 */
export function compareForces(
  { statement: rule, act }: Asked,
  clause: Statement,
  language: Language,
): ForceComparison {
  const [asked, stated] = [rule.binding.force, clause.binding.force];
  // "Staff had to work in the office" does not say that they must.
  if (clause.opening === null && hadTo.test(clause.text) && /^(?:duty|ban|right)$/.test(asked))
    return 'unclear';
  const exceptOne = asked === 'ban' && /\b(?:other than|except)\b/i.test(rule.text);
  const only = clause.tokens.some(({ word }) => language.exclusives.has(word));
  if (exceptOne && only && (stated === 'duty' || stated === 'right')) return 'same';
  if (exceptOne && stated === 'right' && permitsAny(rule, clause)) return 'against';
  if (exceptOne && stated !== 'ban') return 'unclear';
  // "May not be amended except in writing" can say the same as "may be amended only in writing".
  const isOnly = rule.tokens.some(({ word }) => language.exclusives.has(word));
  if (asked === 'right' && isOnly && stated === 'ban' && excepting.test(clause.text)) return 'unclear';
  // "May charge interest of at most 5 %" keeps to a maximum of 5 %.
  const onlyMaximum = rule.binding.verb === null && rule.limits.length > 0 && rule.limits.every(isMaximum);
  if (asked === 'duty' && stated === 'right' && onlyMaximum) return 'same';
  // "The board authorised the purchase" reports the act that the rule asks for, and permits nothing.
  if (asked === 'past fact' && stated === 'right' && isOwnModal(act, clause)) return 'same';
  // A rule that asks for a state ("a donation of EUR 500 is required") is met by a report that the state exists.
  return asked === 'duty' && stated === 'past fact' && isState(rule) ? 'same' : compareForce(asked, stated);
}

function isMaximum({ bound }: Statement['limits'][number]): boolean {
  return bound === 'max';
}

/** Whether the modal of a clause is the act of the rule: "authorised" for "approve". */
function isOwnModal(act: string | null, { tokens, binding: { modals } }: Statement): boolean {
  return (
    act !== null &&
    modals.some(({ from, to }) => tokens.slice(from, to + 1).some(({ term }) => meanAlike(act, term)))
  );
}

/** Whether a rule asks for a state and not for an act: "must have its system certified", "must be Oslo". */
export function isState({ binding: { verb, passive }, text }: Statement): boolean {
  return (
    !passive &&
    (verb === null ||
      /\b(?:must|shall|has to|have to) (?:be|have (?:a|an|its|their|the))\b/i.test(text) ||
      /\bis required\b/i.test(text))
  );
}
