import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';
import type { ModalUse } from './modals.ts';

const adverbs =
  /^(?:always|ever|also|then|further|furthermore|equally|duly|likewise|exactly|now|already|still|often|together)$/;
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
    if (adverbs.test(token.word)) continue;
    // "Must be EUR 5 per share" has no act.
    if (!language.isParticiple(token.word) && isAmount(tokens, start, at, free)) return null;
    if (isAside(tokens, at)) continue;
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

const causative = /^(?:have|has|had|having|get|gets|got|getting)$/;

/** Matches phrases that can be between a modal and its verb. */
const asides =
  /^(?:at (?:its|his|her|their) own (?:cost|expense)|in (?:every|each|any|all) (?:instance|case|event|circumstances?|cases)|under (?:any|all|no) circumstances|at (?:all|any) times?|at no time|in no (?:case|event|circumstances|way)|in the end)$/;

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
