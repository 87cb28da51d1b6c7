/**
 * Runs `work` over `items`, at most `limit` at a time, and returns the results in the order of the items. An item is
 * taken from `items` only when `work` can start on it. After the first failure, of `work` or of `items`, no further
 * item is started; the failure is thrown when all started work has ended.
 */
export async function inParallel<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let failed = false;
  // After a failure, a loop that waits for the next item receives none.
  async function* numbered(): AsyncGenerator<[number, Item], void, undefined> {
    let index = 0;
    for await (const item of items) {
      yield [index, item];
      if (failed) return;
      index += 1;
    }
  }
  const queue = numbered();
  async function drain(): Promise<void> {
    for await (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const lanes = Array.from({ length: Math.max(1, limit) }, drain);
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
  return results;
}
