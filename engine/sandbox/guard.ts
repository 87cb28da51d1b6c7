import { Worker } from 'node:worker_threads';
import { nameScratch } from './scratch.ts';

/**
 * Ends this process when its parent is gone, and removes the folders it has left. It watches from a thread of its own,
 * because a reader that never comes back to its event loop would not notice that the channel to the parent was closed.
 * What its folders are called is the one argument that a parent gives.
 */
export function startGuard(): void {
  const [, , scratch] = process.argv;
  if (scratch === undefined) throw new Error('a reader is started with the name of its folders');
  nameScratch(scratch);
  const watch = `
    const { readdirSync, rmSync } = require('node:fs');
    const { basename, dirname, join } = require('node:path');
    const { workerData: { parent, scratch } } = require('node:worker_threads');
    const removeFolders = () => {
      for (const name of readdirSync(dirname(scratch))) {
        if (name.startsWith(basename(scratch))) rmSync(join(dirname(scratch), name), { recursive: true, force: true });
      }
    };
    setInterval(() => {
      if (process.ppid === parent) return;
      try { removeFolders(); } finally { process.kill(process.pid, 'SIGKILL'); }
    }, 1000);
  `;
  const workerData = { parent: process.ppid, scratch };
  new Worker(watch, { eval: true, workerData, execArgv: [], stdin: false }).unref();
}
