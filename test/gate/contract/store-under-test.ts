import { afterAll, beforeAll } from 'vitest';
import type { Store } from '../../../src/store/port.ts';

/** How the suites open an adapter. Each call of `open` returns one more connection to the same data. */
export type StoreUnderTest = { name: string; open(): Promise<Store>; clean(): Promise<void> };

/** Opens two connections to the same data before a suite. Closes them and removes the data after the suite. */
export function withTwoStores(place: StoreUnderTest, use: (store: Store, second: Store) => void): void {
  const open: Store[] = [];
  beforeAll(async () => {
    const [store, second] = [await place.open(), await place.open()];
    open.push(store, second);
    use(store, second);
  });
  afterAll(async () => {
    for (const store of open) await store.close();
    await place.clean();
  });
}
