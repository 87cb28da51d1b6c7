import type { Citation } from '../citation.ts';
import type { Finding, SubjectId } from '../finding.ts';
import type { Result } from '../result.ts';
import { canonicalOutput } from './canonical-output.ts';
import {
  citationPlaces,
  compare,
  compareCitations,
  type FileOrder,
  fileOrder,
  rankOf,
  sorted,
  subjectRank,
} from './file-order.ts';

/**
 * The content of a result as text: two results are equal if their texts are equal. The text omits what differs between
 * equal runs (ids, times, usage, tokens, cost, links) and boxes, which follow from the offsets. Keys are sorted.
 *
 * Files are ordered by name and content, and findings, citations and lists of the output by their files, so that the
 * order in which files were given has no effect. The order of the citations of one file does count.
 */
export function canonical(result: Result): string {
  const order = fileOrder(result);
  const findings = [...result.findings].sort(
    (a, b) => a.rule.index - b.rule.index || subjectRank(a.subject, order) - subjectRank(b.subject, order),
  );
  const { byRule, bySubject, ...counts } = result.counts;
  return sorted({
    counts: { ...counts, byRule, bySubject: renamedSubjects(bySubject, order) },
    incomplete: result.incomplete,
    warnings: result.warnings.map(sorted).sort(),
    files: [...result.files]
      .map((file) => ({ ...file, fileIndex: rankOf(order, file.role, file.fileIndex) }))
      .sort((a, b) => compare(a.role, b.role) || a.fileIndex - b.fileIndex),
    findings: findings.map((finding) => canonicalFinding(finding, order)),
    output: canonicalOutput(result, findings, order),
  });
}

function canonicalSubject(subject: SubjectId, order: FileOrder): SubjectId {
  return subject.kind === 'project' ? subject : { ...subject, fileIndex: subjectRank(subject, order) };
}

function renamedSubjects(
  bySubject: Result['counts']['bySubject'],
  order: FileOrder,
): Result['counts']['bySubject'] {
  const renamed = Object.entries(bySubject).map(([key, counts]): [string, typeof counts] => {
    const index = /^file:(\d+)$/.exec(key)?.[1];
    return [index === undefined ? key : `file:${rankOf(order, 'input', Number(index))}`, counts];
  });
  return Object.fromEntries(renamed);
}

function canonicalFinding(finding: Finding, order: FileOrder): unknown {
  const {
    id: _id,
    runId: _runId,
    citations,
    basis,
    values,
    search,
    checker,
    review,
    subject,
    ...rest
  } = finding;
  const places = citationPlaces(citations, order);
  const { tokens: _tokens, cost: _cost, requests: _requests, exchange: _exchange, ...checkedBy } = checker;
  return {
    ...rest,
    subject: canonicalSubject(subject, order),
    citations: byFile(citations, order),
    basis: byFile(basis, order),
    values: values.map((value) => ({
      ...value,
      citations: value.citations.map((index) => places[index] ?? index).sort((a, b) => a - b),
    })),
    search: {
      ...search,
      unread: search.unread.map(sorted).sort(),
      nearest: [...search.nearest]
        .sort((a, b) => compareCitations(a.citation, b.citation, order))
        .map(({ citation, why }) => ({ citation: canonicalCitation(citation, order), why })),
    },
    checker: checkedBy,
    review: review && { label: review.label, reason: review.reason },
  };
}

function byFile(citations: readonly Citation[], order: FileOrder) {
  return [...citations]
    .sort((a, b) => compareCitations(a, b, order))
    .map((citation) => canonicalCitation(citation, order));
}

function canonicalCitation({ link: _link, boxes: _boxes, source, ...place }: Citation, order: FileOrder) {
  const { url: _url, ...known } = source;
  return { ...place, source: { ...known, fileIndex: rankOf(order, source.role, source.fileIndex) } };
}
