import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type UsedMemory = {
  /** Bytes that something still refers to, more than at the start. */
  retained(): number;
  end(): void;
};

/** The memory in use in the heap or beside it from now on. */
export function usedMemory(kind: 'heapUsed' | 'arrayBuffers'): UsedMemory {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const measure = () => {
    collect();
    return process.memoryUsage()[kind];
  };
  const before = measure();
  return { retained: () => measure() - before, end: () => setFlagsFromString('--no-expose-gc') };
}
