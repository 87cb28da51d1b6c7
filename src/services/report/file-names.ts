import type { Citation } from '../../../engine/model/citation.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import type { Result } from '../../../engine/model/result.ts';
import { clean } from './clean.ts';

type FileId = Pick<Citation['source'], 'role' | 'fileIndex' | 'name'>;

/** A name that looks like one that `withDistinctNames` made. */
const numbered = /\((?:knowledge )?file \d+\)$/;

/**
 * Returns the result with a different name for each file: names that several files have are numbered in the order of
 * the files, such as `contract.pdf (file 2)` or `contract.pdf (knowledge file 1)`. Names are compared as a report shows
 * them. Returns the result itself if the names are already different.
 */
export function withDistinctNames(result: Result): Result {
  const counts = new Map<string, number>();
  for (const { name } of result.files) counts.set(clean(name), (counts.get(clean(name)) ?? 0) + 1);
  if ([...counts.values()].every((count) => count === 1)) return result;

  const nameOf = ({ role, fileIndex, name }: FileId) => {
    const isDistinct = counts.get(clean(name)) === 1 && !numbered.test(name);
    return isDistinct ? name : `${name} (${role === 'input' ? '' : 'knowledge '}file ${fileIndex + 1})`;
  };
  const cited = (citation: Citation): Citation => ({
    ...citation,
    source: { ...citation.source, name: nameOf(citation.source) },
  });
  const named = (finding: Finding): Finding => ({
    ...finding,
    subject:
      finding.subject.kind === 'file'
        ? { ...finding.subject, name: nameOf({ ...finding.subject, role: 'input' }) }
        : finding.subject,
    citations: finding.citations.map(cited),
    basis: finding.basis.map(cited),
    search: {
      ...finding.search,
      nearest: finding.search.nearest.map(({ citation, why }) => ({ citation: cited(citation), why })),
    },
  });
  return {
    ...result,
    files: result.files.map((file) => ({ ...file, name: nameOf(file) })),
    findings: result.findings.map(named),
  };
}
