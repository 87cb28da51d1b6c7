import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../job.ts';
import type { Json } from '../../model/result.ts';
import { SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import { type Shaper, type ShaperPool, shaperPool, startWithinMs } from './shape-apart.ts';

/** Longest time that a request waits for a schema to compile, in ms. */
const compileWithinMs = 1_000;

/**
 * Schemas of requests are compiled in separate processes from those that create outputs, so that no request waits for
 * the output of a run.
 */
const compilers = sharedPool(() =>
  shaperPool({ memoryBytes: defaultLimits.outputMemoryBytes, size: availableParallelism() }),
);

/**
 * Returns why a schema does not compile; null if it compiles, or if a second is not enough to find out. In the latter
 * case the run reports a problem. The schema is compiled in a process that can be killed.
 */
export async function compileProblem(format: Json, pool: ShaperPool = compilers()): Promise<string | null> {
  const late = AbortSignal.timeout(compileWithinMs);
  const compiler = await pool.acquire(late).catch(() => null);
  if (compiler === null) return null;
  const started = compiler.ask({ ask: 'ready' }).then(
    () => true,
    () => false,
  );
  if (!(await before(late, started))) {
    keepUntilStarted(compiler, started, pool);
    return null;
  }
  const onLate = () => compiler.kill('timed_out');
  late.addEventListener('abort', onLate, { once: true });
  try {
    const reply = await compiler.ask({ ask: 'compile', format: JSON.stringify(format) });
    return reply.reply === 'compiled' ? reply.problem : null;
  } catch (error) {
    if (error instanceof SandboxEnded) return null;
    throw error;
  } finally {
    late.removeEventListener('abort', onLate);
    pool.release(compiler);
  }
}

/** Keeps a child that is slow to start, because the next schema needs a child and a new one would not start faster. */
function keepUntilStarted(compiler: Shaper, started: Promise<boolean>, pool: ShaperPool): void {
  compiler.rest();
  const timer = setTimeout(() => compiler.kill('timed_out'), startWithinMs);
  timer.unref();
  void started.then(() => {
    clearTimeout(timer);
    pool.release(compiler);
  });
}

/** The result of `work`; false if the signal is aborted before `work` ends. */
function before(signal: AbortSignal, work: Promise<boolean>): Promise<boolean> {
  const aborted = new Promise<boolean>((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
  });
  return Promise.race([work, aborted]);
}
