import type { Request, Response } from 'express';

/** A check of one part of the service. Throws if the part does not work. */
type Check = () => Promise<void>;

/** The checks of a running service, by the name of the part. */
export type ReadinessChecks = {
  /** The parts without which the service cannot answer requests. */
  required: Readonly<Record<string, Check>>;
  /**
   * The parts without which the service answers requests and does less: runs start later, no mail is sent. A proxy must
   * not take a server out of service for them, because the other servers have the same trouble.
   */
  optional: Readonly<Record<string, Check>>;
};

/** How long the results of the required checks are cached, in ms, so that frequent probes cause few writes to the disk. */
const requiredFreshMs = 2_000;
/** How long the results of the optional checks are cached, in ms: they send requests to servers of other people. */
const optionalFreshMs = 30_000;

/** Answers 200 while the process is running, and checks nothing else. */
export function healthz(_req: Request, res: Response): void {
  res.setHeader('Cache-Control', 'no-store');
  res.json({ ok: true });
}

/**
 * Answers 200 if every required check passes. Answers 503 if one fails or the service is stopping. The body has the
 * result of each check: `ok`, `failed` for a required part, or `degraded` for an optional part.
 */
export function readyz(
  { required, optional }: ReadinessChecks,
  { isStopping, onReadinessProbe }: { isStopping: () => boolean; onReadinessProbe: () => void },
) {
  const requiredParts = cached(required, requiredFreshMs);
  const optionalParts = cached(optional, optionalFreshMs);
  return async (_req: Request, res: Response): Promise<void> => {
    onReadinessProbe();
    const [needed, useful] = await Promise.all([requiredParts(), optionalParts()]);
    const checks = Object.fromEntries([
      ...needed.map(({ name, works }) => [name, works ? 'ok' : 'failed']),
      ...useful.map(({ name, works }) => [name, works ? 'ok' : 'degraded']),
    ]);
    const stopping = isStopping();
    const ready = needed.every(({ works }) => works) && !stopping;
    res.status(ready ? 200 : 503).setHeader('Cache-Control', 'no-store');
    res.json({ ready, ...(stopping && { stopping }), checks });
  };
}

type Outcome = { name: string; works: boolean };

/** Runs all checks at the same time, and caches their outcomes for `freshMs`. */
function cached(checks: Readonly<Record<string, Check>>, freshMs: number): () => Promise<Outcome[]> {
  let last: { at: number; outcomes: Promise<Outcome[]> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > freshMs) last = { at: now, outcomes: outcomesOf(checks) };
    return last.outcomes;
  };
}

async function outcomesOf(checks: Readonly<Record<string, Check>>): Promise<Outcome[]> {
  const settled = await Promise.allSettled(Object.values(checks).map((check) => check()));
  return Object.keys(checks).map((name, at) => ({ name, works: settled[at]?.status === 'fulfilled' }));
}
