import type { Rule } from '../../model/rule.ts';
import { definitionReference } from '../extract/defined-terms.ts';
import type { FoundRule, LeftOut, RuleSource } from '../extract/model.ts';
import { nameOf, Taken } from '../extract/names.ts';
import { positionFields } from '../extract/requirement-rows.ts';
import { matchSentences } from './match.ts';
import type { RuleVersion, VersionComparison, VersionKind } from './model.ts';
import { type Sentence, sentenceOf, wordDiff, wordsOf } from './sentence.ts';

/** Limit of the format of rules. */
const mostReferences = 20;

type Sourced = Rule & { source: RuleSource };
/** The earlier rules that were made from one sentence: several if their author split it. */
type Origin = { sentence: Sentence; rules: Sourced[] };
type NewVersion = { rules: readonly FoundRule[]; leftOut: readonly LeftOut[] };

/**
 * Compares the rules of an earlier version of a policy, which their author may have edited, with those found in a new
 * version. The words of the policies decide, not those of the edited rules. Returns the rules of the new version in its
 * order, then the rules that have no source. Unchanged, moved and changed rules keep their ids and all that their author
 * added; a rule that its author reworded keeps its wording. New rules have ids that no earlier rule had.
 */
export function compareVersions(before: readonly Rule[], { rules, leftOut }: NewVersion): VersionComparison {
  const own = before.filter(({ source }) => source === undefined);
  const origins = originsOf(before);
  const sentences = rules.map(({ source, group }) => sentenceOf(source, group));
  const matches = matchSentences(
    origins.map(({ sentence }) => sentence),
    sentences,
  );
  const origin = new Map(matches.flatMap((to, at) => (to < 0 ? [] : [[to, origins[at]] as const])));
  const ids = new Taken(
    before.flatMap(({ id }) => id ?? []),
    String,
  );
  const names = new Taken(before.map(({ name }) => name));
  const kept: Rule[] = [];
  const versions: RuleVersion[] = [];
  rules.forEach((rule, at) => {
    const from = origin.get(at);
    const after = sentences[at];
    if (!from || !after) {
      const added = { ...rule, id: ids.id(rule.id), name: names.name(rule.name, rule.source.clause) };
      kept.push(added);
      versions.push({ kind: 'new', id: added.id, name: added.name, before: null, after: rule.source });
      return;
    }
    for (const earlier of from.rules) {
      const { rule: next, version } = followed(earlier, rule, from, after);
      kept.push(next);
      versions.push(version);
    }
  });
  const gone = origins.filter((_, at) => (matches[at] ?? -1) < 0);
  versions.push(...goneVersions(gone, leftOut));
  return { rules: [...kept, ...own], versions, counts: countsOf(versions, own.length) };
}

function originsOf(before: readonly Rule[]): Origin[] {
  const origins = new Map<string, Origin>();
  for (const rule of before) {
    const { source, group } = rule;
    if (source === undefined) continue;
    const sentence = sentenceOf(source, group);
    const key = JSON.stringify([source.file, sentence.clause, sentence.key]);
    const origin = origins.get(key) ?? { sentence, rules: [] };
    origin.rules.push({ ...rule, source });
    origins.set(key, origin);
  }
  return [...origins.values()];
}

/** An earlier rule as the new version has it. */
function followed(
  earlier: Sourced,
  later: FoundRule,
  { sentence, rules }: Origin,
  after: Sentence,
): { rule: Rule; version: RuleVersion } {
  const { diff, changes } =
    sentence.key === after.key ? { diff: [], changes: [] } : wordDiff(sentence.text, after.text);
  const group = groupOf(earlier, later);
  const references = referencesOf(earlier, later);
  const rule: Rule = {
    ...earlier,
    ...(group !== undefined && { group }),
    ...((references.length > 0 || earlier.references) && { references }),
    source: later.source,
  };
  const version = { id: rule.id ?? null, before: earlier.source, after: later.source };
  if (changes.length === 0) {
    const kind = isMoved(earlier.source, later.source) ? 'moved' : 'unchanged';
    return { rule, version: { kind, name: rule.name, ...version } };
  }
  if (rules.length > 1 || isReworded(earlier, sentence, later, after))
    return {
      rule,
      version: { kind: 'changed', name: rule.name, ...version, diff, changes, keepsWording: true },
    };
  const { description, modality, actor } = later;
  const { actor: _, preferred, fallbacks, never, wording, ...others } = rule;
  const was = { preferred, fallbacks, never, wording };
  const positions = positionFields.filter((field) => saidIn(was[field]) !== saidIn(later[field]));
  const changed = {
    ...others,
    name: isOwnName(earlier) ? earlier.name : later.name,
    description,
    modality,
    ...(actor !== undefined && { actor }),
    ...Object.fromEntries(positionFields.flatMap((field) => (later[field] ? [[field, later[field]]] : []))),
  };
  const of = positions.length > 0 && { positions };
  return {
    rule: changed,
    version: { kind: 'changed', name: changed.name, ...version, diff, changes, ...of },
  };
}

