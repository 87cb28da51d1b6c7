import { clauseNouns, leadsToClause, passing, takesClause } from '../../../language/clause-words.ts';
import { bindingWords, changingWords, endingWords } from '../../../language/effect-words.ts';

/**
 * How a sentence names a clause: as its subject or object (`speaks of`), in passing, as in "in accordance with clause
 * 7.2" (`mentions`), or in another way (`names`).
 */
export type Naming = 'speaks of' | 'mentions' | 'names';

/** Every item of the list is taken whole: a pattern that can end an item in several places takes exponential time. */
const joined = String.raw`(?:\s*(?:,|\b(?:and|or|to)\b)\s*[\w.()]+(?![\w.()]))*?\s*(?:,|and|or|to)?`;
const units = String.raw`(?!\s*(?:%|per\s?cent|days?|hours?|weeks?|months?|years?|minutes?|seconds?|EUR|USD|GBP|persons?|times?))`;
const anyReference = new RegExp(
  String.raw`\d[.(]\w|[A-Z]\.\d|(?:\b${clauseNouns}|§)\s*(?:\d|\(\w)|(?:^|[\s|])\d{1,3}\s?(?:\((?:[a-z]|[ivx]{2,4}|\d{1,2})\)|[:–—]\s)`,
  'iu',
);

/** Whether a text refers to any numbered clause. */
export function hasReference(text: string): boolean {
  return anyReference.test(text);
}

/**
 * Returns a function that says how a sentence names the clause with this label, or a clause around it. The function
 * returns null if the sentence names neither.
 */
export function namingOf(label: string): (text: string) => Naming | null {
  const own = escaped(label);
  const distinct = /[.(]/.test(label);
  const patterns = [
    distinct
      ? new RegExp(String.raw`(?:\b\p{L}+\.?\s+|§§?\s*)?(?<![\w.,(])${own}(?![\w(]|\.\d)${units}`, 'u')
      : new RegExp(String.raw`(?:\b${clauseNouns}|§§?)${joined}\s*${own}(?![\w(]|\.\d)${units}`, 'iu'),
    new RegExp(String.raw`(?:^\W*|[\s|])${own}\s*[:–—]\s|^\W*${own}\s*-\s`, 'u'),
    ...parentsOf(label).map(
      (parent) =>
        new RegExp(
          String.raw`(?:\b${clauseNouns}|§§?)${joined}\s*${escaped(parent)}(?![\w(.]*[\w(])(?!\s\()${units}`,
          'iu',
        ),
    ),
  ];
  return (text) => {
    const compact = text.replace(/(?<=[\w)])\s+(?=\(\w{1,4}\))/g, '');
    for (const pattern of patterns) {
      const match = pattern.exec(compact);
      if (!match) continue;
      const before = compact.slice(0, match.index);
      return speaksOf(before) ? 'speaks of' : passing.test(before) ? 'mentions' : 'names';
    }
    return null;
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
  /([\p{L}-]+)(?:\s+(?:of|from|by|with|to|under|in|for|away|out|the|any|all|be|its|provisions?|requirements?|terms?|wording|text|obligations?|application|scope))*\s*$/u;

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

function escaped(label: string): string {
  return label.replace(/[.()]/g, String.raw`\$&`);
}
