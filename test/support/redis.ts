import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { claimPort } from './ports.ts';

/** A separate Redis that keeps its data in memory only. A test can kill it and restart it at the same address. */
export type RedisUnderTest = { url: string; start(): Promise<void>; kill(): Promise<void> };

export const whyNoRedis =
  'SKIPPED: no redis-server to test on. Install the Debian package redis-server, or whatever puts it on the PATH';

export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export async function startRedis(): Promise<RedisUnderTest> {
  const port = await claimPort();
  let child: ReturnType<typeof launch> | null = null;

  function launch() {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  }

  async function start(): Promise<void> {
    child = launch();
    let wording = '';
    for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      wording += text;
      if (!wording.includes('Ready to accept connections')) continue;
      child.stdout.resume();
      return;
    }
    throw new Error(`redis-server ended: ${wording}`);
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
