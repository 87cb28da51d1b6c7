import type { Language } from '../../../language/language.ts';
import { emptySubject, namesRole } from '../../../language/roles.ts';
import type { Token } from '../../../language/tokens.ts';
import type { Binding } from './force.ts';

/** The positions of the first and the last token of the noun phrase that names who acts. */
export type Actor = { from: number; to: number };

const fronted = /^(?:by|under|at|in|on|never|nor|neither|no)$/;
const introducing =
  /^(?:of|for|on|upon|with|to|that|by|requires?|oblige[sd]?|permits?|allows?|forbids?|whether|ask|if)$/;
const ends =
  /^(?:to|is|are|was|were|has|have|had|shall|must|may|will|can|should|not|never|and|or|within|from|by|with|at|on|in|into|for|before|after|until|no|every|once|without|under|according|pursuant|following|during|upon|via|through|per|using|as|that|which|who|if|where|when|unless|alone|free|only|exclusively|solely|always|duly)$/;

/** What is known about the tokens of a sentence when its actor is looked for. */
type Reading = {
  language: Language;
  /** Whether the token at a position is in the main clause. */
  free: (at: number) => boolean;
  /** The first token after the introduction. */
  first: number;
  /** Whether the token at a position neither limits the sentence nor says when it applies. */
  isHarmless: (at: number) => boolean;
};

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
  { language, free, first, isHarmless }: Reading,
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
  const governing = modals.filter(({ kind }) => kind !== 'deny');
  const subjectWords = range(first, governing[0]?.from ?? first).filter(free);
  // In "it shall be mandatory for the supplier to", the second modal governs the act.
  const isImpersonal =
    governing[0]?.plain === true && subjectWords.length > 0 && subjectWords.every((at) => word(at) === 'it');
  const modal = (isImpersonal ? governing[1] : undefined) ?? governing[0] ?? null;
  if (modal && verb < modal.from && verb <= first)
    return afterPreposition(tokens, modal.to, tokens.length, free, language, modals);
  const start = modal ? Math.min(modal.from, verb) : subjectEnd(tokens, verb);
  const obliged =
    modal && obliging.test(word(modal.to)) ? afterObliging(tokens, modal.to, verb, free, language) : null;
  if (obliged) return obliged;
  // In "it is left to the supplier to …", the actor follows the modal phrase.
  const governed = modal && leadsToActor.test(word(modal.to)) && !modal.plain ? modal.to + 1 : null;
  if (modal && governed !== null && (language.determiners.has(word(governed)) || tokens[governed]?.capital)) {
    const led = phraseFrom(tokens, governed, (at) => free(at) && at < verb);
    if (led) return led;
  }
  const denial = modals.find(({ kind, to }) => kind === 'deny' && to < start);
  // In "in present practice it is mandatory for the operator to", "it" is the subject.
  const subjectFrom =
    range(first, start).findLast(
      (at) =>
        word(at) === 'it' && at < start - 1 && range(at + 1, start).every((next) => linking.test(word(next))),
    ) ?? first;
  const subject = range(subjectFrom, start).filter(free);
  if (modal?.plain && subject.length > 0 && subject.every((at) => pronoun.test(word(at)))) return null;
  const naming = subject.filter((at) => isNaming(tokens, at, language, modals));
  // In "a contractual duty rests on the supplier to …", the words before the modal belong to the modal.
  const describes = modal !== null && describesModal(tokens, naming, modal, language);
  const named = describes ? [] : naming;
  const isInverted =
    modal?.plain === true &&
    (named.length === 0 || (fronted.test(word(first)) && language.determiners.has(word(modal.to + 1))));
  if (modal && (isInverted || named.length === 0 || emptySubject.test(word(subject[0] ?? subjectFrom)))) {
    const inverted = isInverted ? phraseFrom(tokens, modal.to + 1, (at) => free(at) && at < verb) : null;
    if (inverted) return inverted;
    return (
      afterPreposition(tokens, modal.from, verb, free, language, modals) ??
      atEnd(tokens, free, modals, language)
    );
  }
  if (modal && denial && named.length === 0) return phraseFrom(tokens, modal.to + 1, free);
  if (!isParty(tokens, named, first) && !/^ha(?:ve|s|d)$/.test(word(verb))) {
    const agent = agentOf(tokens, first, { language, free });
    if (agent && isParty(tokens, range(agent.from, agent.to + 1), first)) return agent;
  }
  const own = withoutIntroduction(tokens, named, { language, free, first, isHarmless });
  return own.length > 0 ? { from: own[0] ?? first, to: own.at(-1) ?? first } : null;
}

/** Matches words between "it" and an adjective or a noun that binds: "it shall always be mandatory". */
const linking =
  /^(?:is|was|be|been|shall|will|must|has|always|also|hereby|not|never|no|the|a|an|longer|remains?)$/;
/** Matches the last word of a modal phrase after which the actor can follow: "left to the supplier". */
const leadsToActor = /^(?:to|for|on|upon|with)$/;
/** Matches pronouns, which name no actor. */
const pronoun = /^(?:it|they|he|she)$/;
/** Matches nouns that are the modal of a sentence. */
const modalNoun =
  /^(?:dut(?:y|ies)|obligations?|responsibilit(?:y|ies)|tasks?|jobs?|requirements?|commitments?|burden|onus|rights?|option|permission)$/;

