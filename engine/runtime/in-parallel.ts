/**
 * Runs `work` over `items`, at most `limit` at a time. An item is taken from `items` only when `work` can start on it.
 * After the first failure, of `work` or of `items`, no further item is started; the failure is thrown when all started
 * work has ended.
 */
export async function inParallel<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let failed = false;
  // After a failure, a loop that waits for the next item receives none.
  async function* untilFailure(): AsyncGenerator<Item, void, undefined> {
    for await (const item of items) {
      yield item;
      if (failed) return;
    }
  }
  const queue = untilFailure();
  async function drain(): Promise<void> {
    for await (const item of queue) {
      if (failed) return;
      try {
        await work(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const lanes = Array.from({ length: Math.max(1, limit) }, drain);
  const ended = await Promise.allSettled(lanes);
  for (const lane of ended) if (lane.status === 'rejected') throw lane.reason;
}
