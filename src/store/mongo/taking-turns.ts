/** Runs work on the same key one after another, and returns its result. */
export type InTurn = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

/** Writers of one process wait for each other instead of failing each other's compare-and-sets. */
export function takingTurns(): InTurn {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
