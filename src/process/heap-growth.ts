import { setFlagsFromString } from 'node:v8';

/**
 * Makes V8 collect garbage when the heap has grown by 30% since the last collection; by default, the heap can grow to
 * four times its size. Most of the memory that a process uses to check a rule is not needed after that check. Measured:
 * a run of 1,000 separate files takes at most 129 MB instead of 201 MB, in the same time. A sheet of 200,000 rows takes
 * 285 MB instead of 470 MB, in 8.4 s of processor time instead of 7.3 s.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30');
}
