import type { Citation } from '../model/citation.ts';
import type { Finding, Value } from '../model/finding.ts';
import type { Json, Result } from '../model/result.ts';

/** The evidence of a filled leaf. `citation` is an index into the finding's `citations`. */
export type LeafSource = Result['outputSources'][string][number];

/** What a part of the output is about. */
export type Scope =
  | { kind: 'findings'; findings: readonly Finding[] }
  | { kind: 'rule'; finding: Finding }
  | { kind: 'finding'; finding: Finding }
  | { kind: 'citation'; finding: Finding; citation: Citation; index: number | null }
  | { kind: 'value'; finding: Finding; value: Value };

/** The meaning of a key of the output in its scope. */
export type Meaning =
  | { kind: 'value'; value: Json; sources: LeafSource[] }
  | { kind: 'gap'; reason: string }
  | { kind: 'scope'; scope: Scope }
  | List;

/** A list of scopes. If it is empty, `sources` are the findings that were searched, and `none` says why it is empty. */
export type List = { kind: 'list'; scopes: Scope[]; sources: LeafSource[]; none?: string };

export const gap = (reason: string): Meaning => ({ kind: 'gap', reason });

export const filled = (value: Json, sources: LeafSource[]): Meaning => ({ kind: 'value', value, sources });

/** The sources of a value that comes from a whole finding: all its citations, or the finding itself if it has none. */
export function sourcesOf({ id, citations }: Finding): LeafSource[] {
  return citations.length === 0
    ? [{ findingId: id }]
    : citations.map((_, citation) => ({ findingId: id, citation }));
}

export function sourcesOfAll(findings: readonly Finding[]): LeafSource[] {
  return findings.map(({ id }) => ({ findingId: id }));
}

export function citationScopes(finding: Finding): Scope[] {
  return finding.citations.map((citation, index) => ({ kind: 'citation', finding, citation, index }));
}

export function basisScopes(finding: Finding): Scope[] {
  return finding.basis.map((citation) => ({ kind: 'citation', finding, citation, index: null }));
}
