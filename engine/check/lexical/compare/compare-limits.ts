import { meanAlike } from '../../../language/synonyms.ts';
import type { Force } from '../parse/force.ts';
import type { Limit } from '../parse/limits.ts';

export type LimitVerdict = 'met' | 'broken' | 'unclear' | 'absent';

export type LimitComparison = {
  asked: Limit;
  stated: Limit | null;
  verdict: LimitVerdict;
  /** What the numbers probably show, if `verdict` is `unclear`. */
  likely: LimitVerdict;
  same: boolean;
};

/**
 * Compares each limit of a rule with the corresponding limit of a clause. The verdict is `unclear` if the two limits
 * cannot be compared (30 days and a month; EUR and CHF). It is also `unclear` if several limits of the clause
 * correspond and lead to different verdicts.
 */
export function compareLimits(
  asked: readonly Limit[],
  stated: readonly Limit[],
  force: Force,
): LimitComparison[] {
  return asked.map((one) => {
    const alike = stated.filter((other) => comparable(one, other));
    const sameRole = alike.filter(({ role }) => role === one.role);
    const candidates = alike.length > 1 && sameRole.length > 0 ? sameRole : alike;
    const [other] = candidates;
    if (!other) {
      const kin = stated.some(({ dimension }) => dimension.split(' ')[0] === one.dimension.split(' ')[0]);
      const verdict = kin && one.dimension.startsWith('money') ? 'unclear' : 'absent';
      return { asked: one, stated: null, verdict, likely: verdict, same: false };
    }
    const verdicts = new Set(candidates.map((each) => verdictOf(one, each, force)));
    const verdict = verdicts.size === 1 ? verdictOf(one, other, force) : 'unclear';
    const likely = verdict === 'unclear' ? likelyOf(one, candidates, force) : verdict;
    return { asked: one, stated: other, verdict, likely, same: verdict === 'met' && isSame(one, other) };
  });
}

/**
 * What the limits of a clause probably show if their direction is not understood, or if several of them can be meant: a
 * number without a known direction has the direction of the rule, and a limit that is the rule's own is the one meant.
 */
function likelyOf(asked: Limit, stated: readonly Limit[], force: Force): LimitVerdict {
  const verdicts = new Set(stated.map((one) => likelyVerdictOf(asked, one, force)));
  const [verdict] = verdicts;
  if (verdict !== undefined && verdicts.size === 1) return verdict;
  return stated.some((one) => isSame(asked, one)) ? 'met' : 'unclear';
}

function likelyVerdictOf(asked: Limit, stated: Limit, force: Force): LimitVerdict {
  const isOpen = stated.vague === 'direction' && !countsOtherWay(asked, stated);
  return verdictOf(asked, isOpen ? { ...stated, bound: asked.bound, vague: null } : stated, force);
}

function comparable(one: Limit, other: Limit): boolean {
  if (one.dimension !== other.dimension) return false;
  if ((one.role === 'every') !== (other.role === 'every')) return false;
  if (one.dimension !== 'count') return true;
  if (one.terms.length === 0 && other.terms.length === 0) return one.value === other.value;
  return one.terms.some((term) => other.terms.some((each) => meanAlike(term, each)));
}

function isSame(one: Limit, other: Limit): boolean {
  return (
    one.bound === other.bound &&
    one.strict === other.strict &&
    order(one, other) === 0 &&
    one.role === other.role
  );
}

/** -1, 0 or 1 if `other` is certainly less than, equal to or more than `one`; null if their units leave this open. */
function order(one: Limit, other: Limit): -1 | 0 | 1 | null {
  if (one.family === other.family) {
    const difference = other.value * other.exact - one.value * one.exact;
    return Math.abs(difference) < 1e-9 * Math.max(1, Math.abs(one.value * one.exact))
      ? 0
      : difference < 0
        ? -1
        : 1;
  }
  const [low, high] = [other.value * other.low, other.value * other.high];
  if (high < one.value * one.low) return -1;
  return low > one.value * one.high ? 1 : null;
}

/** Whether one limit counts time before an event and the other limit counts time after the event. */
function countsOtherWay({ role }: Limit, stated: Limit): boolean {
  return (role === 'before' && stated.role === 'after') || (role === 'after' && stated.role === 'before');
}

function verdictOf(asked: Limit, stated: Limit, force: Force): LimitVerdict {
  const by = order(asked, stated);
  if (by === null || countsOtherWay(asked, stated) || stated.vague) return 'unclear';
  if (asked.bound === 'exact') {
    if (by !== 0) return 'broken';
    return stated.bound === 'exact' ? 'met' : 'unclear';
  }
  if (force === 'right' && asked.ofNotice && stated.ofNotice && asked.bound === 'max')
    return ofNotice(stated, by);
  const opposite = asked.bound === 'min' ? 'max' : 'min';
  if (stated.bound === opposite) return ofOpposite(asked, stated, by);
  // For a right or a ban, a larger number is not simply stricter.
  if (force === 'right' || force === 'ban') return ofRight(asked, by, force);
  const beyond = asked.bound === 'min' ? by < 0 : by > 0;
  if (beyond) return 'broken';
  if (by === 0 && asked.strict && !stated.strict && stated.bound !== 'exact') return 'unclear';
  return by === 0 && asked.strict && stated.bound === 'exact' ? 'broken' : 'met';
}

/**
 * The verdict on a right that needs at most a certain notice. A right that needs longer notice does not meet the rule;
 * "at least 30 days' notice" means that notice of 30 days is enough.
 */
function ofNotice({ bound }: Limit, by: -1 | 0 | 1): LimitVerdict {
  if (by <= 0) return 'met';
  return bound === 'max' ? 'unclear' : 'broken';
}

/**
 * The verdict on a limit in the opposite direction. "At most 20" cannot meet "at least 30", while "at most 45" leaves
 * open whether 30 are reached. If the rule is about the height of a maximum ("limited to no less than 100 %"), the
 * maximum of the clause is the number to compare.
 */
function ofOpposite(asked: Limit, stated: Limit, by: -1 | 0 | 1): LimitVerdict {
  const isBeyond = asked.bound === 'min' ? by > 0 : by < 0;
  if (asked.ofMaximum && stated.bound === 'max') return isBeyond || by === 0 ? 'met' : 'broken';
  return isBeyond ? 'unclear' : 'broken';
}

/**
 * The verdict on a right or a ban with a different number:
 * - A right that needs longer notice, or a ban that begins at a higher threshold, does not meet the rule.
 * - A right with a higher minimum meets the rule; a right with a lower minimum does not.
 * - A different maximum is unclear, because it can limit a right or a burden ("may raise the fee by at most 5 %").
 */
function ofRight(asked: Limit, by: -1 | 0 | 1, force: Force): LimitVerdict {
  if (by === 0) return 'met';
  if (asked.bound !== 'min') return 'unclear';
  // A ban for a longer time is stricter. A ban from a higher amount or a longer time on ("not for more than two days") is
  // less strict.
  if (force === 'ban') return by > 0 === (asked.role === 'for' && !asked.strict) ? 'met' : 'broken';
  if (asked.role === 'before') return by > 0 ? 'broken' : 'unclear';
  return by > 0 ? 'met' : 'broken';
}
