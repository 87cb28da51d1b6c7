import { quantitiesOf, saysSame } from '../../label/quantities.ts';
import { detectLanguage } from '../../language/detect.ts';
import { tokenize } from '../../language/tokens.ts';
import type { ClaimedQuote } from '../../model/answer.ts';
import type { Rule } from '../../model/rule.ts';
import type { Evidence } from '../../retrieve/evidence.ts';
import { weightOf } from '../words/absence.ts';
import { hasTerm } from '../words/places.ts';

/** How many of the best passages are searched. */
const mostPassages = 10;
/**
 * The share of the weight of the rule's words that a sentence needs. Rare words weigh most, so that a sentence without
 * them does not reach it. In 25 real agreements this noticed 34 of 248 answers that a model had left out, and disputed 2
 * of 177 rules about which they say nothing.
 */
const leastShare = 0.7;
/** The share that a sentence needs if it also has a number of the rule with its unit. */
const leastShareWithNumber = 0.45;

/**
 * The sentence of the input files that says most of what a rule says, if a model that found nothing must have overlooked
 * it: it has the rule's rarest words, or many of them and the rule's number. Null if there is no such sentence.
 */
export function overlooked(rule: Rule, { inputs, terms: all }: Evidence): ClaimedQuote | null {
  const language = detectLanguage(rule.description);
  const described = new Set(tokenize(rule.description, language).map(({ term }) => term));
  const terms = all.filter(({ term }) => described.has(term));
  const total = weightOf(terms);
  if (total === 0) return null;
  const asked = quantitiesOf(rule.description);
  let best: { share: number; quote: ClaimedQuote } | null = null;
  for (const { passage } of inputs.slice(0, mostPassages)) {
    for (const { start, end } of passage.sentences) {
      const text = passage.source.content.text.slice(start, end);
      const words = tokenize(text, language).map(({ term }) => term);
      const share = weightOf(terms.filter((term) => hasTerm(words, term))) / total;
      const known = asked.length > 0 && share >= leastShareWithNumber ? quantitiesOf(text) : [];
      const hasNumber = asked.some((one) => known.some((other) => saysSame(one, other)));
      if (share < (hasNumber ? leastShareWithNumber : leastShare) || share <= (best?.share ?? 0)) continue;
      best = { share, quote: { passage: passage.id, quote: text, stance: 'qualifies', at: { start, end } } };
    }
  }
  return best?.quote ?? null;
}
