import { type ReaderPool, readerPool } from './reader.ts';

let shared: ReaderPool | null = null;

/** The engine's own pool of readers, started when it is first needed. `memoryBytes` is what one of them may take. */
export function sharedPool(memoryBytes: number): ReaderPool {
  shared ??= readerPool({ memoryBytes });
  return shared;
}

/** Ends the processes that read files. The next file starts new ones. */
export function closeLoading(): void {
  shared?.close();
  shared = null;
}
