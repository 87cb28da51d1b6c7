/** The wake-up listeners of this process. */
export type Listeners = {
  readonly size: number;
  wakeAll(): void;
  /** Calls `onWake` at each wake-up until the returned function is called. */
  add(onWake: () => void): () => void;
  clear(): void;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    get size() {
      return listeners.size;
    },
    wakeAll() {
      for (const listener of listeners) listener();
    },
    add(onWake) {
      listeners.add(onWake);
      return () => listeners.delete(onWake);
    },
    clear: () => listeners.clear(),
  };
}
