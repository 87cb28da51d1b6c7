import { setTimeout as wait } from 'node:timers/promises';

export type TurnSettings = {
  /** The maximum number of concurrent requests to one host. */
  hostRequests: number;
  /** The minimum interval between the starts of two requests to one host, in ms. */
  hostSpacingMs: number;
};

/**
 * A clock that tests can control. `now` returns ms since an arbitrary time. `wait` throws when the signal is aborted.
 */
export type FetchClock = { now(): number; wait(ms: number, signal: AbortSignal): Promise<void> };

export const realClock: FetchClock = {
  now: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal }),
};

type Host = {
  /** The number of requests that are waiting to start or have not ended. */
  users: number;
  open: number;
  nextAt: number;
  /** Resolves when every request in the queue has started or was aborted. */
  last: Promise<void>;
  freed: () => void;
};

/** From this number of hosts on, hosts without requests are removed from memory. */
const rememberedHosts = 1_000;

/**
 * Limits the requests of this process to each host. Requests to the same host start in the order of their calls of
 * `take`.
 */
export class HostTurns {
  readonly #settings: TurnSettings;
  readonly #clock: FetchClock;
  readonly #hosts = new Map<string, Host>();

  constructor(settings: TurnSettings, clock: FetchClock = realClock) {
    this.#settings = settings;
    this.#clock = clock;
  }

  /**
   * Waits until a request to the host may start, and returns the function to call when the request has ended. Rejects
   * with the signal's reason when the signal is aborted.
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const host = this.#hostOf(name);
    host.users += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      host.users -= 1;
    };
    try {
      await this.#letIn(host, signal);
    } catch (reason) {
      end();
      throw reason;
    }
    return () => {
      if (ended) return;
      end();
      host.open -= 1;
      host.freed();
    };
  }

  /** Lets no further request to the host start for `ms` milliseconds, because the host asked for a pause. */
  pause(name: string, ms: number): void {
    const host = this.#hostOf(name);
    host.nextAt = Math.max(host.nextAt, this.#clock.now() + ms);
  }

  async #letIn(host: Host, signal: AbortSignal): Promise<void> {
    const before = host.last;
    let goOn = () => {};
    host.last = new Promise((resolve) => {
      goOn = resolve;
    });
    try {
      await unlessAborted(before, signal);
      while (host.open >= this.#settings.hostRequests) await unlessAborted(freedPlace(host), signal);
      for (let ms = host.nextAt - this.#clock.now(); ms > 0; ms = host.nextAt - this.#clock.now()) {
        await unlessAborted(this.#clock.wait(ms, signal), signal);
      }
      signal.throwIfAborted();
      host.open += 1;
      host.nextAt = this.#clock.now() + this.#settings.hostSpacingMs;
    } finally {
      // Even if this request was aborted, the next request in the queue still waits for the requests before this one.
      void before.then(goOn);
    }
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    if (this.#hosts.size >= rememberedHosts) this.#forget();
    const host: Host = { users: 0, open: 0, nextAt: 0, last: Promise.resolve(), freed: () => {} };
    this.#hosts.set(name, host);
    return host;
  }

  #forget(): void {
    for (const [name, { users, nextAt }] of this.#hosts) {
      if (users === 0 && nextAt <= this.#clock.now()) this.#hosts.delete(name);
    }
  }
}

function freedPlace(host: Host): Promise<void> {
  return new Promise((resolve) => {
    host.freed = resolve;
  });
}

/** Waits for the promise, but rejects with the signal's reason as soon as the signal is aborted. */
async function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
