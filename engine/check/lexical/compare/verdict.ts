import { weakVerb } from '../../../language/likely-words.ts';
import { lawWords } from '../../../language/roles.ts';
import type { Outcome } from '../../../model/finding.ts';
import type { Comparison } from './compare.ts';

/**
 * What one clause by itself says about a duty. `outcome` is null if the compared parts do not show whether the duty is
 * met.
 */
export type Verdict = {
  outcome: Extract<Outcome, 'satisfied' | 'violated' | 'partly_satisfied'> | null;
  /** The compared part that decides the outcome, or because of which there is no outcome. */
  part: 'actor' | 'force' | 'limit' | 'name' | 'law' | 'exception' | 'words' | 'act' | 'same';
};

/** A clause with less than this share of the rule's object words is not about the duty. */
const sameSubject = 0.6;
/** Only a clause with at least this share of the rule's object words can decide the duty. */
const sameObject = 0.75;
/** A clause that denies the rule's act violates the rule only if it has at most this many words that the rule lacks. */
const mostBeside = 2;

export function verdictOf(comparison: Comparison): Verdict {
  const {
    act,
    coverage,
    actor,
    otherRecipient,
    force,
    limits,
    missing,
    missingNames,
    otherNames,
    extra,
    plain,
    statement,
  } = comparison;
  const limit = worst(limits.map(({ verdict }) => verdict));
  if (/\|/.test(statement.text)) return open('words');
  if (!(act || limits.some(({ stated }) => stated)) || coverage < sameSubject) return open('words');
  if (force === 'unclear') return open('force');
  const isLimited = limits.length > 0 && limits.every(({ stated }) => stated !== null);
  const isWhole = act && coverage >= (isLimited ? sameSubject : sameObject);
  if (actor === 'other')
    return act && isWhole && missingNames.length === 0 && force === 'same' && plain
      ? { outcome: 'violated', part: 'actor' }
      : open('actor');
  if (actor === 'unnamed' || actor === 'qualified') return open('actor');
  if (otherRecipient)
    return isWhole && force === 'same' && plain ? { outcome: 'violated', part: 'name' } : open('name');
  if (missingNames.length > 0)
    return otherNames.length > 0 && isWhole && force === 'same' && plain && excludes(comparison)
      ? { outcome: 'violated', part: 'name' }
      : open('name');
  if (!isWhole || missing.length > 2) return open('words');
  if (force === 'against' && (!act || isWeakVerb(comparison))) return open('act');
  // A denial with words of its own, such as "shall not inform any third party", need not deny what the rule asks for.
  if (force === 'against' && (extra.length > mostBeside || !plain)) return open('words');
  if (force === 'against') return { outcome: 'violated', part: 'force' };
  if (limit === 'broken') return { outcome: 'violated', part: 'limit' };
  if (limit === 'unclear' || limit === 'absent') return open('limit');
  if (comparison.operators.length > 0) return open('words');
  if (force === 'weaker') return { outcome: 'partly_satisfied', part: 'force' };
  if (!plain) return { outcome: 'partly_satisfied', part: 'exception' };
  if (missing.length > 0 || extra.length > 4 || otherNames.length > 1) return open('words');
  return { outcome: 'satisfied', part: 'same' };
}

/** Whether a clause has the rule's act only as a synonym of a verb that has many meanings. */
export function isWeakVerb({ statement: { tokens, binding }, sameVerb }: Comparison): boolean {
  return !sameVerb && binding.verb !== null && weakVerb.test(tokens[binding.verb]?.word ?? '');
}

/** A verdict without an outcome, because of a part. */
export function open(part: Verdict['part']): Verdict {
  return { outcome: null, part };
}

/** The limit verdict that decides if several limits are compared. */
export function worst(verdicts: readonly string[]): string | null {
  return ['broken', 'unclear', 'absent', 'met'].find((one) => verdicts.includes(one)) ?? null;
}

/**
 * Whether a clause with a different name than the rule cannot meet the rule. This is so if the name is a law or a
 * number. It need not be so for places: a clause with "Frankfurt" can meet a rule with "EU".
 */
function excludes({ missingNames, statement }: Comparison): boolean {
  return (
    missingNames.every((name) => /\d/.test(name)) || statement.tokens.some(({ word }) => lawWords.test(word))
  );
}
