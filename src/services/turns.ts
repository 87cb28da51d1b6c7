/**
 * Makes the work of users take turns: each user has at most one piece of work in progress, and all users together have
 * at most `places`. A free place goes to the waiting user whose last turn was longest ago, so that a user who sends
 * many requests, or slow ones, delays only the own requests.
 */
export class Turns {
  readonly #places: number;
  readonly #active = new Set<string>();
  /** The waiting work of each user, oldest first. The user whose last turn was longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(places: number) {
    this.#places = places;
  }

  /**
   * Does the work when it is the user's turn; the turn ends with the work. Throws the signal's reason if the signal is
   * aborted before.
   */
  async take<Result>(user: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(user, signal);
    try {
      return await work();
    } finally {
      this.#active.delete(user);
      // The user's other work now waits behind that of the other users.
      const others = this.#queueOf(user);
      this.#waiting.delete(user);
      this.#keep(user, others);
      this.#startNext();
    }
  }

  #turn(user: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#keep(
          user,
          this.#queueOf(user).filter((one) => one !== start),
        );
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#keep(user, [...this.#queueOf(user), start]);
      this.#startNext();
    });
  }

  #startNext(): void {
    for (const [user, [start, ...others]] of [...this.#waiting]) {
      if (this.#active.size >= this.#places) return;
      if (start === undefined || this.#active.has(user)) continue;
      this.#active.add(user);
      this.#keep(user, others);
      start();
    }
  }

  #queueOf(user: string): (() => void)[] {
    return this.#waiting.get(user) ?? [];
  }

  #keep(user: string, queue: (() => void)[]): void {
    if (queue.length > 0) this.#waiting.set(user, queue);
    else this.#waiting.delete(user);
  }
}
