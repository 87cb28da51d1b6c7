import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { claimPort } from '../ports.ts';

/** A MongoDB server that a test can kill and restart with the same data. */
export type OwnServer = {
  url: string;
  port: number;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
};

/** The path of a program that speaks MongoDB's wire protocol; null if it was not built. */
export const serverProgram = process.env.TEST_MONGODB_PROGRAM || null;

export const whyNotKilled = 'SKIPPED: no MongoDB server that may be killed. Run npm run test:long servers';

export async function ownServer(program: string): Promise<OwnServer> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-mongo-'));
  const port = await claimPort();
  let child: ChildProcess | null = null;

  async function kill(): Promise<void> {
    if (child === null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    child = null;
  }

  return {
    url: `mongodb://127.0.0.1:${port}/proviso`,
    port,
    kill,

    async start() {
      const started = spawn(program, [String(port), folder], { stdio: ['ignore', 'pipe', 'ignore'] });
      child = started;
      for await (const line of createInterface({ input: started.stdout })) {
        if (line.startsWith('listening')) return;
      }
      throw new Error('the MongoDB server did not start');
    },

    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
