import { createHash } from 'node:crypto';
import { sorted } from './canonical/file-order.ts';
import type { Finding, SubjectId } from './finding.ts';
import type { KeyedRule, Rule } from './rule.ts';

/**
 * Assigns every rule its index and its stable key. The key depends on every field of the rule, so that a review ends
 * when any of them changes, and on nothing else, so that it survives reordering and edits of other rules; the second
 * and later of equal rules carry an ordinal (`…-2`).
 */
export function keyRules(rules: readonly Rule[]): KeyedRule[] {
  const seen = new Map<string, number>();
  return rules.map((rule, index) => {
    const { name, description, ...others } = rule;
    const more = sorted(others);
    // A rule with only a name and a description keeps the key that it had before rules had other fields.
    const hash = digest(more === '{}' ? [name, description] : [name, description, more], 16);
    const ordinal = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, ordinal);
    return { ...rule, key: ordinal === 1 ? hash : `${hash}-${ordinal}`, index };
  });
}

/** The subject's key within its run, as used in `counts.bySubject`: `project`, or `file:` and the file's index. */
export function subjectKey(subject: SubjectId): string {
  return subject.kind === 'project' ? 'project' : `file:${subject.fileIndex}`;
}

/** The finding's id, 24 hex: the same for the same run, rule and subject, so a retry cannot duplicate it. */
export function findingId(runId: string, ruleKey: string, subject: SubjectId): string {
  return digest([runId, ruleKey, subjectKey(subject)], 24);
}

/**
 * The key of a person's review, 32 hex: rule, subject and the words cited. It survives a re-run while these are
 * unchanged; a file is identified by its name, since its index changes when files are added.
 */
export function fingerprint(finding: Pick<Finding, 'rule' | 'subject' | 'citations' | 'basis'>): string {
  const { rule, subject, citations, basis } = finding;
  const quotes = [...citations, ...basis]
    .map((citation) => `${citation.source.role} ${citation.source.name} ${foldQuote(citation.quote)}`)
    .sort();
  return digest([rule.key, subject.kind === 'project' ? 'project' : `file:${subject.name}`, ...quotes], 32);
}

/** Keeps letters, digits and what changes a number's value; layout and typography must not invalidate a review. */
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
