import { Worker } from 'node:worker_threads';
import { nameScratch } from './scratch.ts';

/**
 * When the parent process ends, removes the temporary folders of this process and ends this process. The guard runs in
 * a separate thread, because a reader that never returns to its event loop would not notice that the channel to the
 * parent closed. The guard watches standard input, which the kernel closes when the parent ends, because a process in a
 * separate namespace does not see its parent. The parent passes one argument: the prefix of the names of these folders.
 */
export function startGuard(): void {
  const [, , scratch] = process.argv;
  if (scratch === undefined) throw new Error('a reader needs the prefix of its folders as its argument');
  nameScratch(scratch);
  const watch = `
    const { readdirSync, rmSync } = require('node:fs');
    const { Socket } = require('node:net');
    const { basename, dirname, join } = require('node:path');
    const { workerData: { scratch } } = require('node:worker_threads');
    const removeFolders = () => {
      for (const name of readdirSync(dirname(scratch))) {
        if (name.startsWith(basename(scratch))) rmSync(join(dirname(scratch), name), { recursive: true, force: true });
      }
    };
    const end = () => {
      try { removeFolders(); } finally { process.kill(process.pid, 'SIGKILL'); }
    };
    new Socket({ fd: 0, readable: true, writable: false }).on('error', end).on('close', end).resume();
  `;
  new Worker(watch, { eval: true, workerData: { scratch }, execArgv: [], stdin: false }).unref();
}
