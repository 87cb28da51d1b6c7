/**
 * Returns a function that runs work, at most `limit` pieces at a time. Further pieces begin in the order in which they
 * were passed.
 */
export function createWorkQueue(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = Math.max(1, limit);
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const begin = waiting.shift();
      if (begin) begin();
      else free += 1;
    }
  };
}
