import { setTimeout as wait } from 'node:timers/promises';
import { untilAborted } from '../../engine/runtime/until-aborted.ts';

export type TurnSettings = {
  /** The maximum number of concurrent requests of one user to one host. */
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

/** Requests that start one after another. `last` resolves when all of them have started or were aborted. */
type Line = { last: Promise<void> };

/** The requests of one user to one host. */
type Lane = Line & {
  /** The number of requests that are waiting to start or have not ended. */
  users: number;
  open: number;
  freed: () => void;
};

/**
 * From all lanes, the first requests are in the line of the host. `pauses` has the time before which no request of a user
 * may start.
 */
type Host = Line & { lanes: Map<string, Lane>; nextAt: number; pauses: Map<string, number> };

/** From this number of hosts on, hosts without requests are removed from memory. */
const rememberedHosts = 1_000;

/**
 * Limits the requests of this process to each host. The requests of one user to a host start in the order of their calls
 * of `take`, and users take turns, so that slow links of one user do not delay another's.
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
   * Waits until a request of the user to the host may start, and returns the function to call when the request has
   * ended. Rejects with the signal's reason when the signal is aborted.
   */
  async take(name: string, user: string, signal: AbortSignal): Promise<() => void> {
    const host = this.#hostOf(name);
    const lane = host.lanes.get(user) ?? { ...newLine(), users: 0, open: 0, freed: () => {} };
    host.lanes.set(user, lane);
    lane.users += 1;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      lane.users -= 1;
      if (lane.users === 0) host.lanes.delete(user);
    };
    try {
      await inLine(lane, signal, async () => {
        while (lane.open >= this.#settings.hostRequests) await untilAborted(freedPlace(lane), signal);
        await this.#waitUntil(() => host.pauses.get(user) ?? 0, signal);
        await inLine(host, signal, async () => {
          await this.#waitUntil(() => host.nextAt, signal);
          host.nextAt = this.#clock.now() + this.#settings.hostSpacingMs;
        });
        lane.open += 1;
      });
    } catch (reason) {
      end();
      throw reason;
    }
    return () => {
      if (ended) return;
      end();
      lane.open -= 1;
      lane.freed();
    };
  }

  /**
   * Lets no further request of the user to the host start for `ms` milliseconds, because the host asked for a pause. Others
   * do not wait: the host asks each of them itself, and a link of one user can ask for pauses without end.
   */
  pause(name: string, user: string, ms: number): void {
    const { pauses } = this.#hostOf(name);
    const now = this.#clock.now();
    for (const [other, until] of pauses) if (until <= now) pauses.delete(other);
    pauses.set(user, Math.max(pauses.get(user) ?? 0, now + ms));
  }

  /** Waits until a time, which can change meanwhile. */
  async #waitUntil(time: () => number, signal: AbortSignal): Promise<void> {
    for (let ms = time() - this.#clock.now(); ms > 0; ms = time() - this.#clock.now()) {
      await untilAborted(this.#clock.wait(ms, signal), signal);
    }
    signal.throwIfAborted();
  }

  #hostOf(name: string): Host {
    const known = this.#hosts.get(name);
    if (known !== undefined) return known;
    if (this.#hosts.size >= rememberedHosts) this.#forget();
    const host: Host = { ...newLine(), lanes: new Map(), nextAt: 0, pauses: new Map() };
    this.#hosts.set(name, host);
    return host;
  }

  #forget(): void {
    const now = this.#clock.now();
    for (const [name, { lanes, nextAt, pauses }] of this.#hosts) {
      const ends = Math.max(nextAt, ...pauses.values());
      if (lanes.size === 0 && ends <= now) this.#hosts.delete(name);
    }
  }
}

const newLine = (): Line => ({ last: Promise.resolve() });

/** Does the step when all those before it in the line are done. */
async function inLine(line: Line, signal: AbortSignal, step: () => Promise<void>): Promise<void> {
  const before = line.last;
  let goOn = () => {};
  line.last = new Promise((resolve) => {
    goOn = resolve;
  });
  try {
    await untilAborted(before, signal);
    await step();
  } finally {
    // Even if this request was aborted, the next request in the line still waits for the requests before this one.
    void before.then(goOn);
  }
}

function freedPlace(lane: Lane): Promise<void> {
  return new Promise((resolve) => {
    lane.freed = resolve;
  });
}
