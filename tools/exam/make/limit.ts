import type { Draw } from '../draw.ts';
import {
  otherUnit,
  type Quantity,
  quantityWriter,
  sameInOtherUnit,
  type WriteQuantity,
} from '../language/quantity.ts';
import { either, type TwinText } from '../language/twin-text.ts';
import type { LimitType, Template } from '../wordings/schemas.ts';
import type { Lexicon } from '../wordings/wordings.ts';

/**
 * The numbers of a pair: `asked` is the limit in the rule, `meets` a number that meets this limit, and `breaks` a
 * number that breaks it.
 */
export type LimitValues = {
  type: LimitType;
  measure: string;
  tail: string;
  asked: Quantity;
  meets: Quantity;
  breaks: Quantity;
  /** A further number, for the earlier wording of a clause that was changed. */
  earlier: Quantity;
  write: WriteQuantity;
  /** Which numbers break the limit: larger ones, smaller ones, or all different ones. */
  worse: 'more' | 'less' | 'any';
  /** Whether a bound in the opposite direction, such as "at least" instead of "at most", breaks the rule. */
  flips: boolean;
};

/**
 * The types of limits that a larger number breaks. A limit of type `exact` is broken by any different number, and a
 * limit of the remaining types by a smaller number.
 */
const upper: ReadonlySet<LimitType> = new Set(['deadline', 'most', 'for-most', 'every', 'kept']);

/** Chooses the numbers of a pair; null if the template has no limit. */
export function drawLimit({ limit }: Template, draw: Draw): LimitValues | null {
  if (!limit) return null;
  const { type, values, unit, measure, tail } = limit;
  const at = draw.number(1, values.length - 2);
  const before = values.slice(0, at);
  const after = values.slice(at + 1);
  const asked = values[at] ?? 0;
  const worse = limit.worse ?? (type === 'exact' ? 'any' : upper.has(type) ? 'more' : 'less');
  const breaks = draw.one({ more: after, less: before, any: [...before, ...after] }[worse]);
  const better = { more: before, less: after, any: [] }[worse];
  const rest = values.filter((value) => value !== asked && value !== breaks);
  // For a right and for a fixed number, only the same number meets the rule.
  const isFixed = limit.worse !== undefined || better.length === 0;
  const meets = isFixed || draw.chance(0.7) ? asked : draw.one(better);
  return {
    type,
    measure,
    tail,
    asked: { value: asked, unit },
    meets: { value: meets, unit },
    breaks: { value: breaks, unit },
    earlier: { value: draw.one(rest.filter((value) => value !== meets)), unit },
    write: quantityWriter(unit, values, draw),
    worse,
    flips: limit.worse === undefined && !['exact', 'reached', 'kept'].includes(type),
  };
}

/**
 * Two quantities: the first meets the limit, and the second has the number of the rule with a unit that breaks the
 * limit. Null if there is no such unit.
 */
export function unitTwins({ worse, asked, meets }: LimitValues, draw: Draw): [Quantity, Quantity] | null {
  const wrong = otherUnit(asked.unit, worse === 'any' ? draw.one(['more', 'less']) : worse, draw);
  if (wrong === null) return null;
  const equal = sameInOtherUnit(meets);
  // Sometimes the first quantity is the same duration in another unit, which also meets the limit.
  const first = equal && draw.chance(0.25) ? equal : asked;
  return [first, { value: asked.value, unit: wrong }];
}

/** The quantity with its bound, such as "within 30 days", as a clause words it. */
export function limitText(limit: LimitValues, quantity: TwinText, lexicon: Lexicon, draw: Draw): TwinText {
  return filled(draw.one(lexicon.limit(limit.type).right), limit, quantity);
}

/** The correct bound in the first document, and the opposite bound in the second, both with the same quantity. */
export function flippedLimit(limit: LimitValues, lexicon: Lexicon, draw: Draw): TwinText {
  const { right, flipped } = lexicon.limit(limit.type);
  const quantity = limit.write(limit.asked);
  return either(filled(draw.one(right), limit, quantity), filled(draw.one(flipped), limit, quantity));
}

/** The limit as a buyer words it in a rule. */
export function askedLimit(limit: LimitValues, lexicon: Lexicon, draw: Draw): string {
  const write = draw.chance(0.7)
    ? quantityWriter(limit.asked.unit, [limit.asked.value], draw, true)
    : limit.write;
  return filled(draw.one(lexicon.limit(limit.type).rule), limit, write(limit.asked));
}

/** A limit without a number, which refers to `place` for its value. */
export function limitElsewhere(limit: LimitValues, place: string, lexicon: Lexicon, draw: Draw): TwinText {
  return filled(draw.one(lexicon.limit(limit.type).elsewhere), limit, '').replaceAll('<sched>', place);
}

function filled(wording: string, { tail }: LimitValues, quantity: TwinText): TwinText {
  return wording.replaceAll('<q>', quantity).replaceAll('<tail>', tail).trim();
}
