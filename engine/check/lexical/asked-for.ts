import type { Language } from '../../language/language.ts';
import { namesRole } from '../../language/roles.ts';
import type { Source } from '../../model/source.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Candidate } from './candidates.ts';
import { type Asked, askedOf, wholeOf } from './compare/asked.ts';
import { isIdentical } from './compare/decide.ts';

/**
 * The duties that a rule asks for. If a sentence of the documents is the rule word for word, the rule counts as one
 * duty.
 */
export function askedFor(
  description: string,
  language: Language,
  terms: readonly RuleTerm[],
  searched: readonly Source[],
  candidates: readonly Candidate[],
): Asked[] {
  const isParty = (words: readonly string[]): boolean => areParty(words, searched);
  const duties = askedOf(description, language, terms, isParty);
  if (duties.length < 2) return duties;
  const whole = wholeOf(description, language, terms, isParty);
  return candidates.some(({ text }) => isIdentical(whole.statement, text, language)) ? [whole] : duties;
}

const capitalized = new WeakMap<Source, ReadonlySet<string>>();

/**
 * Whether words name a party: they end like the name of a role, or the documents contain each of them with a capital
 * after "the".
 */
function areParty(words: readonly string[], searched: readonly Source[]): boolean {
  if (words.length === 0) return false;
  if (namesRole(words)) return true;
  return searched
    .filter(({ role }) => role === 'input')
    .some((source) => {
      const known = capitalized.get(source) ?? namesIn(source);
      capitalized.set(source, known);
      return words.every((word) => known.has(word));
    });
}

function namesIn({ content }: Source): Set<string> {
  return new Set(
    [...content.text.matchAll(/(?<=\b[Tt]he (?:\p{L}+ ){0,3})\p{Lu}\p{Ll}+/gu)].map(([word]) =>
      word.toLowerCase(),
    ),
  );
}
