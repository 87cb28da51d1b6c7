import type { Citation } from '../../engine/model/citation.ts';
import type { Finding, SubjectId } from '../../engine/model/finding.ts';
import type { Json, Result } from '../../engine/model/result.ts';
import { compare, sorted } from '../../engine/model/sorted.ts';
import {
  citationPlaces,
  compareCitations,
  type FileOrder,
  fileOrder,
  rankOf,
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

/**
 * Returns the output with the evidence next to each leaf. Ids differ between runs, so evidence is identified by the
 * rank of its finding and of its citation. Items of a list are in the order of their findings.
 */
function canonicalOutput(result: Result, findings: readonly Finding[], order: FileOrder): unknown {
  const known = new Map(
    findings.map((finding, rank) => [
      finding.id,
      { finding, rank, places: citationPlaces(finding.citations, order) },
    ]),
  );
  const restsOn = (pointer: string) =>
    (result.outputSources[pointer] ?? []).map(({ findingId, citation }) => {
      const source = known.get(findingId);
      const place = citation === undefined ? -1 : (source?.places[citation] ?? citation);
      return { rank: source?.rank ?? -1, place };
    });

  /**
   * Replaces ids and links in a value, because an id is valid only in one run and a link depends on where the file is
   * stored.
   */
  const withoutIds = (value: Json, pointer: string): Json => {
    if (typeof value !== 'string') return value;
    const sources = result.outputSources[pointer] ?? [];
    if (sources.some(({ findingId }) => findingId === value)) return 'id';
    const cited = sources.flatMap(({ findingId, citation }) => {
      const citations: readonly Citation[] = known.get(findingId)?.finding.citations ?? [];
      return citation === undefined ? [] : [citations[citation]];
    });
    return cited.some((one) => one?.link === value) ? 'link' : value;
  };

  const read = (value: Json, pointer: string): { content: unknown; first: number[] } => {
    const own = restsOn(pointer).sort((a, b) => a.rank - b.rank || a.place - b.place);
    const why = result.outputGaps[pointer] ?? null;
    const firstOwn = own[0] ? [own[0].rank, own[0].place] : [];
    if (Array.isArray(value)) {
      const items = value.map((item, index) => read(item, `${pointer}/${index}`));
      items.sort((a, b) => compareRanks(a.first, b.first));
      return {
        content: { items: items.map(({ content }) => content), own, why },
        first: items[0]?.first ?? firstOwn,
      };
    }
    if (value !== null && typeof value === 'object') {
      const fields = Object.entries(value).map(([key, inner]): [string, ReturnType<typeof read>] => [
        key,
        read(inner, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
      ]);
      const first = fields.map(([, field]) => field.first).sort(compareRanks)[0] ?? [];
      return { content: { fields: fields.map(([key, { content }]) => [key, content]), why }, first };
    }
    return { content: { value: withoutIds(value, pointer), own, why }, first: firstOwn };
  };

  return result.output === null ? null : read(result.output, '').content;
}

/**
 * Compares evidence by the rank of its finding, then by the position of its citation. Leaves without evidence come
 * last.
 */
function compareRanks(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0);
}
