import { createHash } from 'node:crypto';
import { subjectKey } from './counts.ts';
import type { Finding, SubjectId } from './finding.ts';
import { type FindingRule, hasPositions, type KeyedRule, type Rule } from './rule.ts';
import { sorted } from './sorted.ts';
import { documentOf, type NamedFile, type Role } from './source.ts';

/**
 * Assigns every rule its index and its key. The key is the id of the rule; without an id, it is a hash of the fields
 * that decide the answer. Therefore reordering rules, editing other rules, and editing fields such as the owner do not
 * change a key. Keys are unique: if several rules would get the same key, all but the first get an ordinal (`…-2`), and
 * an id comes before a hash.
 */
export function keyRules(rules: readonly Rule[]): KeyedRule[] {
  const taken = new Set<string>();
  const keys = new Map<number, string>();
  const assign = (wanted: (rule: Rule) => string | undefined) =>
    rules.forEach((rule, index) => {
      const first = keys.has(index) ? undefined : wanted(rule);
      if (first === undefined) return;
      let key = first;
      for (let ordinal = 2; taken.has(key); ordinal += 1) key = `${first}-${ordinal}`;
      taken.add(key);
      keys.set(index, key);
    });
  assign(({ id }) => id);
  assign(hashOf);
  return rules.map((rule, index) => ({ ...rule, key: keys.get(index) ?? hashOf(rule), index }));
}

/** A hash of the fields that decide the answer. */
function hashOf({ name, description, ifAbsent, kind, ...rule }: Rule): string {
  // A rule without these fields keeps the key that it had before rules had other fields.
  const others = { ...(ifAbsent && { ifAbsent }), ...(kind && { kind }), ...positionMark(rule) };
  const parts = Object.keys(others).length === 0 ? [] : [sorted(others)];
  return digest([name, description, ...parts], 16);
}

/**
 * The finding's id, 24 hex digits. The same run, rule and subject have the same id, so a retry cannot duplicate a
 * finding.
 */
export function findingId(runId: string, ruleKey: string, subject: SubjectId): string {
  return digest([runId, ruleKey, subjectKey(subject)], 24);
}

/**
 * The key of a person's review, 32 hex digits, computed from the rule, the subject and the cited words. A review
 * applies to later runs as long as these three are unchanged. A file is identified by the name of its first version,
 * because its index changes when files are added. Files that share this name are told apart by their content. If it is
 * unknown, the fingerprint is different in every run, so that a review never applies to another file.
 */
export function fingerprint(
  finding: Pick<Finding, 'id' | 'rule' | 'subject' | 'citations' | 'basis'>,
  sharesName: SharesName,
): string {
  const { id, rule, subject, citations, basis } = finding;
  const fileOf = (file: RoleFile & { sha256: string }) =>
    sharesName(file) ? `${documentOf(file)} ${file.sha256}` : documentOf(file);
  const about =
    subject.kind === 'project'
      ? 'project'
      : `file:${fileOf({ ...subject, role: 'input', sha256: subject.sha256 ?? id })}`;
  const quotes = [...citations, ...basis]
    .map(({ source, quote }) => `${source.role} ${fileOf(source)} ${foldQuote(quote)}`)
    .sort();
  return digest([...ruleMark(rule), about, ...quotes], 32);
}

type RoleFile = NamedFile & { role: Role };

/** Whether another file of the same role is the same document by its name or by the name of its first version. */
export type SharesName = (file: RoleFile) => boolean;

/** Returns the function that `fingerprint` needs, for all files of a run with their names as the user gave them. */
export function sharedNames(files: readonly RoleFile[]): SharesName {
  const keyOf = (file: RoleFile) => `${file.role} ${documentOf(file)}`;
  const seen = new Set<string>();
  const repeated = new Set(files.map(keyOf).filter((key) => seen.has(key) || !seen.add(key)));
  return (file) => repeated.has(keyOf(file));
}

/** Returns the function that computes the fingerprint of a finding of this result. */
export function fingerprintIn(result: { files: readonly RoleFile[] }): (finding: Finding) => string {
  const sharesName = sharedNames(result.files);
  return (finding) => fingerprint(finding, sharesName);
}

/**
 * What identifies the wording of a rule. A key that is a hash already says it. A rule with an id keeps its key when it
 * is reworded, and a review must not then apply.
 */
function ruleMark({ key, id, description, ifAbsent, kind, ...rule }: FindingRule): string[] {
  if (id === undefined) return [key];
  const positions = hasPositions(rule) ? [sorted(positionMark(rule))] : [];
  return [key, description, ifAbsent ?? '', ...(kind === 'question' ? [kind] : []), ...positions];
}

/** The positions that are set. The wording of a clause is not checked, so that it decides nothing. */
function positionMark({ preferred, fallbacks = [], never }: Pick<Rule, 'preferred' | 'fallbacks' | 'never'>) {
  return {
    ...(preferred !== undefined && { preferred }),
    ...(fallbacks.length > 0 && { fallbacks }),
    ...(never !== undefined && { never }),
  };
}

/**
 * Keeps only letters, digits and characters that change a number's value, because a change of layout or typography must
 * not invalidate a review.
 */
function foldQuote(quote: string): string {
  return quote
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}%.,()\p{Sc}<>≤≥−-]+/gu, ' ')
    .trim();
}

function digest(parts: readonly string[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}
