import { SandboxPool } from './pool.ts';

let shared: SandboxPool | null = null;

/** The engine's own pool of readers, started when it is first needed. `memoryBytes` is what one of them may take. */
export function sharedPool(memoryBytes: number): SandboxPool {
  shared ??= new SandboxPool({ memoryBytes });
  return shared;
}

/** Ends the processes that read files. The next file starts new ones. */
export function closeLoading(): void {
  shared?.close();
  shared = null;
}
