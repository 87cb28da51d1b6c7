import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { z } from 'zod';
import type { Environment } from '../config.ts';
import { startChild } from '../process/start-child.ts';
import { createListeners } from './listeners.ts';
import type { Queue } from './port.ts';

const wakeMessage = z.object({ wake: z.string() });
/** The message that a worker process sends once it accepts runs. */
const workingMessage = z.object({ working: z.literal(true) });

type WorkerProcess = {
  /** The module that the process runs. */
  entry: URL;
  /** Sent to the process as a message, because its environment contains no secrets. */
  settings: Environment;
  /** Called when the process has ended unexpectedly. A new process is then started. */
  onCrash(ending: { code: number | null; signal: NodeJS.Signals | null }): void;
};

/** How long a process may take to release its runs before it is killed, in ms. */
const stopWithinMs = 10_000;
/** The delays before a process is restarted, in ms: after the first crash in a row, the second, and so on. */
const restartAfterMs = [100, 250, 1_000, 5_000];
const longestRestartMs = 30_000;
/** If a process lived longer than this, in ms, the crashes in a row are counted from 0 again. */
const healthyAfterMs = 10_000;
/** The time before a process is restarted, in ms. `crashes` is the number of earlier crashes in a row. */
export function restartDelay(crashes: number): number {
  return restartAfterMs[crashes] ?? longestRestartMs;
}

/**
 * Starts a separate local process that works on runs, wakes it, and starts a new one when it dies. The worker process
 * ends when this process ends.
 */
export function childProcessQueue({ entry, settings, onCrash }: WorkerProcess): Queue {
  let child: ChildProcess | null = null;
  let restart: NodeJS.Timeout | null = null;
  let crashes = 0;
  let closing = false;
  /** True from a crash until the next process accepts runs. */
  let down = false;

  function start(): void {
    const startedAt = Date.now();
    const started = startChild(entry, settings);
    child = started;
    started.on('message', (message) => {
      if (workingMessage.safeParse(message).success) down = false;
    });
    started.on('exit', (code, signal) => {
      child = null;
      if (closing) return;
      down = true;
      onCrash({ code, signal });
      if (Date.now() - startedAt > healthyAfterMs) crashes = 0;
      restart = setTimeout(start, restartDelay(crashes));
      crashes += 1;
    });
  }

  start();

  return {
    description: 'a separate process on this machine',
    async wake(runId) {
      const message: z.input<typeof wakeMessage> = { wake: runId };
      if (child?.connected) child.send(message, () => undefined);
    },
    listen() {
      return () => undefined;
    },
    async ping() {
      if (down) throw new Error('the process that works on runs died and has not been restarted yet');
    },
    async close() {
      closing = true;
      if (restart) clearTimeout(restart);
      if (child === null) return;
      const ended = once(child, 'exit');
      const late = setTimeout(() => child?.kill('SIGKILL'), stopWithinMs);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(late);
    },
  };
}

/** The queue in a process that `childProcessQueue` has started: the parent process wakes it. */
export function parentProcessQueue(): Queue {
  const listeners = createListeners();
  process.on('message', (message) => {
    if (wakeMessage.safeParse(message).success) listeners.wakeAll();
  });
  return {
    description: 'the process that started this one',
    async wake() {
      listeners.wakeAll();
    },
    listen(onWake) {
      if (listeners.size === 0) sayWorking();
      return listeners.add(onWake);
    },
    async ping() {},
    async close() {
      listeners.clear();
    },
  };
}

function sayWorking(): void {
  const message: z.input<typeof workingMessage> = { working: true };
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
