import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';
import { type ModalUse, modalsOf } from './modals.ts';

/**
 * How a sentence binds:
 * - `exempt`: the act is not required.
 * - `advice`: the act is recommended.
 * - `hope`: the act is a goal, a plan or a possibility.
 * - `advice against`, `hope against`: the same for leaving the act undone.
 * - `unclear`: the words do not show how the sentence binds.
 */
export type Force =
  | 'duty'
  | 'ban'
  | 'right'
  | 'exempt'
  | 'fact'
  | 'past fact'
  | 'denied fact'
  | 'advice'
  | 'advice against'
  | 'hope'
  | 'hope against'
  | 'unclear';

export type Binding = {
  force: Force;
  /** The modal phrases before the verb, and hedges anywhere in the sentence. */
  modals: readonly ModalUse[];
  /** Phrases after the verb that may weaken the sentence: "if it so chooses", "as it sees fit". */
  weakening: readonly ModalUse[];
  /** The token of the verb that the modals govern; null where none was found. */
  verb: number | null;
  passive: boolean;
};

/** Words that weaken a sentence wherever they are in it. */
const hedges =
  /^(?:if possible|where practicable|where possible|practicable|one day|some day|due course|later date|later time|later period|in future|perhaps|hopefully|possibly|eventually|normally|preferably|ideally|convenient|generally|usually)$/;
const beForms = /^(?:be|is|are|was|were|been|being)$/;
const adverbs =
  /^(?:always|ever|also|then|further|furthermore|equally|duly|likewise|exactly|now|already|still|often|together)$/;
const longestChain = 16;

/**
 * How the main clause of a sentence binds. The functions describe the token at a position:
 * - `free`: whether it is in the main clause.
 * - `isContent`: whether it is a content word of the rule.
 * - `isParty`: whether it names a party.
 */
export function bindingOf(
  tokens: readonly Token[],
  language: Language,
  free: (at: number) => boolean,
  isContent: (at: number) => boolean,
  isParty: (at: number) => boolean,
): Binding {
  const all = modalsOf(tokens, free, isContent);
  const verb = verbOf(tokens, all, language, free, isParty);
  const phrase = ({ from, to }: ModalUse): string =>
    tokens
      .slice(from, to + 1)
      .map(({ word }) => word)
      .join(' ');
  const end = verb ?? tokens.length;
  const modals = all.filter((one) => one.from < end || hedges.test(phrase(one)));
  const late = all.filter((one) => one.from > end && one.kind === 'deny');
  const weakening = all.filter(
    ({ from, kind }) =>
      from > end && (kind === 'may' || kind === 'advise' || kind === 'hope' || kind === 'release'),
  );
  const released = all.filter(
    (one) => one.from > end && one.kind === 'release' && beForms.test(tokens[one.from - 1]?.word ?? ''),
  );
  const passive = verb !== null && isPassive(tokens, verb, language);
  const stated = late.length > 0 ? 'unclear' : forceOf([...modals, ...released], tokens, verb, language);
  const force = verb !== null && isPerfect(tokens, verb, language) ? (perfect[stated] ?? stated) : stated;
  return { force, modals, weakening, verb, passive };
}

/** "Must have approved" asks for a past fact, not for a future act. */
const perfect: Partial<Record<Force, Force>> = { duty: 'past fact', ban: 'denied fact' };

function isPerfect(tokens: readonly Token[], verb: number, language: Language): boolean {
  const before = tokens.slice(Math.max(0, verb - 2), verb).map(({ word }) => word);
  return (
    language.isParticiple(tokens[verb]?.word ?? '') &&
    before.includes('have') &&
    /^(?:have|been)$/.test(before.at(-1) ?? '')
  );
}

/**
 * The token of the verb: the first content word after the first modal that is neither a modal, an adverb nor a party.
 * Null if there is none.
 */
