/**
 * `limit` is the maximum number of items that are processed at the same time. `ahead` is the maximum number of items
 * that are started beyond the one that the consumer waits for.
 */
type Ahead = { limit: number; ahead: number };

/**
 * Yields the result of `work` for each item, in the order of the items, and works ahead of the consumer. After the
 * first failure no further item is started; the failure is thrown in place of the failed item's result. All started
 * work has ended when the generator ends, even if the consumer stops early.
 */
export async function* mapInOrder<Item, Result>(
  items: Iterable<Item>,
  { limit, ahead }: Ahead,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result, void, undefined> {
  const begun: Promise<Result>[] = [];
  const rest = items[Symbol.iterator]();
  let underWay = 0;
  let open = true;
  function ended(well: boolean): void {
    underWay -= 1;
    open &&= well;
    beginMore();
  }
  function beginMore(): void {
    while (open && underWay < limit && begun.length <= ahead) {
      const next = rest.next();
      if (next.done) return;
      underWay += 1;
      const result = work(next.value);
      begun.push(result);
      result.then(
        () => ended(true),
        () => ended(false),
      );
    }
  }
  try {
    beginMore();
    for (let first = begun[0]; first !== undefined; first = begun[0]) {
      const result = await first;
      begun.shift();
      beginMore();
      yield result;
    }
  } finally {
    open = false;
    await Promise.allSettled(begun);
  }
}
