import {
  clauseNouns,
  leadsToClause,
  ofNumber,
  passing,
  takesClause,
} from '../../../language/clause-words.ts';
import { bindingWords, changingWords, endingWords } from '../../../language/effect-words.ts';

import { otherNamingOf } from './clause-names.ts';

/**
 * How a sentence names a clause: as its subject or object (`speaks of`), in passing, as in "in accordance with clause
 * 7.2" (`mentions`), or in another way (`names`).
 */
export type Naming = 'speaks of' | 'mentions' | 'names';

/** Every item of the list is taken whole: a pattern that can end an item in several places takes exponential time. */
const joined = String.raw`(?:\s*(?:,|\b(?:and|or|to)\b)\s*[\w.()]+(?![\w.()]))*?\s*(?:,|and|or|to)?`;
const units = String.raw`(?!\s*(?:%|per\s?cent|days?|hours?|weeks?|months?|years?|minutes?|seconds?|EUR|USD|GBP|persons?|times?))`;
const anyReference = new RegExp(
  String.raw`${ofNumber}\d{1,3}\b${units}|\d[.(]\w|[A-Z]\.\d|(?:\b${clauseNouns}|§)\s*(?:\d|\(\w)|(?:^|[\s|])\d{1,3}\s?(?:\((?:[a-z]|[ivx]{2,4}|\d{1,2})\)|[:–—]\s)`,
  'iu',
);

/** Whether a text refers to any numbered clause. */
export function hasReference(text: string): boolean {
  return anyReference.test(text);
}

/** Matches a reference to a provision of a law: "Section 13 or 15(d) of the Companies Law of 1934". */
const ofLaw = new RegExp(
  String.raw`(?:\b${clauseNouns}|§§?)(?:\s*(?:,|and|or|to)?\s*(?:${clauseNouns}\s+)?\(?\d[\w.()-]{0,12}){1,6}\s+of\s+(?:the\s+)?(?!this\b)(?:(?:[\p{L}’'.&-]{1,30}\s+){1,8}?(?:acts?|codes?|laws?|regulations?|directives?|statutes?),?\s+(?:of\s+)?(?:19|20)\d\d|(?:exchange\s+|securities\s+|companies\s+|internal\s+revenue\s+)?(?:act|code))\b`,
  'giu',
);
const leaders = /(?:[.…]\s?){5,}/u;
const exhibitNumber =
  /^\W*(?:exhibit|schedule|annex|appendix|attachment|form|item|page)s?\s+(?:no\.?\s+)?[\w.()/-]{1,16}\W*$/i;

/** Matches a reference to a part of a published standard: "SP 800-63C, Section 5", "ISO/IEC 27001 clause 9.2". */
const ofStandard = new RegExp(
  String.raw`\b(?:(?:NIST|SP|ISO|IEC|EN|DIN|BS|RFC|FIPS|IEEE|ASTM|PCI|DSS|IFRS|IAS)[ /-]){1,3}\d[\w.:-]{0,20},?\s+${clauseNouns}\s*\d[\w.()]{0,12}`,
  'giu',
);

/** Matches words of a document that is itself a law. */
export const isLaw = /\bthis (?:act|code|law|regulation|directive|statute)\b/i;

/** A text without references to provisions of laws and of published standards. */
export function withoutLaws(text: string): string {
  return text.replace(ofLaw, ' ').replace(ofStandard, ' ');
}

/** Matches a reference that only says where more is to read: "(see section 5.1.1)", "Refer to Item 7". */
const pointer = new RegExp(
  String.raw`(?:\(|^\W*(?:please\s+)?(?:see|refer\s+to)\s+)(?:see\s+)?(?:${clauseNouns}|§§?)\s*\d[\w.]{0,12}(?:\(\w{1,4}\)){0,3}\)?`,
  'giu',
);

/**
 * Whether a text is a row of a table of contents or of numbers, a list of clause numbers, the number of an exhibit, or a
 * line that refers to a clause only in brackets.
 */
