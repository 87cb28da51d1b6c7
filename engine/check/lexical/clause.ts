import type { Language } from '../../language/language.ts';
import type { Token } from '../../language/tokens.ts';

/** What a modal word does to an act. */
export type Force = 'duty' | 'advice' | 'permission';

/** How a verb stands in a sentence. */
export type VerbUse = { at: number; force: Force | null; negated: boolean };

/** A modal or a negation governs a verb over this many tokens: "shall not, except …, disclose". Measured on contracts. */
const reach = 14;

/** The force of a modal word, or null when the word is none. */
export function forceOf(word: string, language: Language): Force | null {
  if (language.duties.has(word)) return 'duty';
  if (language.advices.has(word)) return 'advice';
  if (language.permissions.has(word)) return 'permission';
  return null;
}

/**
 * The places where a term stands as a verb, not as a noun ("shall return", not "after its return"), with the modal and
 * the negation that govern it. A modal governs all verbs that follow it up to the next one.
 */
export function verbUses(tokens: readonly Token[], term: string, language: Language): VerbUse[] {
  return tokens.flatMap((token, at): VerbUse[] => {
    if (token.term !== term || !isVerb(tokens, at, language)) return [];
    let force: Force | null = null;
    let negations = 0;
    for (let before = at - 1; before >= Math.max(0, at - reach); before -= 1) {
      const word = tokens[before]?.word ?? '';
      if (language.negations.has(word)) negations += 1;
      const own = forceOf(word, language);
      if (own === null) continue;
      force = own;
      if (language.negations.has(tokens[before - 1]?.word ?? '')) negations += 1;
      if (language.negations.has(tokens[before - 2]?.word ?? '') && before < at - 1) negations += 1;
      break;
    }
    return [{ at, force, negated: negations % 2 === 1 }];
  });
}

function isVerb(tokens: readonly Token[], at: number, language: Language): boolean {
  const word = tokens[at]?.word ?? '';
  if (/(?:tion|sion|ment|ance|ence|ity|ness|ers?|ors?|ees?|als?|ures?)$/.test(word) && nounLike(word))
    return false;
  let before = at - 1;
  while (before >= 0 && /ly$/.test(tokens[before]?.word ?? '')) before -= 1;
  const previous = tokens[before]?.word ?? '';
  if (previous === 'to') return true;
  const gerund = word.endsWith('ing');
  if (language.determiners.has(previous)) return false;
  if (language.prepositions.has(previous)) return gerund;
  for (let place = at - 1; place >= Math.max(0, at - reach); place -= 1) {
    const other = tokens[place]?.word ?? '';
    if (other === 'to' || forceOf(other, language) || language.auxiliaries.has(other)) return true;
  }
  return false;
}

/** Endings of nouns that are as often the end of a verb need a longer word before them ("refer" is a verb). */
function nounLike(word: string): boolean {
  return !/^(?:refer|offer|enter|deliver|transfer|consider|alter|prefer|differ|order|cover|render|register|monitor|agree|guarantee|ensure|disclose|measure|secure|procure|require|acquire|assure|appeal|reveal|deal|implement|supplement|commence|influence|reference|permission|mention|position|condition|question|comment|document|experiment|balance|finance|enhance|advance|license|function|administer|answer|trigger|foster|hinder|filter|store|honor|author|favor)s?$/.test(
    word,
  );
}
