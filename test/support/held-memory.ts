import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type HeldMemory = {
  /** Bytes that something still refers to, more than at the start. */
  held(): number;
  end(): void;
};

/** What is held in the heap or beside it from now on. */
export function heldMemory(kind: 'heapUsed' | 'arrayBuffers'): HeldMemory {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measure = () => {
    collect();
    return process.memoryUsage()[kind];
  };
  const before = measure();
  return { held: () => measure() - before, end: () => setFlagsFromString('--no-expose-gc') };
}
