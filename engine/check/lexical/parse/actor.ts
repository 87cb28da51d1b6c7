import type { Language } from '../../../language/language.ts';
import { emptySubject } from '../../../language/roles.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Binding } from './force.ts';

/** The positions of the first and the last token of the noun phrase that names who acts. */
export type Actor = { from: number; to: number };

const fronted = /^(?:under|at|in|on|never|nor|neither|no)$/;
const introducing =
  /^(?:of|for|on|upon|with|to|that|by|requires?|oblige[sd]?|permits?|allows?|forbids?|whether|ask|if)$/;
const ends =
  /^(?:to|is|are|was|were|has|have|had|shall|must|may|will|can|should|not|never|and|or|within|from|by|with|at|on|in|into|for|before|after|until|no|every|once|without|under|as|that|which|who|if|where|when|unless|alone|free|only|exclusively|solely|always|duly)$/;

/**
 * Finds the noun phrase that names who acts; null if the sentence names no actor. The position of the noun phrase
 * depends on the sentence:
 * - passive: after "by";
 * - active: before the modal;
 * - inverted, as in "at no time shall the tenant": after the modal;
 * - impersonal, as in "it is the duty of the supplier to": after a preposition.
 */
export function actorOf(
  tokens: readonly Token[],
  { modals, verb, passive }: Binding,
  language: Language,
  free: (at: number) => boolean,
  first: number,
): Actor | null {
  const word = (at: number): string => tokens[at]?.word ?? '';
  if (verb === null) return null;
  if (passive) {
    // The words after the verb are searched first, because "each invoice issued by the contractor shall be paid by the
    // employer" is about the employer.
    for (const at of [...range(verb, tokens.length), ...range(first, verb)]) {
      if (word(at) === 'by' && free(at) && !isMeans(tokens, at, language))
        return phraseFrom(tokens, at + 1, free);
    }
    return null;
  }
  const modal = modals.find(({ kind }) => kind !== 'deny') ?? null;
  const start = modal ? Math.min(modal.from, verb) : subjectEnd(tokens, verb);
  const obliged =
    modal && obliging.test(word(modal.from)) ? afterObliging(tokens, modal.to, verb, free, language) : null;
  if (obliged) return obliged;
  const denial = modals.find(({ kind, to }) => kind === 'deny' && to < start);
  const subjectFrom = first;
  const subject = range(subjectFrom, start).filter(free);
  const named = subject.filter((at) => isNaming(tokens, at, language, modals));
  const isInverted =
    modal?.plain === true &&
    (named.length === 0 || (fronted.test(word(first)) && language.determiners.has(word(modal.to + 1))));
  if (modal && (isInverted || named.length === 0 || emptySubject.test(word(subject[0] ?? first)))) {
    const inverted = isInverted ? phraseFrom(tokens, modal.to + 1, (at) => free(at) && at < verb) : null;
    if (inverted) return inverted;
    return (
      afterPreposition(tokens, modal.from, verb, free, language, modals) ??
      atEnd(tokens, free, modals, language)
    );
  }
  if (modal && denial && named.length === 0) return phraseFrom(tokens, modal.to + 1, free);
  return named.length > 0 ? { from: named[0] ?? first, to: named.at(-1) ?? first } : null;
}

/** Matches verbs after which the actor follows: "the same provision obliges the supplier to keep a log". */
const obliging =
  /^(?:obliges|requires|permits|allows|entitles|forbids|prohibits|empowers|instructs|authori[sz]es)$/;

function afterObliging(
  tokens: readonly Token[],
  modal: number,
  verb: number,
  free: (at: number) => boolean,
  language: Language,
): Actor | null {
  const next = tokens[modal + 1];
  if (!next || !(language.determiners.has(next.word) || next.capital)) return null;
  return phraseFrom(tokens, modal + 1, (at) => free(at) && at < verb);
}

function subjectEnd(tokens: readonly Token[], verb: number): number {
  let at = verb;
  while (
    at > 0 &&
    /^(?:is|are|was|were|has|have|had|did|does|do|been|not|never|duly|always|then|also)$/.test(
      tokens[at - 1]?.word ?? '',
    )
  )
    at -= 1;
  return at;
}

function isNaming(
  tokens: readonly Token[],
  at: number,
  language: Language,
  modals: Binding['modals'],
): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || modals.some(({ from, to }) => from <= at && at <= to)) return false;
  return !language.stopWords.has(token.word);
}

/**
 * The actor after a word that introduces it: "it is the duty of the supplier to …", "nothing requires the supplier to
 * …".
 */
function afterPreposition(
  tokens: readonly Token[],
  from: number,
  verb: number,
  free: (at: number) => boolean,
  language: Language,
  modals: Binding['modals'],
): Actor | null {
  for (let at = from; at < verb; at += 1) {
    if (!introducing.test(tokens[at]?.word ?? '') || !free(at)) continue;
    const phrase = phraseFrom(tokens, at + 1, (place) => free(place) && place < verb);
    if (
      phrase &&
      range(phrase.from, phrase.to + 1).some((place) => isNaming(tokens, place, language, modals))
    )
      return phrase;
  }
  return null;
}

/** The actor at the end of a sentence: "The responsibility for paying rests with the client." */
function atEnd(
  tokens: readonly Token[],
  free: (at: number) => boolean,
  modals: Binding['modals'],
  language: Language,
): Actor | null {
  for (let at = tokens.length - 1; at > 0; at -= 1) {
    if (!/^(?:rests?|lies?|falls?|belongs?)$/.test(tokens[at]?.word ?? '')) continue;
    const phrase = phraseFrom(tokens, at + 2, free);
    if (
      phrase &&
      range(phrase.from, phrase.to + 1).some((place) => isNaming(tokens, place, language, modals))
    )
      return phrase;
  }
  return null;
}

/** Whether "by" introduces how something is done, not who does it: "by written notice", "by a test", "by 5 %". */
function isMeans(tokens: readonly Token[], at: number, language: Language): boolean {
  const next = tokens[at + 1];
  if (!next || next.kind === 'number' || next.word.endsWith('ing')) return true;
  const noun = language.determiners.has(next.word) ? tokens[at + 2] : next;
  return (
    /^(?:written|notice|means|letter|post|email|mail|test|way|virtue|reason|law|hand|least|most|then|means)$/.test(
      noun?.word ?? '',
    ) && !noun?.capital
  );
}

function phraseFrom(tokens: readonly Token[], from: number, free: (at: number) => boolean): Actor | null {
  let to = from - 1;
  for (let at = from; at < Math.min(tokens.length, from + 7); at += 1) {
    const token = tokens[at];
    if (!token || !free(at) || token.kind !== 'word') break;
    if (
      ends.test(token.word) &&
      !(token.word === 'of' || (token.word === 'and' && tokens[at + 1]?.capital && tokens[at - 1]?.capital))
    )
      break;
    to = at;
  }
  return to >= from ? { from, to } : null;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
}
