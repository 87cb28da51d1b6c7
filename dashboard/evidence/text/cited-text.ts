import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { usePage } from '../../parts/page/page-context.ts';
import { failureOf } from '../../service/failure.ts';
import type { TextPart } from '../../service/service.ts';
import { listOf, type Place } from '../places.ts';

/** The loaded part of the text of a cited file, which grows as the user asks for more. */
export type LoadedText = {
  part: TextPart;
  /** Loads the text before and after the loaded part; null if there is none. */
  onEarlier: (() => void) | null;
  onLater: (() => void) | null;
  isLoading: boolean;
};

/** The text around a quote; `failed` says why it cannot be shown. */
export type CitedText =
  | { state: 'loading' }
  | { state: 'failed'; why: string }
  | ({ state: 'loaded' } & LoadedText);

type Ends = { from?: number; to?: number };

/** Fetches the text of the cited file around a quote. */
export function useCitedText(place: Place): CitedText {
  const { service } = usePage();
  const { projectId: id, runId } = useParams({ from: '/projects/$projectId/runs/$runId' });
  const { findingId, index } = place;
  const cited = { id, runId, findingId, list: listOf(place), index };
  const first: Ends = {};
  const { data, error, isFetching, ...query } = useInfiniteQuery({
    queryKey: ['projects', id, 'runs', runId, 'text', cited],
    queryFn: async ({ pageParam, signal }) =>
      (await service.findings.text.query({ ...cited, ...pageParam }, { signal })).data,
    initialPageParam: first,
    getNextPageParam: ({ end, length }): Ends | undefined => (end < length ? { from: end } : undefined),
    getPreviousPageParam: ({ start }): Ends | undefined => (start > 0 ? { to: start } : undefined),
    // The text that a run has read never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data === undefined) {
    return error === null ? { state: 'loading' } : { state: 'failed', why: failureOf(error).text };
  }
  return {
    state: 'loaded',
    part: joined(data.pages),
    onEarlier: query.hasPreviousPage ? () => void query.fetchPreviousPage() : null,
    onLater: query.hasNextPage ? () => void query.fetchNextPage() : null,
    isLoading: isFetching,
  };
}

/** Joins parts that follow each other. */
function joined(parts: readonly TextPart[]): TextPart {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) throw new Error('a loaded text has at least one part');
  return {
    ...first,
    end: last.end,
    text: parts.map(({ text }) => text).join(''),
    ranges: parts.flatMap(({ ranges }) => ranges),
    skips: parts.flatMap(({ skips }) => skips),
    headings: parts.flatMap(({ headings }) => headings),
  };
}
