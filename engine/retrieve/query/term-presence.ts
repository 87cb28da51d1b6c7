import { contentTerms } from '../../language/content.ts';
import type { Language } from '../../language/language.ts';
import type { RuleTerm } from '../evidence.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { isNumber } from './bm25.ts';

/**
 * How much of a rule the documents cover, 0 to 1, as a weighted sum:
 * - A half is `best`: the highest score of a passage, divided by the total weight of the rule's own words.
 * - A quarter is the largest share of the rule's name that one passage contains, or `best` if `best` is larger. The
 *   name of a rule is often the document's own term for the topic.
 * - A quarter is the share of the rule's words that occur anywhere in the input files.
 *
 * On contracts this measure separated present from absent clauses with an area under the curve of .86, and `best` alone
 * with .83. Weights between a quarter and twice these values resulted in .857 to .862, so the weights were not fitted.
 */
export function presenceOf(
  name: string,
  terms: readonly RuleTerm[],
  indexes: readonly SourceIndex[],
  best: number,
  language: Language,
): number {
  const words = terms.filter(({ term }) => !isNumber(term));
  if (words.length === 0 || best === 0) return best;
  const named = new Set(contentTerms(name, language));
  const ofName = mostIn(
    words.filter(({ term }) => named.has(term)),
    indexes,
  );
  const anywhere = words.filter(({ present }) => present).length / words.length;
  return best / 2 + Math.max(ofName, best) / 4 + anywhere / 4;
}

/** The largest share of some words, by weight, that one passage contains. */
function mostIn(words: readonly RuleTerm[], indexes: readonly SourceIndex[]): number {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  let most = 0;
  for (const index of indexes) {
    const weights = new Map<number, number>();
    for (const { alternatives, weight } of words) {
      for (const place of placesOf(alternatives, index)) {
        const sum = (weights.get(place) ?? 0) + weight;
        weights.set(place, sum);
        most = Math.max(most, sum);
      }
    }
  }
  return total > 0 ? most / total : 0;
}

function placesOf([own, ...others]: RuleTerm['alternatives'], index: SourceIndex): Iterable<number> {
  const places = index.postings(own ?? []).keys();
  if (others.length === 0) return places;
  return new Set([...places, ...others.flatMap((terms) => [...index.postings(terms).keys()])]);
}
