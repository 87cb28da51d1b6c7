import { vi } from 'vitest';
import { patienceMs } from './patience.ts';

/** For work that takes longer on a slow machine: a limit in ms. It cannot be shorter than `patienceMs`. */
type Patience = { upTo?: number };

/** Waits until `check` returns something truthy, and returns it. */
export function waitUntil<T>(check: () => T | Promise<T>, { upTo = patienceMs }: Patience = {}) {
  return vi.waitUntil(check, { timeout: Math.max(upTo, patienceMs), interval: 10 });
}

/** Waits until `assertion` throws nothing, and returns what it returns. */
export function waitFor<T>(
  assertion: () => T | Promise<T>,
  { upTo = patienceMs }: Patience = {},
): Promise<T> {
  return vi.waitFor(assertion, { timeout: Math.max(upTo, patienceMs), interval: 10 });
}
