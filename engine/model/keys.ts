import { createHash } from 'node:crypto';
import { sorted } from './canonical/file-order.ts';
import { subjectKey } from './counts.ts';
import type { Finding, SubjectId } from './finding.ts';
import type { KeyedRule, Rule } from './rule.ts';

/**
 * Assigns every rule its index and its key. The key is computed from all fields of the rule and nothing else. Therefore
 * a review no longer applies when its rule changes, but still applies when rules are reordered or other rules are
 * edited. If several rules are equal, all but the first get an ordinal (`…-2`).
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

/**
 * The finding's id, 24 hex digits. The same run, rule and subject have the same id, so a retry cannot duplicate a
 * finding.
 */
export function findingId(runId: string, ruleKey: string, subject: SubjectId): string {
  return digest([runId, ruleKey, subjectKey(subject)], 24);
}

/**
 * The key of a person's review, 32 hex digits, computed from the rule, the subject and the cited words. A review
 * applies to later runs as long as these three are unchanged. A file is identified by its name, because its index
 * changes when files are added.
 */
export function fingerprint(finding: Pick<Finding, 'rule' | 'subject' | 'citations' | 'basis'>): string {
  const { rule, subject, citations, basis } = finding;
  const quotes = [...citations, ...basis]
    .map((citation) => `${citation.source.role} ${citation.source.name} ${foldQuote(citation.quote)}`)
    .sort();
  return digest([rule.key, subject.kind === 'project' ? 'project' : `file:${subject.name}`, ...quotes], 32);
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
