/** Work that waits for its turn. */
type Waiting = { start(): void };

/** For how many users it is remembered when they were served. */
const mostRemembered = 10_000;

/**
 * Gives each user one turn at a time, and at most `size` turns at once. When a turn ends, the next one goes to the user
 * who was served longest ago, so that many requests of one user do not delay another user's first one.
 */
export class Turns {
  readonly #size: number;
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #active = new Set<string>();
  /** The number of the last turn of each user, the longest ago first. */
  readonly #served = new Map<string, number>();
  #turns = 0;

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
    while (this.#active.size < this.#size) {
      const user = this.#next();
      if (user === undefined) return;
      const [first, ...rest] = this.#waiting.get(user) ?? [];
      if (rest.length > 0) this.#waiting.set(user, rest);
      else this.#waiting.delete(user);
      this.#active.add(user);
      this.#noteServed(user);
      first?.start();
    }
  }

  /** Of the users who wait and have no turn, the one who was served longest ago; of several, the one who came first. */
  #next(): string | undefined {
    let next: { user: string; served: number } | undefined;
    for (const user of this.#waiting.keys()) {
      const served = this.#served.get(user) ?? 0;
      if (!this.#active.has(user) && (next === undefined || served < next.served)) next = { user, served };
    }
    return next?.user;
  }

  #noteServed(user: string): void {
    this.#turns += 1;
    this.#served.delete(user);
    this.#served.set(user, this.#turns);
    const [oldest] = this.#served.keys();
    if (oldest !== undefined && this.#served.size > mostRemembered) this.#served.delete(oldest);
  }

  #remove(user: string, waiting: Waiting): void {
    const rest = (this.#waiting.get(user) ?? []).filter((other) => other !== waiting);
    if (rest.length > 0) this.#waiting.set(user, rest);
    else this.#waiting.delete(user);
  }
}