function verbOf(
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
    if (isAside(tokens, at)) continue;
    const isInverted = first?.plain === true && language.determiners.has(tokens[first.to + 1]?.word ?? '');
    if (noun !== null && isInverted && at === noun + 1) return at;
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

/** Phrases that can be between a modal and its verb. */
const asides =
  /^(?:at (?:its|his|her|their) own (?:cost|expense)|in (?:every|each|any|all) (?:instance|case|event|circumstances?|cases)|under (?:any|all|no) circumstances|at (?:all|any) times?|in no (?:case|event|circumstances|way)|in the end)$/;

function isAside(tokens: readonly Token[], at: number): boolean {
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
 * Where to look for the verb in a sentence without a modal: at the first finite verb after the subject ("approved"), or
 * after an auxiliary ("has approved", "was paid"). Null if there is neither.
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

function isPassive(tokens: readonly Token[], verb: number, language: Language): boolean {
  const word = tokens[verb]?.word ?? '';
  if (
    !language.isParticiple(word) &&
    (word.endsWith('ing') || !/^(?:be|been)$/.test(tokens[verb - 1]?.word ?? ''))
  )
    return false;
  for (let at = verb - 1; at >= Math.max(0, verb - 4); at -= 1) {
    const word = tokens[at]?.word ?? '';
    if (beForms.test(word)) return true;
    if (!language.isAdverb(word) && !/^(?:not|never|always|also|duly)$/.test(word) && !isAside(tokens, at))
      return false;
  }
  return false;
}

function forceOf(
  modals: readonly ModalUse[],
  tokens: readonly Token[],
  verb: number | null,
  language: Language,
): Force {
  const kinds = new Set(modals.map(({ kind }) => kind));
  const refrains = count(modals, 'refrain') % 2 === 1;
  const mayBefore = (one: ModalUse): boolean =>
    modals.some((other) => other.kind === 'may' && other.from < one.from && !other.plain);
  const hope = modals.some(
    (one) => one.kind === 'hope' && !(tokens[one.from]?.word === 'whether' && mayBefore(one)),
  );
  const against = (count(modals, 'deny') + (refrains ? 1 : 0)) % 2 === 1;
  const hoped = modals.find(({ kind }) => kind === 'hope');
  if (hope && modals.some(({ kind, to }) => kind === 'deny' && hoped !== undefined && to < hoped.from))
    return 'exempt';
  if (hope) return against ? 'hope against' : 'hope';
  if (kinds.has('advise')) return against ? 'advice against' : 'advice';
  const governing = [...modals]
    .reverse()
    .find(({ kind }) => kind === 'must' || kind === 'may' || kind === 'ban');
  if (!governing) return factOf(modals, tokens, verb, refrains, language);
  return modalForce(governing, modals, refrains, tokens);
}

function modalForce(
  governing: ModalUse,
  modals: readonly ModalUse[],
  refrains: boolean,
  tokens: readonly Token[],
): Force {
  const denials = modals.filter(({ kind }) => kind === 'deny');
  if (denials.some((one) => deniesNoun(one, governing, tokens)) || (denials.length > 1 && !refrains))
    return 'unclear';
  const isInner = (one: ModalUse): boolean => governing.plain || one.from > governing.from;
  let inner = denials.filter(isInner).length + (refrains ? 1 : 0);
  let outer = denials.length - denials.filter(isInner).length + count(modals, 'release');
  if (governing.kind === 'ban') inner += 1;
  if (governing.kind === 'may' && governing.plain) {
    // "May not" and "no one may" deny the permission; "may not refrain from" makes the act a duty.
    const plainDenials = denials.length;
    inner = refrains ? 1 : 0;
    outer = plainDenials + count(modals, 'release');
  }
  const isMust = governing.kind !== 'may';
  const denied = inner % 2 === 1;
  if (outer % 2 === 0) return isMust ? (denied ? 'ban' : 'duty') : denied ? 'exempt' : 'right';
  return isMust ? (denied ? 'right' : 'exempt') : denied ? 'duty' : 'ban';
}

/** Whether a denial concerns only a part of the subject: "requests not completed must be …". */
function deniesNoun({ from, to }: ModalUse, governing: ModalUse, tokens: readonly Token[]): boolean {
  if (tokens[from]?.word !== 'not' || to > governing.from || to === governing.from - 1) return false;
  return !/^(?:do|does|did|is|are|was|were|be|has|have|had|shall|will|may|must|need|can)$/.test(
    tokens[from - 1]?.word ?? '',
  );
}

function factOf(
  modals: readonly ModalUse[],
  tokens: readonly Token[],
  verb: number | null,
  refrains: boolean,
  language: Language,
): Force {
  if (verb === null) return 'unclear';
  if (count(modals, 'release') > 0) return 'exempt';
  const denied = (count(modals, 'deny') + (refrains ? 1 : 0)) % 2 === 1;
  const word = tokens[verb]?.word ?? '';
  const finite = language.isParticiple(word) || /s$/.test(word) || beBefore(tokens, verb) || refrains;
  if (!finite && count(modals, 'deny') === 0) return 'unclear';
  if (denied) return 'denied fact';
  return isPast(tokens, verb, language) ? 'past fact' : 'fact';
}

function beBefore(tokens: readonly Token[], verb: number): boolean {
  return tokens
    .slice(Math.max(0, verb - 3), verb)
    .some(({ word }) => /^(?:is|are|was|were|has|have|had|do|does|did|been)$/.test(word));
}

function count(modals: readonly ModalUse[], kind: ModalUse['kind']): number {
  return modals.filter((one) => one.kind === kind).length;
}

/** Whether a verb says that something happened, which may no longer be so: "approved", "was paid", "has been moved". */
function isPast(tokens: readonly Token[], verb: number, language: Language): boolean {
  const before = tokens.slice(Math.max(0, verb - 3), verb).map(({ word }) => word);
  if (before.some((word) => /^(?:was|were|has|have|had|did)$/.test(word))) return true;
  return (
    language.isParticiple(tokens[verb]?.word ?? '') && !before.some((word) => /^(?:is|are|be)$/.test(word))
  );
}
