import type { Store } from '../../../src/store/port.ts';

/** The methods of a store that count as writes. */
const writes = new Set(
  'insert update delete claim freeFrom saveProgress addFindings fillIn saveCapture release put add replace complete forget'.split(
    ' ',
  ),
);

/** Is called in place of each write. It can delay or refuse the write, do it and then fail, or never return. */
export type Around = <Value>(name: string, write: () => Promise<Value>) => Promise<Value>;

/** The store with `around` called in place of each write; reads are unchanged. */
export function watchedStore(store: Store, around: Around): Store {
  const watched = <Part extends object>(kind: string, part: Part): Part =>
    new Proxy(part, {
      get(target, name) {
        const found: unknown = Reflect.get(target, name);
        if (typeof found !== 'function') return found;
        const call = (...given: unknown[]) => Reflect.apply(found, target, given);
        if (typeof name !== 'string' || !writes.has(name)) return call;
        return (...given: unknown[]) => around(`${kind}.${name}`, async () => call(...given));
      },
    });
  return {
    ...store,
    politics: watched('politics', store.politics),
    projects: watched('projects', store.projects),
    runs: watched('runs', store.runs),
    reviews: watched('reviews', store.reviews),
    deliveries: watched('deliveries', store.deliveries),
    idempotency: watched('idempotency', store.idempotency),
    sourceTexts: watched('sourceTexts', store.sourceTexts),
  };
}
