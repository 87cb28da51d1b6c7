import type { Citation } from '../../engine/model/citation.ts';
import type { Finding, SubjectId } from '../../engine/model/finding.ts';
import type { Result } from '../../engine/model/result.ts';
import { compare, sorted } from '../../engine/model/sorted.ts';
import type { Role } from '../../engine/model/source.ts';

/**
 * The rank of each file within its role, by a key of role and index. The rank does not depend on the order in which the
 * result lists the files.
 */
export type FileOrder = ReadonlyMap<string, number>;

/** Ranks files by name, then by their reports in the result, then by content and findings. */
export function fileOrder({ files, findings }: Result): FileOrder {
  const marks = new Map<string, string[]>();
  const mark = (key: string, text: string) => {
    const known = marks.get(key);
    if (known) known.push(text);
    else marks.set(key, [text]);
  };
  for (const finding of findings) {
    const { subject, rule, statement, label, outcome } = finding;
    if (subject.kind === 'file') {
      mark(`input ${subject.fileIndex}`, `${rule.key} ${label} ${outcome} ${statement}`);
    }
    for (const { source, quote, start } of citationsOf(finding)) {
      mark(`${source.role} ${source.fileIndex}`, `${source.sha256} ${rule.key} ${start} ${quote}`);
    }
  }
  const ranks = new Map<string, number>();
  for (const role of ['input', 'authority'] satisfies Role[]) {
    const own = files
      .filter((file) => file.role === role)
      .map(({ fileIndex, ...report }) => {
        const key = `${role} ${fileIndex}`;
        return { key, text: sorted([report.name, report, (marks.get(key) ?? []).sort()]), fileIndex };
      })
      .sort((a, b) => compare(a.text, b.text) || a.fileIndex - b.fileIndex);
    for (const [rank, { key }] of own.entries()) ranks.set(key, rank);
  }
  return ranks;
}

export function rankOf(order: FileOrder, role: Role, fileIndex: number): number {
  return order.get(`${role} ${fileIndex}`) ?? fileIndex;
}

export function subjectRank(subject: SubjectId, order: FileOrder): number {
  return subject.kind === 'project' ? -1 : rankOf(order, 'input', subject.fileIndex);
}

/** The position of each citation when citations are sorted by their files. */
export function citationPlaces(citations: readonly Citation[], order: FileOrder): number[] {
  const moved = citations
    .map((citation, index) => ({ citation, index }))
    .sort((a, b) => compareCitations(a.citation, b.citation, order));
  const places: number[] = [];
  for (const [place, { index }] of moved.entries()) places[index] = place;
  return places;
}

/** Compares citations by the role and rank of their files; citations of the same file are equal. */
export function compareCitations(a: Citation, b: Citation, order: FileOrder): number {
  const ranks = [a, b].map(({ source }) => rankOf(order, source.role, source.fileIndex));
  return compare(a.source.role, b.source.role) || (ranks[0] ?? 0) - (ranks[1] ?? 0);
}

function citationsOf({ citations, basis, search }: Finding): Citation[] {
  return [...citations, ...basis, ...search.nearest.map(({ citation }) => citation)];
}
