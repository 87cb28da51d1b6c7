/** Work that waits for its turn. */
type Waiting = { start(): void };

/**
 * Gives each user one turn at a time, and at most `size` turns at once. When a turn ends, the next one goes to the user
 * who was served longest ago, so that many requests of one user do not delay another user's first one.
 */
export class Turns {
  readonly #size: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #active = new Set<string>();

  constructor(size: number) {
    this.#size = size;
  }

  /** Does the work when it is its turn. Rejects with the signal's reason if the signal is aborted before. */
  async take<Result>(user: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(user, signal);
    try {
      return await work();
    } finally {
      this.#active.delete(user);
      this.#startNext();
    }
  }

  #turn(user: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#remove(user, waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start() {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(user, [...(this.#waiting.get(user) ?? []), waiting]);
      this.#startNext();
    });
  }

  #startNext(): void {
    // A map keeps the order in which users were added, and a user whose turn starts goes to its end.
    for (const [user, [first, ...rest]] of [...this.#waiting]) {
      if (this.#active.size >= this.#size) return;
      if (first === undefined || this.#active.has(user)) continue;
      this.#waiting.delete(user);
      if (rest.length > 0) this.#waiting.set(user, rest);
      this.#active.add(user);
      first.start();
    }
  }

  #remove(user: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(user) ?? []).filter((other) => other !== waiting);
    if (rest.length > 0) this.#waiting.set(user, rest);
    else this.#waiting.delete(user);
  }
}
