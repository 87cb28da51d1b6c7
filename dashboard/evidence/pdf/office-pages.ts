import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { usePage } from '../../parts/page/page-context.ts';
import { ownFile } from '../own-file.ts';
import { listOf, type Place } from '../places.ts';

/** The PDF of an office file; `place` and `places` have their boxes on its pages. */
export type OfficePages = { file: string; place: Place; places: Place[] };

/** The URL of a PDF is valid for much longer than this, in ms. */
const freshMs = 60 * 60 * 1000;

const officeTypes =
  /^application\/(msword|rtf|vnd\.openxmlformats-officedocument\.(wordprocessingml|presentationml)\..+|vnd\.oasis\.opendocument\.(text|presentation))$/;

/**
 * Fetches the pages of the cited office file. The result is null if the file is not an office file, if the service
 * cannot lay it out, or if the words of the quote are not at one certain place of the pages.
 */
export function useOfficePages(
  place: Place,
  places: readonly Place[],
): { isLoading: boolean; pages: OfficePages | null } {
  const { service } = usePage();
  const { projectId: id, runId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { findingId, index, citation } = place;
  const { source, locator, hidden } = citation;
  const list = listOf(place);
  const { data, isLoading } = useQuery({
    queryKey: ['projects', id, 'runs', runId, 'pages', findingId, source.sha256],
    queryFn: async ({ signal }) =>
      (await service.findings.pages.query({ id, runId, findingId, list, index }, { signal })).data,
    enabled:
      officeTypes.test(source.mediaType) && (locator.kind === 'page' || locator.kind === 'slide') && !hidden,
    staleTime: freshMs,
  });
  const file = ownFile(data?.url);
  if (data === undefined || file === null) return { isLoading, pages: null };
  const boxed = (one: Place): Place => {
    const found = data.quotes.find((quote) => quote.list === listOf(one) && quote.index === one.index);
    return found === undefined ? one : { ...one, citation: { ...one.citation, boxes: found.boxes } };
  };
  const all = places.map(boxed);
  const own = all[places.indexOf(place)];
  return {
    isLoading,
    pages: own?.citation.boxes === undefined ? null : { file, place: own, places: all },
  };
}
