/**
 * `limit`: how many items are processed at the same time, at most. `ahead`: how many items are started beyond the one
 * that the consumer waits for, at most.
 */
type Ahead = { limit: number; ahead: number };

/**
 * Yields the result of `work` for each item, in the order of the items, and works ahead of the consumer. After the
 * first failure no further item is started; the failure is thrown in place of the failed item's result. When the
 * generator ends, early or not, all started work has ended.
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
