import type { Language } from '../../../language/language.ts';
import type { Token } from '../../../language/tokens.ts';
import { type ModalUse, modalsOf } from './modals.ts';
import { isAside, verbOf } from './verb.ts';

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

/** Matches words that weaken a sentence wherever they are in the sentence. */
const hedges =
  /^(?:if possible|where practicable|where possible|practicable|one day|some day|due course|later date|later time|later period|in future|perhaps|hopefully|possibly|eventually|normally|preferably|ideally|convenient|generally|usually)$/;
const beForms = /^(?:be|is|are|was|were|been|being)$/;
const tries = /^(?:use|uses|make|makes|exert|exerts|apply|applies|undertake|undertakes|take|takes)$/;

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
  const plainVerb = verbOf(tokens, all, language, free, isParty);
  const gerund = plainVerb === null ? gerundOf(tokens, all, free) : null;
  const stated = plainVerb ?? gerund;
  // In "shall use reasonable efforts to repair", the act is "repair".
  const effort =
    stated !== null && tries.test(tokens[stated]?.word ?? '')
      ? all.find(({ kind, from }) => kind === 'advise' && from > stated && from <= stated + 4)
      : undefined;
  const verb = effort ? verbOf(tokens, [effort], language, free, isParty) : stated;
  const phrase = ({ from, to }: ModalUse): string =>
    tokens
      .slice(from, to + 1)
      .map(({ word }) => word)
      .join(' ');
  const isGerund = gerund !== null && verb === gerund && all.every(({ from }) => from > gerund);
  const end = isGerund ? tokens.length : (verb ?? tokens.length);
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
  const own = late.length > 0 ? 'unclear' : forceOf([...modals, ...released], tokens, verb, language, free);
  const force = verb !== null && isPerfect(tokens, verb, language) ? (perfect[own] ?? own) : own;
  return { force, modals, weakening, verb, passive };
}

/** The act of a sentence that begins with it: "Lending a laptop is prohibited for the employee." */
function gerundOf(
  tokens: readonly Token[],
  modals: readonly ModalUse[],
  free: (at: number) => boolean,
): number | null {
  const first = tokens.findIndex((_, at) => free(at));
  const isGerund = /\w{3}ing$/.test(tokens[first]?.word ?? '');
  return isGerund &&
    modals.some(({ from }) => [1, 2].some((back) => beForms.test(tokens[from - back]?.word ?? '')))
    ? first
    : null;
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
    if (
      !language.isAdverb(word) &&
      !/^(?:not|never|always|also|duly|only)$/.test(word) &&
      !isAside(tokens, at)
    )
      return false;
  }
  return false;
}

function forceOf(
  modals: readonly ModalUse[],
  tokens: readonly Token[],
  verb: number | null,
  language: Language,
  free: (at: number) => boolean,
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
  const governing =
    [...modals].reverse().find(({ kind }) => kind === 'must' || kind === 'may' || kind === 'ban') ??
    cannot(modals, tokens);
  if (!governing) return factOf(modals, tokens, verb, refrains, language, free);
  return modalForce(governing, modals, refrains, tokens);
}

function modalForce(
  governing: ModalUse,
  modals: readonly ModalUse[],
  refrains: boolean,
  tokens: readonly Token[],
): Force {
  const hasNeither = modals.some(({ kind, from }) => kind === 'deny' && tokens[from]?.word === 'neither');
  const denials = modals.filter(
    (one) =>
      one.kind === 'deny' &&
      !excludesOthers(one, governing, tokens) &&
      !(hasNeither && tokens[one.from]?.word === 'nor'),
  );
  if (
    denials.some((one) => deniesNoun(one, governing, tokens) || isInAside(one, governing, tokens)) ||
    (denials.length > 1 && !refrains)
  )
    return 'unclear';
  // "Is seeking permission to" and "has lost the right to" say nothing about what is allowed.
  if (
    governing.kind === 'may' &&
    !governing.plain &&
    tokens.slice(Math.max(0, governing.from - 3), governing.from).some(({ word }) => withoutRight.test(word))
  )
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

const withoutRight =
  /^(?:seek\w*|sought|appl(?:y|ies|ied|ying)|ask\w*|request\w*|negotiat\w+|welcome|await\w*|los[te]\w*|forfeit\w*|renounc\w+|relinquish\w*|surrender\w*)$/;

/** The modal "can" that the word "cannot" denies; undefined if there is no "cannot". */
function cannot(modals: readonly ModalUse[], tokens: readonly Token[]): ModalUse | undefined {
  const denied = modals.find(({ kind, from }) => kind === 'deny' && tokens[from]?.word === 'cannot');
  return denied && { ...denied, kind: 'may', plain: true };
}

/** Whether a denial concerns only a part of the subject: "requests not completed must be …". */
function deniesNoun({ from, to }: ModalUse, governing: ModalUse, tokens: readonly Token[]): boolean {
  if (tokens[from]?.word !== 'not' || to > governing.from) return false;
  // "Any copy that is not returned shall be destroyed."
  if (/^(?:that|which|who)$/.test(tokens[from - 2]?.word ?? '') && to < governing.from - 1) return true;
  if (to === governing.from - 1) return false;
  return !/^(?:do|does|did|is|are|was|were|be|has|have|had|shall|will|may|must|need|can)$/.test(
    tokens[from - 1]?.word ?? '',
  );
}

/** Whether a denial only excludes other parties: "the supplier, and no one else, shall". */
function excludesOthers({ from, to }: ModalUse, governing: ModalUse, tokens: readonly Token[]): boolean {
  return (
    governing.plain &&
    /^(?:and|but)$/.test(tokens[from - 1]?.word ?? '') &&
    to < governing.from - 1 &&
    from > 1
  );
}

/**
 * Whether a denial between the subject and the modal may concern only a phrase there: "the supplier, with no delay on
 * its part, shall". In "the supplier in no case shall", it denies the sentence.
 */
function isInAside({ from, to }: ModalUse, governing: ModalUse, tokens: readonly Token[]): boolean {
  if (!governing.plain || tokens[from]?.word !== 'no' || to >= governing.from) return false;
  const next = tokens[to + 1]?.word ?? '';
  if (/^(?:times?|case|event|circumstances?|way|account|condition|longer|means|one|party)$/.test(next))
    return false;
  return tokens.slice(1, from).some(({ capital }) => capital);
}

function factOf(
  modals: readonly ModalUse[],
  tokens: readonly Token[],
  verb: number | null,
  refrains: boolean,
  language: Language,
  free: (at: number) => boolean,
): Force {
  if (verb === null)
    return isCopula(tokens.filter((_, at) => free(at))) && modals.length === 0 ? 'fact' : 'unclear';
  if (count(modals, 'release') > 0) return 'exempt';
  // "Is reluctant to pay" and "is urged not to pay" do not say that somebody pays.
  if (tokens[verb - 1]?.word === 'to' && !refrains) return 'unclear';
  const denied = (count(modals, 'deny') + (refrains ? 1 : 0)) % 2 === 1;
  const word = tokens[verb]?.word ?? '';
  const finite = language.isParticiple(word) || /s$/.test(word) || beBefore(tokens, verb) || refrains;
  if (!finite && count(modals, 'deny') === 0) return 'unclear';
  if (denied) return 'denied fact';
  return isPast(tokens, verb, language) ? 'past fact' : 'fact';
}

/** Whether a sentence only says what something is: "The governing law is that of Portugal." */
function isCopula(tokens: readonly Token[]): boolean {
  return tokens.filter(({ word }) => /^(?:is|are)$/.test(word)).length === 1;
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
