import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';
import type { ModalUse } from './modals.ts';

const adverbs =
  /^(?:always|ever|also|then|further|furthermore|equally|duly|likewise|exactly|now|already|still|often|together|indeed|actually|freely)$/;
const longestChain = 16;

/**
 * The token of the verb: the first content word after the first modal that is neither a modal, an adverb nor a party.
 * Null if there is none.
 */
export function verbOf(
  tokens: readonly Token[],
  modals: readonly ModalUse[],
  language: Language,
  free: (at: number) => boolean,
  isParty: (at: number) => boolean,
): number | null {
  const first = modals.find(({ kind }) => kind !== 'deny') ?? modals[0];
  const start = first ? first.to + 1 : firstVerb(tokens, language, free, isParty);
  if (start === null) return null;
  let noun: number | null = null;
  for (let at = start; at < Math.min(tokens.length, start + longestChain); at += 1) {
    const token = tokens[at];
    if (!token || !free(at) || token.kind !== 'word') continue;
    if (modals.some(({ from, to }) => from <= at && at <= to)) continue;
    const isLet =
      token.word === 'let' && /^(?:to|shall|must|may|will|not|can)$/.test(tokens[at - 1]?.word ?? '');
    if (!isLet && (language.stopWords.has(token.word) || isParty(at) || language.isAdverb(token.word)))
      continue;
    if (adverbs.test(token.word) || isCarrier(tokens, at)) continue;
    // "Must be EUR 5 per share" has no act.
    if (!language.isParticiple(token.word) && isAmount(tokens, start, at, free)) return null;
    if (isAside(tokens, at)) continue;
    // In "must not exceed two months' rent", the limit has the verb.
    if (exceedsLimit(tokens, start, at, free)) return null;
    // "There must be an unqualified opinion" has no act. The act of "must have insurance" is "have".
    if (isExistence(tokens, modals, at)) return null;
    const possession = possessionAt(tokens, at, language);
    if (possession !== null && possession >= start) return possession;
    const isInverted = first?.plain === true && language.determiners.has(tokens[first.to + 1]?.word ?? '');
    if (noun !== null && isInverted && at === noun + 1) return at;
    // In "must have its system certified", the verb is the participle after the object.
    if (noun !== null && causative.test(tokens[noun - 2]?.word ?? '') && language.isParticiple(token.word))
      return at;
    // In "for the client to terminate", the noun after the article is not the verb, because an infinitive follows.
    if (language.determiners.has(tokens[at - 1]?.word ?? '') || noun !== null) {
      noun ??= at;
      if (tokens[at - 1]?.word === 'to') return at;
      continue;
    }
    return at;
  }
  return noun;
}

/** Whether the sentence says only what something must be, and so has no act: "must be EUR 5 per share". */
function isAmount(
  tokens: readonly Token[],
  start: number,
  at: number,
  free: (at: number) => boolean,
): boolean {
  return tokens.slice(start, at).some(({ word }, offset) => word === 'be' && !free(start + offset + 1));
}

/** Whether the verb of a sentence is a part of its limit: "must not exceed". */
function exceedsLimit(
  tokens: readonly Token[],
  start: number,
  at: number,
  free: (at: number) => boolean,
): boolean {
  return tokens
    .slice(start, at)
    .some(({ word }, offset) => /^exceed(?:s|ed|ing)?$/.test(word) && !free(start + offset));
}

/**
 * Whether a word between a modal and the verb only links the two, as "rests" in "a duty rests on the supplier to notify",
 * and "fail" in "shall without fail notify".
 */
function isCarrier(tokens: readonly Token[], at: number): boolean {
  const word = tokens[at]?.word ?? '';
  if (word === 'fail') return tokens[at - 1]?.word === 'without';
  return (
    /^(?:rests?|lies?|falls?|devolves?|sits|weighs?|vests?)$/.test(word) &&
    /^(?:on|upon|with|to)$/.test(tokens[at + 1]?.word ?? '') &&
    tokens.slice(at + 2, at + longestChain).some((token) => token.word === 'to')
  );
}

/** Whether a noun phrase at a token is what a sentence with "there" says to exist. */
function isExistence(tokens: readonly Token[], modals: readonly ModalUse[], at: number): boolean {
  const from = Math.max(0, at - existenceReach);
  const before = tokens.slice(from, at).map(({ word }) => word);
  const be = before.findLastIndex((word) => /^(?:be|is|are|was|were|been|exists?)$/.test(word));
  if (be < 0 || !before.slice(0, be).includes('there')) return false;
  const between = before.slice(be + 1);
  return (
    !between.some((word) => /^(?:to|for|that|of|by|in|on|who|which)$/.test(word)) &&
    !modals.some(({ from }) => from > at - between.length && from <= at)
  );
}

/** Maximum number of tokens between "there" and what there must be: "there must at all times be a written …". */
const existenceReach = 7;

/**
 * The position of "have" if the word at a token is what somebody has; null if "have" is an auxiliary there, as in "have
 * approved" and "have its system certified".
 */
function possessionAt(tokens: readonly Token[], at: number, language: Language): number | null {
  if (language.isParticiple(tokens[at]?.word ?? '') || language.determiners.has(tokens[at - 1]?.word ?? ''))
    return null;
  return /^(?:have|has|had)$/.test(tokens[at - 1]?.word ?? '') ? at - 1 : null;
}

const causative = /^(?:have|has|had|having|get|gets|got|getting)$/;

/** Matches phrases that can be between a modal and its verb. */
const asides =
  /^(?:at (?:its|his|her|their) own (?:cost|expense)|in (?:every|each|any|all) (?:instance|case|event|circumstances?|cases)|under (?:any|all|no) circumstances|at (?:all|any) times?|at no time|in no (?:case|event|circumstances|way)|in the end|without (?:exception|fail|delay))$/;

/** Whether a token is in a phrase that can be between a modal and its verb, such as "at its own cost". */
export function isAside(tokens: readonly Token[], at: number): boolean {
  for (let from = Math.max(0, at - 4); from < at; from += 1) {
    for (let to = at; to <= Math.min(tokens.length - 1, at + 1); to += 1) {
      if (
        asides.test(
          tokens
            .slice(from, to + 1)
            .map(({ word }) => word)
            .join(' '),
        )
      )
        return true;
    }
  }
  return false;
}

/**
 * The position from which to look for the verb in a sentence without a modal: at the first finite verb after the
 * subject ("approved"), or after an auxiliary ("has approved", "was paid"). Null if there is neither.
 */
function firstVerb(
  tokens: readonly Token[],
  language: Language,
  free: (at: number) => boolean,
  isParty: (at: number) => boolean,
): number | null {
  for (const [at, token] of tokens.entries()) {
    if (!free(at)) continue;
    if (/^(?:is|are|was|were|has|have|had|did|does|do)$/.test(token.word)) return at + 1;
    if (at === 0 || token.kind !== 'word' || isParty(at) || language.stopWords.has(token.word)) continue;
    let before = at - 1;
    while (
      before > 0 &&
      (adverbs.test(tokens[before]?.word ?? '') || language.isAdverb(tokens[before]?.word ?? ''))
    )
      before -= 1;
    if (isParty(before) && (/(?:ed|[^s]s)$/.test(token.word) || language.isParticiple(token.word))) return at;
  }
  return null;
}
