import { Queue as Jobs, QueueEvents, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { createListeners } from './listeners.ts';
import type { Queue } from './port.ts';

export type RedisQueueSettings = {
  /** `redis://…` or `rediss://…`. */
  url: string;
  /** The prefix of all keys, so that several services can share a server. */
  prefix?: string;
  /** Called when the Redis server is unreachable. Workers then find runs by polling the store. */
  onTrouble(error: Error): void;
};

/** The name of the BullMQ queue for all wake-ups. A job contains only the id of a run. */
const jobsName = 'runs';

/** The states in which ioredis has no connection. */
const lost = ['close', 'reconnecting', 'end'];

/** How long a wake-up may wait for a server that does not answer, in ms. */
const patienceMs = 2_000;

/**
 * Wakes the workers of every listening process, on any machine, through BullMQ. Each process is notified of every added
 * job, and one of them removes the job. Losing Redis costs only time, because workers find out from the store what to
 * do.
 */
export function redisQueue({ url, prefix = 'proviso', onTrouble }: RedisQueueSettings): Queue {
  const listeners = createListeners();
  const connections: Redis[] = [];
  const closing: (() => Promise<void>)[] = [];
  let listening = false;
  let closed = false;

  function connect(options: RedisOptions): Redis {
    const connection = new Redis(url, {
      connectTimeout: patienceMs,
      // The delay is at most a second, so that a connection returns soon after its server does.
      retryStrategy: (times) => Math.min(times * 50, 1_000),
      ...options,
    });
    connection.on('error', trouble);
    connections.push(connection);
    return connection;
  }

  function trouble(error: Error): void {
    if (!closed) onTrouble(error);
  }

  // A wake-up that cannot be sent at once is dropped, because workers also poll the store.
  const sending = connect({ maxRetriesPerRequest: 0, commandTimeout: patienceMs });
  const jobs = new Jobs(jobsName, {
    prefix,
    connection: sending,
    defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
  });
  jobs.on('error', trouble);

  function startListening(): void {
    const patient: RedisOptions = { maxRetriesPerRequest: null };
    const events = new QueueEvents(jobsName, { prefix, connection: connect(patient) });
    const taker = new Worker(jobsName, async () => undefined, {
      prefix,
      connection: connect(patient),
      concurrency: 10,
    });
    events.on('error', trouble);
    taker.on('error', trouble);
    events.on('added', listeners.wakeAll);
    closing.push(
      () => events.close(),
      () => taker.close(true),
    );
  }

  return {
    description: `Redis at ${placeOf(url)}`,

    async wake(runId) {
      if (lost.includes(sending.status)) {
        trouble(new Error('the connection to Redis is lost'));
        return;
      }
      const added = jobs.add('wake', { runId });
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('Redis does not answer')), patienceMs);
      });
      await Promise.race([added, tooLate])
        .catch((error: unknown) => trouble(error instanceof Error ? error : new Error(String(error))))
        .finally(() => clearTimeout(late));
      added.catch(() => undefined);
    },

    listen(onWake) {
      if (!listening) startListening();
      listening = true;
      return listeners.add(onWake);
    },

    // Without Redis, runs only start later. That is not a reason to take a process out of service.
    async ping() {},

    async close() {
      closed = true;
      listeners.clear();
      await Promise.all([...closing.map((close) => withinPatience(close())), withinPatience(jobs.close())]);
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** Waits for the work, but not longer than `patienceMs`: closing must not wait for a server that is gone. */
async function withinPatience(work: Promise<void>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    late = setTimeout(resolve, patienceMs);
  });
  await Promise.race([work.catch(() => undefined), enough]);
  clearTimeout(late);
}

/**
 * Asks the server for its time, in ms since the epoch. Throws if the server is unreachable or refuses the password.
 */
export async function pingRedis(url: string): Promise<{ description: string; timeMs: number }> {
  const connection = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    commandTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // ioredis reports the reason for a failed connection only in an event.
  let reason: Error | null = null;
  connection.on('error', (error: Error) => {
    reason = error;
  });
  try {
    await connection.connect();
    const [seconds] = await connection.time();
    return { description: `Redis at ${placeOf(url)}`, timeMs: Number(seconds) * 1000 };
  } catch (error) {
    throw reason ?? error;
  } finally {
    connection.disconnect();
  }
}

/** The address of a server without its password. */
function placeOf(url: string): string {
  return new URL(url).host;
}