export function isBoilerplate(text: string): boolean {
  if (!/\p{L}{3}/u.test(text)) return true;
  if (leaders.test(text) || exhibitNumber.test(text) || !hasReference(text.replace(pointer, ' ')))
    return true;
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  const figures = text.match(/(?<![\p{L}\d])[($€£]{0,2}\d[\d.,]*\)?%?|[—–]/gu)?.length ?? 0;
  return figures >= leastFigures && figures >= words && !/[.!?]\s*$/.test(text);
}

/** A row of a table of numbers has at least this many figures, and at least as many figures as words. */
const leastFigures = 3;

/**
 * Returns a function that says how a sentence names the clause with this label, or a clause around it. The function
 * returns null if the sentence names neither.
 */
export function namingOf(label: string): (text: string) => Naming | null {
  const own = escapedLabel(label);
  // An item without a number before it, such as "(b)", is named with a noun: "paragraph (b)".
  const distinct = /[.(]/.test(label) && !label.startsWith('(');
  const patterns = [
    distinct
      ? new RegExp(String.raw`(?:\b\p{L}+\.?\s+|§§?\s*)?(?<![\w.,(])${own}(?![\w(]|\.\d)${units}`, 'u')
      : new RegExp(String.raw`(?:\b${clauseNouns}|§§?)${joined}\s*${own}(?![\w(]|\.\d)${units}`, 'iu'),
    new RegExp(String.raw`${ofNumber}${own}(?![\w(]|\.\d)${units}`, 'iu'),
    new RegExp(String.raw`(?:^\W*|[\s|])${own}\s*[:–—]\s|^\W*${own}\s*-\s`, 'u'),
    ...parentsOf(label).map(
      (parent) =>
        new RegExp(
          String.raw`(?:\b${clauseNouns}|§§?)${joined}\s*${escapedLabel(parent)}(?![\w(.]*[\w(])(?!\s\()${units}`,
          'iu',
        ),
    ),
  ];
  const isNamedOtherwise = otherNamingOf(label);
  return (text) => {
    const compact = text.replace(/(?<=[\w)])\s+(?=\(\w{1,4}\))/g, '');
    for (const pattern of patterns) {
      const match = pattern.exec(compact);
      if (!match) continue;
      const before = compact.slice(0, match.index);
      return speaksOf(before) ? 'speaks of' : passing.test(before) ? 'mentions' : 'names';
    }
    return isNamedOtherwise(text) ? 'speaks of' : null;
  };
}

/** Whether the words before a reference make the clause the subject or the object of the sentence. */
function speaksOf(before: string): boolean {
  const part = before.split(/[;:](?=\s)|\|/).at(-1) ?? before;
  return (
    leadsToClause(part.trim()) ||
    leadsToClause((part.split(',').at(-1) ?? part).trim()) ||
    takesClause.test(before) ||
    governs(part)
  );
}

/** Matches the last word before a reference, apart from words that only lead to the reference. */
const lastWord =
  /([\p{L}-]+)(?:\s+(?:of|from|by|with|to|under|in|for|away|out|the|any|all|be|its|provisions?|requirements?|terms?|wording|text|obligations?|application|scope|you|us|them|it|each|other|parties|party))*\s*$/u;

/** Whether the word before a reference is one that ends, changes or keeps a text: "governed by", "do away with". */
function governs(before: string): boolean {
  const word = lastWord.exec(before)?.[1]?.toLowerCase() ?? '';
  return (
    endingWords.has(word) ||
    changingWords.has(word) ||
    bindingWords.has(word) ||
    /^(?:limits?|restricts?|do)$/.test(word)
  );
}

/** The labels of the clauses that contain a clause: "7" for 7.2, "4" for 4(b). */
function parentsOf(label: string): string[] {
  const parents: string[] = [];
  for (let rest = label; ; ) {
    const shorter = rest.replace(/(?:\.\w+|\(\w+\))$/, '');
    if (shorter === rest || shorter === '') return parents;
    parents.push(shorter);
    rest = shorter;
  }
}

/** The label of a clause as the source of a regular expression. */
export function escapedLabel(label: string): string {
  return label.replace(/[.()]/g, String.raw`\$&`);
}
