import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { usePage } from '../parts/page/page-context.ts';
import { failureOf } from '../service/failure.ts';
import type { ProjectView } from '../service/service.ts';

export type Progress = NonNullable<ProjectView['progress']>;

/** The minimum time between two fetches of the records of an active run, in ms. */
const readAgainMs = 1_500;

/**
 * While a run is active, follows the project's events, and fetches the shown records again after each change. Returns
 * the latest progress; null before the first event and when no run is active.
 */
export function useProgress(projectId: string, isRunning: boolean): Progress | null {
  const { service, sessionEnded } = usePage();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const readAgain = useCallback(
    () => queryClient.invalidateQueries({ queryKey: ['projects'] }),
    [queryClient],
  );

  // When the run has ended, everything is fetched once more: the findings may have been fetched just before the last
  // finding was written.
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void readAgain();
    wasRunning.current = isRunning;
  }, [isRunning, readAgain]);

  useEffect(() => {
    if (!isRunning) return;
    const over = new AbortController();
    let timer: number | undefined;

    async function follow() {
      for await (const event of service.events.follow(projectId, { signal: over.signal })) {
        setProgress(event.progress);
        timer ??= window.setTimeout(() => {
          timer = undefined;
          void readAgain();
        }, readAgainMs);
      }
      if (!over.signal.aborted) await readAgain();
    }

    follow().catch((error: unknown) => {
      if (!over.signal.aborted && failureOf(error).code === 'unauthenticated') sessionEnded();
    });
    return () => {
      over.abort();
      window.clearTimeout(timer);
    };
  }, [service, readAgain, sessionEnded, projectId, isRunning]);

  return isRunning ? progress : null;
}
