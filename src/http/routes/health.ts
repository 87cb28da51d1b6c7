import type { Request, Response } from 'express';

/**
 * A check for each part that must work before the service is ready, by the name of the part. A check throws if its part
 * does not work.
 */
export type ReadinessChecks = Readonly<Record<string, () => Promise<void>>>;

/** How long the result of the checks is cached, in ms, so that frequent probes do not cause many writes to the disk. */
const freshMs = 2_000;

type Report = { ready: boolean; checks: Record<string, string> };

/** Answers 200 while the process is running, and checks nothing else. */
export function healthz(_req: Request, res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.json({ ok: true });
}

/**
 * Answers 200 if every check passes. Answers 503 if a check fails or the service is stopping. The body has the result
 * of each check.
 */
export function readyz(
  checks: ReadinessChecks,
  { isStopping, onReadinessProbe }: { isStopping: () => boolean; onReadinessProbe: () => void },
) {
  let last: { at: number; report: Promise<Report> } | null = null;
  return async (_req: Request, res: Response): Promise<void> => {
    onReadinessProbe();
    const now = performance.now();
    if (last === null || now - last.at > freshMs) last = { at: now, report: reportOf(checks) };
    const { ready, checks: parts } = await last.report;
    const stopping = isStopping();
    res.status(ready && !stopping ? 200 : 503).setHeader('Cache-Control', 'no-store');
    res.json({ ready: ready && !stopping, ...(stopping && { stopping }), checks: parts });
  };
}

async function reportOf(checks: ReadinessChecks): Promise<Report> {
  const names = Object.keys(checks);
  const settled = await Promise.allSettled(Object.values(checks).map((check) => check()));
  const failed = settled.map(({ status }) => status === 'rejected');
  return {
    ready: !failed.includes(true),
    checks: Object.fromEntries(names.map((name, at) => [name, failed[at] ? 'failed' : 'ok'])),
  };
}
