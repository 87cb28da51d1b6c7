import { aboutText } from '../../../language/clause-words.ts';
import type { Line } from './clause-map.ts';
import type { Effect } from './effect.ts';
import { likelyEffect } from './likely-effect.ts';

/**
 * A passage that bears on whether a clause is in force, and its effect on the clause. `line` is null for a heading, and
 * for an introduction of a sentence that is not in the clause map.
 */
export type Bearing = {
  line: Line | null;
  text: string;
  effect: Effect;
  /** The effect that the words probably state, if `effect` is unclear. */
  likely: Effect;
  where: 'opening' | 'beside' | 'elsewhere';
};

/** Matches the beginning of a sentence that adds something and limits nothing. */
const adding = /^\W*without (?:limiting|prejudice to|derogating from|restricting)\b/i;

/** A longer sentence can say so much of its own that its words do not show its effect on the clause before it. */
const longestEffect = 35;

/** Matches the end of a sentence whose list of cases follows: "destruction will not be made of". */
const leadsToCases = /\b(?:of|for|in|from|with|to|where|if|when)\s*(?:[:,]?\s*\((?:i|a|1)\)|[:,–—]?\s*$)/i;

/** What a sentence beside a clause says about it; `found` is what `effectOf` returns for the sentence. */
export function besideWith(line: Line, found: Effect): Bearing {
  const { text } = line;
  const limited = (one: Effect): Effect => (one === 'ends' && leadsToCases.test(text) ? 'limits' : one);
  const own = limited(found);
  const effect = adding.test(text) && own !== 'ends' ? 'mentions' : own;
  const isLong = text.split(/\s+/).length > longestEffect && !aboutText.test(text);
  if (isLong && effect !== 'mentions' && effect !== 'keeps')
    return { line, text, effect: 'unclear', likely: 'unclear', where: 'beside' };
  return {
    line,
    text,
    effect,
    likely: effect === 'unclear' ? limited(likelyEffect(text)) : effect,
    where: 'beside',
  };
}
