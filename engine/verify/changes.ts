import { fold } from '../cite/match/fold.ts';
import { english } from '../language/english.ts';
import { type Token, tokenize } from '../language/tokens.ts';
import type { Change, DiffPart } from '../model/verification.ts';
import type { Group } from './align.ts';

/** The differences of an alignment, and both texts as one row of parts. */
export function changesIn(groups: readonly Group[]): { changes: Change[]; diff: DiffPart[] } {
  const changes: Change[] = [];
  const diff: DiffPart[] = [];
  for (const [at, { same, quote, source, isCut }] of groups.entries()) {
    if (same) {
      diff.push({ in: 'both', text: source });
      continue;
    }
    if (source !== '') diff.push({ in: 'source', text: source });
    if (quote !== '') diff.push({ in: 'quote', text: quote });
    changes.push({ kind: isCut ? 'omission' : kindOf(source, quote, at === 0), source, quote });
  }
  return { changes, diff };
}

/**
 * What a change is about. A change with several kinds has the kind that changes the meaning most: a number, a negation,
 * a modal word, a name.
 */
function kindOf(source: string, quote: string, isFirst: boolean): Change['kind'] {
  const [stored, claimed] = [tokenize(source, english), tokenize(quote, english)];
  const differ = (pick: (token: Token) => string | null): boolean =>
    rowOf(stored, pick) !== rowOf(claimed, pick);
  if (differ(numberOf) || hasOtherSigns(source, quote)) return 'number';
  if (differ(negationOf) || isOpposite(stored, claimed)) return 'negation';
  if (differ(modalityOf)) return 'modality';
  if (differ((token) => nameOf(token, isFirst && token.start === 0))) return 'name';
  return isOtherJoint(source, quote) ? 'number' : 'words';
}

/** Whether the same numbers are joined differently: "1-5" and "1, 5". */
function isOtherJoint(source: string, quote: string): boolean {
  const { chars } = fold(source);
  return /\d/.test(chars) && chars === fold(quote).chars;
}

/** Whether two numbers differ in a sign that counts, such as a minus, a parenthesis or a decimal point. */
function hasOtherSigns(source: string, quote: string): boolean {
  const [stored = '', claimed = ''] = [source, quote].map((text) =>
    fold(text)
      .chars.replace(/[\p{L}\p{M}]/gu, '')
      .replace(/\p{N}+/gu, '0'),
  );
  return stored.includes('0') && claimed.includes('0') && stored !== claimed;
}

function rowOf(tokens: readonly Token[], pick: (token: Token) => string | null): string {
  return tokens
    .flatMap((token) => pick(token) ?? [])
    .sort()
    .join(' ');
}

function numberOf({ kind, term, word, value }: Token): string | null {
  if (kind === 'number') return value === undefined ? term : String(value);
  if (/^\p{Sc}$|^[%§≥≤<>]$/u.test(word) || english.scales.has(word)) return word;
  return /\d/.test(word) ? word : null;
}

function negationOf({ word }: Token): string | null {
  return english.negations.has(word) || word.endsWith("n't") || word.endsWith('n’t') ? 'not' : null;
}

function modalityOf({ word }: Token): string | null {
  const { duties, advices, permissions } = english;
  if (duties.has(word)) return 'duty';
  if (advices.has(word)) return 'advice';
  return permissions.has(word) ? 'permission' : null;
}

/** A capital at the beginning of a quote does not show that the word is a name. */
function nameOf({ capital, code, word }: Token, begins: boolean): string | null {
  return code || (capital && !begins && !english.stopWords.has(word)) ? word : null;
}

const denying = /^(?:un|in|im|ir|il|non|dis)(?=\p{L}{3})/u;

/** Whether a prefix reverses one of the words: authorized and unauthorized. */
function isOpposite(stored: readonly Token[], claimed: readonly Token[]): boolean {
  return stored.some(({ word }) =>
    claimed.some(
      ({ word: other }) =>
        word !== other && (word.replace(denying, '') === other || other.replace(denying, '') === word),
    ),
  );
}
