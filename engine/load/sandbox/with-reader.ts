import { type Reader, sharedReaders } from './reader.ts';

/** What a child process may use: memory in bytes, and time in milliseconds. */
export type ReaderLimits = { memoryBytes: number; ms: number };

/**
 * Passes a child process to `use`. The process is killed when `use` takes longer than `ms`, when the process exceeds
 * `memoryBytes`, or when `signal` is aborted. Throws the signal's reason, and what `use` throws: a `ReadFailure` if the
 * process was killed.
 */
export async function withReader<Result>(
  limits: ReaderLimits,
  signal: AbortSignal,
  use: (child: Reader) => Promise<Result>,
): Promise<Result> {
  const { child, release } = await borrowReader(limits, signal);
  try {
    return await use(child);
  } finally {
    release();
  }
}

/**
 * Lends a child process until `release` is called, as `withReader` does while its function runs. Throws the signal's
 * reason.
 */
export async function borrowReader(
  { memoryBytes, ms }: ReaderLimits,
  signal: AbortSignal,
): Promise<{ child: Reader; release: () => void }> {
  const pool = sharedReaders(memoryBytes);
  const child = await pool.acquire(signal, signal);
  const stop = () => child.kill('timed_out');
  const timer = setTimeout(stop, ms);
  const stopWatching = child.watchMemory(memoryBytes);
  signal.addEventListener('abort', stop, { once: true });
  const release = () => {
    clearTimeout(timer);
    stopWatching();
    signal.removeEventListener('abort', stop);
    pool.release(child);
  };
  if (signal.aborted) {
    release();
    throw signal.reason;
  }
  return { child, release };
}
