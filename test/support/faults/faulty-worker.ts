import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import { buildProcess } from './built-process.ts';

/** When a worker dies or pauses: `killAt` and `blockAt` are the position of a write, from 1; 0 means never. */
export const fault = z.object({
  killAt: z.int().default(0),
  blockAt: z.int().default(0),
  blockMs: z.int().default(0),
  leaseMs: z.int().default(15_000),
  /** Time in ms by which the worker's clock is ahead. */
  clockMs: z.int().default(0),
  /** Limits of the worker's file readers. */
  limits: z.object({ fileMs: z.int(), fileMemoryBytes: z.int() }).optional(),
});

export const WorkerReport = z.union([
  z.object({ ready: z.literal(true) }),
  z.object({ blocked: z.literal(true) }),
  z.object({ writes: z.int() }),
]);

export type FaultyWorker = {
  child: ChildProcess;
  /** Resolves with the signal that ended the worker; null if the worker ended by itself. */
  ended: Promise<NodeJS.Signals | null>;
  /** Waits until the worker reports `key`; resolves with the reported number, if there is one. */
  says<Key extends 'ready' | 'blocked' | 'writes'>(key: Key): Promise<number>;
  /** Asks the worker to end, and returns the number of its writes. */
  stop(): Promise<number>;
};

/** Starts a worker with this fault on the data that the environment names. */
export type StartFaultyWorker = (
  wanted: z.input<typeof fault>,
  environment: Record<string, string>,
) => FaultyWorker;

/** Builds the faulty worker under the name that the caller chooses, with a different file reader if one is given. */
export async function buildFaultyWorker(name: string, reader?: string): Promise<StartFaultyWorker> {
  const entry = await buildProcess(name, 'test/support/faults/faulty-worker-process.ts', reader);
  return (wanted, environment) => started(entry, wanted, environment);
}

function started(
  entry: string,
  wanted: z.input<typeof fault>,
  environment: Record<string, string>,
): FaultyWorker {
  const child = fork(entry, [], {
    env: { PATH: process.env.PATH, ...environment, TEST_FAULT: JSON.stringify(wanted) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const wording = new Map<string, number>();
  child.on('message', (message) => {
    for (const [key, value] of Object.entries(WorkerReport.parse(message))) wording.set(key, Number(value));
  });
  const ended = once(child, 'exit').then(([, signal]): NodeJS.Signals | null => signal);

  async function says(key: string): Promise<number> {
    for (;;) {
      const value = wording.get(key);
      if (value !== undefined) return value;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the worker ended without reporting ${key}`);
      await Promise.race([once(child, 'message'), ended]);
    }
  }

  return {
    child,
    ended,
    says,
    async stop() {
      child.send('stop');
      const writes = await says('writes');
      await ended;
      return writes;
    },
  };
}
