import { lightVerb } from '../../../language/modal-words.ts';
import { meanAlike } from '../../../language/synonyms.ts';
import type { Statement } from '../parse/statement.ts';
import type { Asked } from './asked.ts';

/**
 * Whether the clause states the act that the rule requires: as the verb of the clause, or as a noun after a light verb,
 * such as "notice" in "give notice". True if the rule has no verb.
 */
export function statesAct(
  asked: Asked,
  { tokens, binding: { verb }, phrasal }: Statement,
  stated: readonly string[],
): boolean {
  const { act } = asked;
  if (act === null) return true;
  const own = verb === null ? undefined : tokens[verb];
  // "Take off" and "take up" are different acts, although they have the same verb.
  const plain = asked.statement.phrasal?.terms ?? (phrasal ? [act] : null);
  if (plain) {
    const others = phrasal?.terms ?? (own ? [own.term] : []);
    if (plain.some((one) => others.some((other) => meanAlike(one, other)))) return true;
    if (asked.statement.phrasal && phrasal) return false;
  }
  if (own?.term === act) return true;
  // "Give" and "make" name an act only together with the noun after them.
  const word = asked.words.get(act) ?? '';
  if (/^ha[vsd]e?$/.test(word)) return own !== undefined && meanAlike(act, own.term);
  if (lightVerb.test(word)) {
    if (own === undefined) return false;
    if ([giving, getting].some((verbs) => verbs.test(word) && verbs.test(own.word))) return true;
    if (doing.test(word))
      return doing.test(own.word) || asked.objects.some((one) => meanAlike(one, own.term));
    return !emptyVerb.test(word) && meanAlike(act, own.term);
  }
  if (own && meanAlike(act, own.term)) return true;
  const isNoun = stated.some((term) => meanAlike(act, term));
  return isNoun && (own === undefined || lightVerb.test(own.word));
}

/** Matches verbs that mean an act only with its noun: "make alterations" is "carry out alterations" and "alter". */
export const doing =
  /^(?:mak(?:es?|ing)|made|carr(?:y|ies|ied|ying)|perform(?:s|ed|ing)?|conduct(?:s|ed|ing)?|undertak(?:es?|en|ing)|undertook|effect(?:s|ed|ing)?|execut(?:es?|ed|ing))$/;
/** Matches verbs that mean the same with a thing that somebody gets: "give a warranty", "grant a warranty". */
const giving =
  /^(?:giv(?:es?|en|ing)|gave|grant(?:s|ed|ing)?|offer(?:s|ed|ing)?|afford(?:s|ed)?|extend(?:s|ed)?|provid(?:es?|ed|ing))$/;
/** Matches verbs for what somebody asks of another party: "get the consent", "seek the approval". */
const getting =
  /^(?:gets?|got|getting|obtain(?:s|ed|ing)?|secur(?:es?|ed|ing)|procur(?:es?|ed|ing)|seek(?:s|ing)?|sought|acquir(?:es?|ed|ing))$/;
const emptyVerb = /^(?:giv|gave|mak|made|ha[svd]|do|done|tak|took|get|got|put|be|see)/;
