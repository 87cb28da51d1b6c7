import { english } from './english.ts';

/** Groups of terms, stemmed by `english.stem`. A term can be in several groups. */
export type WordGroups = {
  /** Whether two terms share a group. */
  share(one: string, other: string): boolean;
  /** The terms of all groups of a term, with the term itself; empty if it is in no group. */
  around(term: string): string[];
};

/** Reads groups of words: one group per line, its words separated by spaces. */
export function readWordGroups(text: string): WordGroups {
  const groupsOfTerm = new Map<string, Set<number>>();
  const termsOfGroup = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(english.stem));
  for (const [at, terms] of termsOfGroup.entries()) {
    for (const term of terms) groupsOfTerm.set(term, (groupsOfTerm.get(term) ?? new Set<number>()).add(at));
  }
  return {
    share(one, other) {
      const own = groupsOfTerm.get(one);
      if (!own) return false;
      const others = groupsOfTerm.get(other);
      return others !== undefined && [...own].some((group) => others.has(group));
    },
    around: (term) => [...(groupsOfTerm.get(term) ?? [])].flatMap((group) => termsOfGroup[group] ?? []),
  };
}
