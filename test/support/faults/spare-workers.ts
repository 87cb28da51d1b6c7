import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { z } from 'zod';
import { buildQuickProcess } from './built-process.ts';
import type { spareOrder } from './spare-order.ts';

/** Maximum number of processes that start at the same time: the number of processors of a small machine. */
const startedAtATime = 2;

/**
 * Workers that are started in advance, so that a killed worker is replaced at once. While some of them are left, no
 * others are started, so that the processors are free for active workers.
 */
export type SpareWorkers = {
  /** Sends a spare worker its task. Starts a spare first if there is none. */
  take(environment: Record<string, string>): Promise<ChildProcess>;
  /** Starts spare workers until the wanted number is ready. */
  filled(): Promise<void>;
  close(): void;
};

/** Keeps this many spare workers ready. */
export async function startSpareWorkers(kept: number): Promise<SpareWorkers> {
  const entry = await buildQuickProcess('spares', 'test/support/faults/spare-worker-process.ts');
  const all = new Set<ChildProcess>();
  const ready: ChildProcess[] = [];
  let starting = 0;
  let closed = false;
  let tell = () => {};
  let news = new Promise<void>((resolve) => {
    tell = resolve;
  });

  function fill(wanted: number): void {
    while (!closed && starting < startedAtATime && ready.length + starting < wanted) {
      starting += 1;
      const child = fork(entry, [], {
        env: { PATH: process.env.PATH },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      all.add(child);
      child.once('exit', () => all.delete(child));
      child.once('message', () => {
        starting -= 1;
        ready.push(child);
        tell();
        news = new Promise((resolve) => {
          tell = resolve;
        });
        fill(wanted);
      });
    }
  }

  return {
    async take(environment) {
      for (;;) {
        const child = ready.shift();
        if (child === undefined) {
          fill(startedAtATime);
          await news;
        } else {
          const order: z.input<typeof spareOrder> = { environment };
          child.send(order);
          return child;
        }
      }
    },
    async filled() {
      fill(kept);
      while (ready.length < kept) await news;
    },
    close() {
      closed = true;
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

/** Kills a process and waits until it has ended. */
export async function killed(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
