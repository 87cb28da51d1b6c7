import type { Language } from '../../language/language.ts';
import { namesRole } from '../../language/roles.ts';
import type { Source } from '../../model/source.ts';
import type { RuleTerm } from '../../retrieve/evidence.ts';
import type { Candidate } from './candidates.ts';
import { type Asked, askedOf, wholeOf } from './compare/asked.ts';
import { isIdentical } from './compare/compared.ts';

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

/**
 * Words with a capital that name somebody who acts: "the Service Provider shall keep". A defined thing, such as "the
 * Confidential Information", has capitals too, but does not act.
 */
const acting =
  /(?<=\b(?:[Tt]he|[Ee]ach|[Ee]very|[Ee]ither|[Nn]either|[Bb]y the|[Tt]o the) )((?:\p{Lu}[\p{L}-]{0,30}\s){1,3}?)(?=(?:(?:shall|must|will|may|can|should|has to|have to|agrees?|undertakes?|is (?:obliged|required|entitled|responsible))\s(?:not\s|also\s|to\s|promptly\s|immediately\s)?(?!(?:be|remain|include|mean|have|continue|terminate|expire|apply|survive|constitute|become|commence|cease|contain|govern|bind|prevail|take|not)\b))\p{Ll})/gu;

function namesIn({ content }: Source): Set<string> {
  return new Set(
    [...content.text.matchAll(acting)].flatMap(([, name = '']) => name.trim().toLowerCase().split(/\s+/)),
  );
}
