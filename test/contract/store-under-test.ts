import type { Store } from '../../src/store/port.ts';

/** How the suites reach an adapter: `open` returns one more connection to the same data each time. */
export type StoreUnderTest = { name: string; open(): Promise<Store>; clean(): Promise<void> };
