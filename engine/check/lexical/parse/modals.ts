import { comparingWords, type ModalKind, modalNouns, modalPhrases } from '../../../language/modal-words.ts';
import type { Token } from '../../../language/tokens.ts';

/** A modal phrase in a sentence; `to` is its last token. */
export type ModalUse = { kind: ModalKind; plain: boolean; from: number; to: number };

const byFirst = new Map<string, typeof modalPhrases>();
for (const phrase of modalPhrases) {
  const [first = ''] = phrase.words;
  byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
}

/**
 * Finds modal and denying phrases in text order; at each position the longest one counts. `isContent` tells which
 * tokens are content words of the rule, and so are not modal: "access rights", "a plan".
 */
export function modalsOf(
  tokens: readonly Token[],
  free: (at: number) => boolean,
  isContent: (at: number) => boolean,
): ModalUse[] {
  const found: ModalUse[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    if (!free(at)) continue;
    const use = phraseAt(tokens, at, free);
    if (!use) continue;
    const { kind, plain, to } = use;
    if (kind === 'hope' && tokens[at - 1]?.word === 'as') continue;
    // "Was eventually paid" is a fact.
    if (kind === 'hope' && tokens[at]?.word === 'eventually' && pastForms.test(tokens[at - 1]?.word ?? ''))
      continue;
    // "Up to EUR 500" permits nothing, and "it is up to the supplier" does.
    if (kind === 'may' && tokens[at]?.word === 'up' && !beForms.test(tokens[at - 1]?.word ?? '')) continue;
    // "Must be able to lift 500 kg" asks for a property.
    if (kind === 'hope' && tokens[at]?.word === 'able' && tokens[at - 1]?.word === 'be') continue;
    if (kind === 'hope' && tokens[at]?.word === 'towards' && !/ing$/.test(tokens[at + 1]?.word ?? ''))
      continue;
    // "Shall without fail notify" is a duty.
    if (kind === 'refrain' && tokens[at - 1]?.word === 'without') continue;
    if (kind === 'deny' && (comparingWords.test(followed(tokens, to)) || isFree(tokens, at))) continue;
    if (kind === 'may' && (isGranted(tokens, at) || isAuthority(tokens, at))) continue;
    if (
      promising.test(tokens[at]?.word ?? '') &&
      !/^(?:to|that|not|never|it|hereby|and)$/.test(tokens[at + 1]?.word ?? '')
    )
      continue;
    if (kind !== 'deny' && !plain && isContent(at) && !isVerbPlace(tokens, at)) continue;
    if (modalNouns.test(tokens[at]?.word ?? '') && !opensAct(tokens, to)) continue;
    found.push(use);
    at = to;
  }
  return found;
}

const beForms = /^(?:be|is|are|was|were|been|remains?)$/;
const pastForms = /^(?:was|were|has|have|had|been)$/;

/** Matches verbs that bind only with an infinitive or a "that" after them: "shall ensure the uptime" has the act "ensure". */
const promising = /^(?:ensure|guarantee|warrant|undertake|promise|pledge)$/;

/** The longest modal phrase that begins at a token; null if none does. */
function phraseAt(tokens: readonly Token[], at: number, free: (at: number) => boolean): ModalUse | null {
  for (const { words, kind, plain } of byFirst.get(tokens[at]?.word ?? '') ?? []) {
    const to = endOf(words, tokens, at, free);
    if (to !== null) return { kind, plain, from: at, to };
  }
  return null;
}

/** The last token of a phrase that begins at a token; null if it is not there. "Has always to" is "has to". */
function endOf(
  words: readonly string[],
  tokens: readonly Token[],
  at: number,
  free: (at: number) => boolean,
): number | null {
  let place = at;
  for (const [offset, word] of words.entries()) {
    if (offset > 0 && between.test(tokens[place]?.word ?? '') && tokens[place]?.word !== word) place += 1;
    if (tokens[place]?.word !== word || !free(place)) return null;
    place += 1;
  }
  return place - 1;
}

const between = /^(?:always|also|then|therefore|thus|hereby)$/;

/** Whether a denying word denies nothing: "at no cost", "in Norway and nowhere else". */
function isFree(tokens: readonly Token[], at: number): boolean {
  return (
    (tokens[at]?.word === 'nowhere' && tokens[at + 1]?.word === 'else') ||
    (tokens[at]?.word === 'no' &&
      tokens[at - 1]?.word === 'at' &&
      /^(?:(?:extra|additional|further|separate) )?(?:cost|costs|charge|charges|expense)\b/.test(
        followed(tokens, at),
      ))
  );
}

/**
 * Whether "authorised" is an act, as in "has authorised the purchase" and "was authorised by the board". In "is
 * authorised to", it is a permission.
 */
function isGranted(tokens: readonly Token[], at: number): boolean {
  return (
    /^(?:authori[sz]ed|permitted|licen[cs]ed)$/.test(tokens[at]?.word ?? '') &&
    tokens[at + 1]?.word !== 'to' &&
    /^(?:have|has|had|having|was|were|been|duly)$/.test(tokens[at - 1]?.word ?? '')
  );
}

/** Whether "authority" names an actor, as in "it is for the authority to decide". In "has no authority to", it does not. */
function isAuthority(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at]?.word === 'authority' &&
    !/^(?:no|any|full|sole|has|have|had|having)$/.test(tokens[at - 1]?.word ?? '') &&
    !/^(?:has|have|had|having|lacks?|given|granted)$/.test(tokens[at - 2]?.word ?? '')
  );
}

const longestReach = 9;

function opensAct(tokens: readonly Token[], to: number): boolean {
  for (let at = to + 1; at < Math.min(tokens.length, to + longestReach); at += 1) {
    const word = tokens[at]?.word ?? '';
    const opens =
      word === 'to' &&
      !/^(?:have|has|had|is|are|be|required|obliged|bound|entitled|permitted|allowed)$/.test(
        tokens[at - 1]?.word ?? '',
      );
    if (opens || word === 'that' || (word.endsWith('ing') && word.length > 4)) return true;
    if (/^(?:shall|must|may|will|can|have|has|is|are)$/.test(word)) return false;
  }
  return false;
}

function followed(tokens: readonly Token[], at: number): string {
  return tokens
    .slice(at + 1, at + 6)
    .map(({ word }) => word)
    .join(' ');
}

/**
 * Whether a word governs an infinitive, as in "is required to". Such a word is a modal, even if it is a content word of
 * the rule.
 */
function isVerbPlace(tokens: readonly Token[], at: number): boolean {
  return (
    tokens[at + 1]?.word === 'to' &&
    /^(?:is|are|be|been|has|have|had|the|a|no|an|under)$/.test(tokens[at - 1]?.word ?? '')
  );
}