/** Whether all naming words before a modal noun are adjectives of the noun: "a contractual duty". */
function describesModal(
  tokens: readonly Token[],
  naming: readonly number[],
  { from }: Binding['modals'][number],
  language: Language,
): boolean {
  const [head] = naming;
  if (head === undefined || !modalNoun.test(tokens[from]?.word ?? '')) return false;
  const starts = head === 0 || language.determiners.has(tokens[head - 1]?.word ?? '');
  return starts && naming.at(-1) === from - 1 && naming.length === from - head && !tokens[head]?.capital;
}

/** The noun phrase after "by", in a sentence whose subject is a thing: "a review by the supplier is required". */
function agentOf(
  tokens: readonly Token[],
  first: number,
  { language, free }: Pick<Reading, 'language' | 'free'>,
): Actor | null {
  const at = range(first, tokens.length).find(
    (place) => tokens[place]?.word === 'by' && free(place) && !isMeans(tokens, place, language),
  );
  return at === undefined ? null : phraseFrom(tokens, at + 1, free);
}

/** Whether a noun phrase names a party: it has a capital, or it ends like the name of a role. */
function isParty(tokens: readonly Token[], places: readonly number[], first: number): boolean {
  const words = places
    .flatMap((at) => (tokens[at] ? [tokens[at]] : []))
    .filter(({ word }) => !/^(?:the|an?)$/.test(word));
  return (
    words.some((token) => token.capital && tokens.indexOf(token) > first) ||
    namesRole(words.map(({ word }) => word))
  );
}

/**
 * The naming words of a subject without an introduction that does not limit the sentence: "As regards accidents, the
 * supplier", "likewise the supplier".
 */
function withoutIntroduction(
  tokens: readonly Token[],
  named: readonly number[],
  { language, first, isHarmless }: Reading,
): readonly number[] {
  const [head] = named;
  const opening = tokens[first];
  if (head === undefined || !opening || language.determiners.has(opening.word)) return named;
  // The last noun phrase of the subject begins at a determiner or a capital that no preposition governs.
  const start = named.findLast((at) => {
    const before = tokens[at - 1]?.word ?? '';
    const isName = tokens[at]?.capital === true && tokens[at - 1]?.capital === false;
    const starts = language.determiners.has(before) ? at - 1 : isName ? at : null;
    if (starts === null) return false;
    const governor = tokens[starts - 1]?.word ?? '';
    return starts > first && !language.prepositions.has(governor) && !joining.test(governor);
  });
  if (start === undefined) return named;
  const introduction = range(first, start);
  const isTopic = topic.test(introduction.map((at) => tokens[at]?.word ?? '').join(' '));
  if (!introduction.every((at) => (isTopic ? tokens[at]?.kind === 'word' : isHarmless(at)))) return named;
  return named.filter((at) => at >= start);
}

/** Matches an introduction that only names what the sentence is about. */
const topic =
  /^(?:(?:in|during|over|for) the (?:\w+ )?(?:year|period|quarter|month)(?: under review)?$|as (?:regards|for|to|concerns)|regarding|concerning|with (?:regard|respect|reference) to|in (?:respect|regard) of|(?:up)?on (?:(?:giving|receiving) )?(?:(?:reasonable|prior|written|timely|due|advance|adequate|proper) ){1,3}(?:notice|request)$)\b/;
const joining = /^(?:and|or|nor|of|to|for)$/;

/** Matches verbs after which the actor follows: "the same provision obliges the supplier to keep a log". */
const obliging =
  /^(?:obliges|requires|permits|allows|entitles|forbids|prohibits|empowers|instructs|authori[sz]es|releases|relieves?|absolves?|exempts|excuses|frees|spares|prevents|precludes|stops|bars|hinders)$/;

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
    if (!introducing.test(tokens[at]?.word ?? '') || !free(at) || tokens[at - 1]?.word === 'out') continue;
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
    const own = tokens[at]?.word ?? '';
    const isGiven = given.test(own) && /^(?:to|on|upon|with|by)$/.test(tokens[at + 1]?.word ?? '');
    if (!isGiven && !/^(?:rests?|lies?|falls?|belongs?|devolves?|sits|weighs?|remains?|vests?)$/.test(own))
      continue;
    const phrase = phraseFrom(tokens, at + 2, free);
    if (
      phrase &&
      range(phrase.from, phrase.to + 1).some((place) => isNaming(tokens, place, language, modals))
    )
      return phrase;
  }
  return null;
}

/** Matches verbs that say to whom a right or a duty is given: "The right to … is granted to the client." */
const given =
  /^(?:granted|given|accorded|reserved|conferred|imposed|assigned|allocated|entrusted|incumbent|bestowed|borne|denied)$/;

/** Whether "by" introduces how something is done, not who does it: "by written notice", "by a test", "by 5 %". */
function isMeans(tokens: readonly Token[], at: number, language: Language): boolean {
  const next = tokens[at + 1];
  if (!next || next.kind === 'number' || next.word === 'no' || next.word.endsWith('ing')) return true;
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
