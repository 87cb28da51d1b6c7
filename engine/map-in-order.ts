/** How many are worked on at a time, and how many may be begun or done beyond the one that is asked for. */
type Ahead = { limit: number; ahead: number };

/**
 * Gives what `work` makes of each item, in the order of the items, and works ahead of who asks. The first failure stops
 * the start of further ones and is thrown in its turn. When it ends, early or not, all work that was begun has ended.
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
