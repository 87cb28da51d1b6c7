import { quoteText } from '../../../cite/quote-text.ts';
import type { Language } from '../../../language/language.ts';
import type { Candidate } from '../candidates.ts';
import { parseStatement, type Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';
import type { Comparison } from './compare.ts';

/** Matches the pronouns that can stand for the party of the sentence before. */
const pronoun = /^(?:it|they|he|she)$/;
/** A pronoun can have at most this many words in front of it: "In addition, it shall …". */
const mostBefore = 3;

/**
 * The comparison of a clause whose subject is a pronoun. The pronoun stands for the actor of the sentence before: if that
 * is the rule's actor, the clause has the rule's actor too. Other comparisons are returned unchanged.
 */
export function withAntecedent(
  comparison: Comparison,
  { passage, sentence }: Candidate,
  asked: Asked,
  language: Language,
): Comparison {
  if (comparison.actor !== 'unnamed' || !hasPronoun(comparison.statement)) return comparison;
  const before = passage.sentences[passage.sentences.findIndex(({ start }) => start === sentence.start) - 1];
  if (!before) return comparison;
  const { actor, tokens } = parseStatement(quoteText(passage.source.content, before), language, asked.known);
  const named = actor ? tokens.slice(actor.from, actor.to + 1).map(({ term }) => term) : [];
  return asked.actor.every((term) => named.includes(term)) ? { ...comparison, actor: 'same' } : comparison;
}

function hasPronoun({ tokens, first, actor, binding }: Statement): boolean {
  if (actor !== null || binding.passive) return false;
  const from = tokens.findIndex(({ word }, at) => at >= first && pronoun.test(word));
  return (
    from >= 0 &&
    from - first <= mostBefore &&
    binding.modals.some((modal) => modal.plain && modal.from > from)
  );
}