/** The words of a position, or of all fallbacks. */
function saidIn(position: string | string[] | undefined): string {
  return wordsOf([position ?? []].flat().join(' | ')).join(' ');
}

/** The words of a rule and of its positions. */
function wordingOf({ description, preferred = '', fallbacks = [], never = '', wording = '' }: Rule): string {
  return [description, preferred, ...fallbacks, never, wording].join(' ');
}

/** A clause whose number is unknown in one version has not moved. */
function isMoved({ clause: before }: RuleSource, { clause: after }: RuleSource): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

/** The heading of the new version, unless the author has given the rule a group without the number of its clause. */
function groupOf({ group, source }: Sourced, later: FoundRule): string | undefined {
  const clause = source.clause?.split('(')[0] ?? '';
  return group !== undefined && clause !== '' && group.startsWith(clause) ? later.group : group;
}

/** The references of the author, and the definitions as the new version words them. */
function referencesOf({ references: before = [] }: Rule, { references: after = [] }: Rule): string[] {
  const own = before.filter((one) => !one.startsWith(definitionReference));
  return [...new Set([...own, ...after])].slice(0, mostReferences);
}

/**
 * Whether the description and the positions have other words than the sentence of the policy. Words of its heading are not the author's,
 * nor are those in which the new version words its own sentence differently, such as the title of a paragraph.
 */
function isReworded(earlier: Sourced, before: Sentence, later: FoundRule, after: Sentence): boolean {
  const added = new Set([...without(wordingOf(later), after.text), ...wordsOf(earlier.group ?? '')]);
  if (without(wordingOf(earlier), before.text).some((word) => !added.has(word))) return true;
  const missing = without(before.text, wordingOf(earlier)).length;
  return missing > without(after.text, wordingOf(later)).length;
}

/** The words of a text that another text does not have. */
function without(text: string, other: string): string[] {
  const known = new Set(wordsOf(other));
  return wordsOf(text).filter((word) => !known.has(word));
}

/** Whether the name is not the one that the extraction would make of the rule's words. */
function isOwnName({ name, description, actor }: Sourced): boolean {
  const words = wordsOf(nameOf(description, null, actor ?? null)).join(' ');
  return !wordsOf(name).join(' ').includes(words);
}

function goneVersions(gone: readonly Origin[], leftOut: readonly LeftOut[]): RuleVersion[] {
  const matches = matchSentences(
    gone.map(({ sentence }) => sentence),
    leftOut.map((one) => sentenceOf(one)),
  );
  return gone.flatMap(({ rules }, at) => {
    const sentence = leftOut[matches[at] ?? -1];
    return rules.map(
      ({ id = null, name, source }): RuleVersion => ({
        kind: 'gone',
        id,
        name,
        before: source,
        after: null,
        ...(sentence && { leftOut: sentence }),
      }),
    );
  });
}

function countsOf(versions: readonly RuleVersion[], own: number): VersionComparison['counts'] {
  const count = (kind: VersionKind) => versions.filter((version) => version.kind === kind).length;
  return {
    new: count('new'),
    changed: count('changed'),
    moved: count('moved'),
    unchanged: count('unchanged'),
    gone: count('gone'),
    own,
    keepsWording: versions.filter(({ keepsWording }) => keepsWording).length,
  };
}
