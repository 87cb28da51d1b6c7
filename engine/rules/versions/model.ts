import type { Rule } from '../../model/rule.ts';
import type { Change as QuoteChange } from '../../model/verification.ts';
import type { LeftOut, RuleSource } from '../extract/model.ts';
import type { Positions } from '../extract/requirement-rows.ts';

/**
 * How a rule differs between two versions of a policy. `moved`: the same words are in another clause; another page is
 * no move, nor is a clause whose number one of the versions does not show. `gone`: the new version has no such rule.
 */
export type VersionKind = 'new' | 'changed' | 'moved' | 'unchanged' | 'gone';

/** A run of words: in both versions, only in the earlier, or only in the later. */
export type VersionDiffPart = { in: 'both' | 'before' | 'after'; text: string };

/** Words that differ, and what the difference is about: a number, a denial, a modal word, a name, or other words. */
export type WordChange = { kind: QuoteChange['kind']; before: string; after: string };

/** A rule of one version or of both. */
export type RuleVersion = {
  kind: VersionKind;
  id: string | null;
  name: string;
  before: RuleSource | null;
  after: RuleSource | null;
  /** For changed rules: the words of both versions, and those that differ. */
  diff?: VersionDiffPart[];
  changes?: WordChange[];
  /** For changed rules in the words of the policies: the positions that have other words. */
  positions?: (keyof Positions)[];
  /**
   * For changed rules: the author of the rules had worded this rule, so its name and description were kept and may say
   * something else than the new version.
   */
  keepsWording?: true;
  /** For rules that are gone: the most similar sentence of the new version that is left out, and why. */
  leftOut?: LeftOut;
};

/**
 * The rules of the new version, with what the author had added to the earlier rules, and how each differs. `own` counts
 * rules without a source, which are kept as they are.
 */
export type VersionComparison = {
  rules: Rule[];
  versions: RuleVersion[];
  counts: Record<VersionKind | 'own' | 'keepsWording', number>;
};
