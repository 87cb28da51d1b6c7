import { useCallback, useEffect, useState } from 'react';
import { usePage } from '../parts/page-context.ts';
import { hasEnded, type Outcome } from '../parts/words.ts';
import { failureOf } from '../service/failure.ts';
import type { Finding, Run } from '../service/service.ts';

const lookAgainMs = 2_000;
const pageSize = 50;

export type Shown = { project: string; run: Run; findings: readonly Finding[]; total: number };

/** A run with the findings of the wanted outcome, read again while it goes on. `pages` is how many are shown. */
export function useRun(
  { projectId, runId }: { projectId: string; runId: string },
  outcome: Outcome | null,
  pages: number,
) {
  const { service, sessionEnded } = usePage();
  const [shown, setShown] = useState<Shown | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);

  const read = useCallback(async (): Promise<Shown> => {
    const wanted = { id: projectId, runId, pageSize, ...(outcome && { outcome }) };
    const [project, run, first] = await Promise.all([
      service.projects.get.query({ id: projectId }),
      service.runs.get.query({ id: projectId, runId }),
      service.findings.list.query(wanted),
    ]);
    const findings = [...first.data];
    let { nextCursor } = first;
    while (nextCursor !== null && findings.length < pages * pageSize) {
      const more = await service.findings.list.query({ ...wanted, after: nextCursor });
      findings.push(...more.data);
      ({ nextCursor } = more);
    }
    return { project: project.data.name, run: run.data, findings, total: first.total };
  }, [service, projectId, runId, outcome, pages]);

  useEffect(() => {
    let over = false;
    let timer: number | undefined;
    async function look(): Promise<void> {
      try {
        const next = await read();
        if (over) return;
        setShown(next);
        setTrouble(null);
        if (!hasEnded(next.run)) timer = window.setTimeout(look, lookAgainMs);
      } catch (error) {
        if (over) return;
        const failure = failureOf(error);
        if (failure.code === 'unauthenticated') sessionEnded();
        else setTrouble(failure.text);
      }
    }
    void look();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [read, sessionEnded]);

  return { shown, trouble };
}
