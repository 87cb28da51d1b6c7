import type { Limits } from '../../job.ts';
import type { Finding } from '../../model/finding.ts';
import type { Json } from '../../model/result.ts';
import { SandboxPool } from '../../sandbox/pool.ts';
import { startWithinMs } from '../../sandbox/pool-task.ts';
import { type EndReason, type Sandbox, SandboxEnded } from '../../sandbox/sandbox.ts';
import { sharedPool } from '../../sandbox/shared-pools.ts';
import { leftOut, type Shaped, unshaped } from '../shaped.ts';
import { type Choice, parseShaped, type Question, type Reply, replySchema } from './protocol.ts';

export type Shaper = Sandbox<Question, Reply>;
export type ShaperPool = SandboxPool<Question, Reply>;

type PoolOptions = {
  /** Memory of one child, in bytes. */
  memoryBytes: number;
  /** Maximum number of children; unset means no limit. */
  size?: number;
  /** The module that the children run; unset means `shape-child`. */
  entry?: URL;
};

export type ApartOptions = {
  signal: AbortSignal;
  /** The pool whose processes create the output; unset means the engine's own. */
  pool?: ShaperPool;
};

/** How many findings are sent at a time, so that neither process is blocked for long. */
const batchFindings = 200;
const megabyte = 1024 * 1024;

/** A pool of processes that create outputs. It starts no process before the first output. */
export function shaperPool({ memoryBytes, size = Number.POSITIVE_INFINITY, entry }: PoolOptions): ShaperPool {
  return new SandboxPool({ entry: entry ?? childEntry(), memoryBytes, size, idle: 1, replySchema });
}

/** There are as many children as this process has concurrent runs, so that no run waits for the output of another. */
const shapers = sharedPool((memoryBytes: number) => shaperPool({ memoryBytes }));

/** Starts the process that will create the output, so that it is ready when the files are read and checked. */
export function prepareShaping({ outputMemoryBytes }: Limits): void {
  shapers(outputMemoryBytes).prepare();
}

/** The module of the child, which is next to this file: its build, or its source if this file is not built. */
function childEntry(): URL {
  return new URL(import.meta.url.endsWith('.ts') ? './shape-child.ts' : './shape-child.js', import.meta.url);
}

/**
 * Runs `shapeByChoices` in a separate process, so that a user's schema cannot block or crash the calling process. The
 * process is killed at its limits of time and memory, and when the signal is aborted. At a limit there is no output,
 * and a warning names the limit. Throws the signal's reason.
 */
export async function shapeApart(
  format: Json,
  findings: readonly Finding[],
  choices: readonly Choice[],
  limits: Limits,
  { signal, pool = shapers(limits.outputMemoryBytes) }: ApartOptions,
): Promise<Shaped> {
  const shaper = await pool.acquire(signal);
  const onAbort = () => shaper.kill('crashed');
  signal.addEventListener('abort', onAbort, { once: true });
  const stopWatching = shaper.watchMemory(limits.outputMemoryBytes);
  try {
    await handOver(shaper, findings);
    return await shapedBy(shaper, { format, choices, limits });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SandboxEnded)) throw error;
    return endedEarly(error.reason, limits);
  } finally {
    stopWatching();
    signal.removeEventListener('abort', onAbort);
    pool.release(shaper);
  }
}

async function handOver(shaper: Shaper, findings: readonly Finding[]): Promise<void> {
  const timer = setTimeout(() => shaper.kill('crashed'), startWithinMs);
  try {
    await shaper.ask({ ask: 'ready' });
    for (let from = 0; from < findings.length; from += batchFindings) {
      const batch = findings.slice(from, from + batchFindings).map(essentials);
      await shaper.ask({ ask: 'take', findings: batch });
    }
  } finally {
    clearTimeout(timer);
  }
}

type Task = { format: Json; choices: readonly Choice[]; limits: Limits };

async function shapedBy(shaper: Shaper, { format, choices, limits }: Task): Promise<Shaped> {
  const { formatBytes, outputBytes, outputMs } = limits;
  const timer = setTimeout(() => shaper.kill('timed_out'), outputMs);
  try {
    const reply = await shaper.ask({
      ask: 'shape',
      format: JSON.stringify(format),
      choices: [...choices],
      limits: { formatBytes, outputBytes },
    });
    if (reply.reply === 'shaped') return parseShaped(reply.shaped);
    shaper.kill('crashed');
    return failed(reply.reply === 'failed' ? reply.message : `it replied ${reply.reply}`);
  } finally {
    clearTimeout(timer);
  }
}

function endedEarly(reason: EndReason, { outputMs, outputMemoryBytes }: Limits): Shaped {
  switch (reason) {
    case 'timed_out':
      return leftOut(
        `filling outputFormat took longer than ${Math.round(outputMs / 100) / 10} s. Use a simpler schema.`,
      );
    case 'out_of_memory':
      return leftOut(
        `filling outputFormat took more memory than ${outputMemoryBytes / megabyte} MB. Use a simpler schema, or check fewer files at a time.`,
      );
    case 'crashed':
      return failed('its process ended');
  }
}

function failed(reason: string): Shaped {
  return unshaped(
    'output_failed',
    `The output was left out: filling outputFormat failed (${reason.slice(0, 200)}), which is a bug in Proviso. The findings are complete.`,
  );
}

/** A finding without the fields that no output can show. */
function essentials(finding: Finding): Finding {
  const { citations, basis, search } = finding;
  return {
    ...finding,
    citations: citations.map(withoutBoxes),
    basis: basis.map(withoutBoxes),
    search: { ...search, queries: [], nearest: [], unread: [] },
  };
}

function withoutBoxes({ boxes: _, ...citation }: Finding['citations'][number]) {
  return citation;
}
