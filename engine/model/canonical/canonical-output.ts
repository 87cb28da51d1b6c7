import type { Citation } from '../citation.ts';
import type { Finding } from '../finding.ts';
import type { Json, Result } from '../result.ts';
import { citationPlaces, type FileOrder } from './file-order.ts';

/**
 * Returns the output with the evidence next to each leaf. Ids differ between runs, so evidence is identified by the
 * rank of its finding and of its citation. Items of a list are in the order of their findings.
 */
export function canonicalOutput(result: Result, findings: readonly Finding[], order: FileOrder): unknown {
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
