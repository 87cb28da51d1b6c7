import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type UsedMemory = {
  /** The bytes that are in use now, minus those at the start of the measurement. */
  retained(): number;
  end(): void;
};

/** Measures the memory that is retained from now on, in the heap or in array buffers. */
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
