/** Runs work on the same key one after another, and gives what it gave. */
export type InTurn = <Value>(key: string, work: () => Promise<Value>) => Promise<Value>;

/** So that writers of one process wait for each other instead of losing compare-and-sets against each other. */
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
