import { Worker } from 'node:worker_threads';

/**
 * Ends this process when its parent is gone. It watches from a thread of its own, because a reader that
 * never comes back to its event loop would not notice that the channel to the parent was closed.
 */
export function startGuard(): void {
  const watch = `
    const { workerData } = require('node:worker_threads');
    setInterval(() => {
      if (process.ppid !== workerData.parent) process.kill(process.pid, 'SIGKILL');
    }, 1000);
  `;
  new Worker(watch, { eval: true, workerData: { parent: process.ppid }, execArgv: [], stdin: false }).unref();
}
