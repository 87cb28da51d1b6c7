import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './measured.ts';
import { table } from './table.ts';

const starts = 5;
const program = fileURLToPath(new URL('../../bin/proviso.js', import.meta.url));

/**
 * Measures the time from the start of the process until `/readyz` answers 200, with a new data folder and with a used
 * one.
 */
export async function startTime(): Promise<string> {
  const fresh: number[] = [];
  const again: number[] = [];
  for (let start = 0; start < starts; start += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'proviso-start-'));
    fresh.push(await untilReady(folder));
    again.push(await untilReady(folder));
    await rm(folder, { recursive: true, force: true });
  }
  return table(
    ['data folder', 'ready after'],
    [
      ['new', `${median(fresh).toFixed(0)} ms`],
      ['used', `${median(again).toFixed(0)} ms`],
    ],
  );
}

async function untilReady(folder: string): Promise<number> {
  const began = performance.now();
  const { child, address } = await startService({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' });
  try {
    const answer = await fetch(`${address}/readyz`);
    if (answer.status !== 200) throw new Error(`/readyz answered ${answer.status}`);
    return performance.now() - began;
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** Starts the built service with these settings. Resolves when it has printed its address. */
export async function startService(
  settings: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; address: string }> {
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return { child, address: await addressOf(child.stdout) };
}

async function addressOf(reported: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of reported) {
    text += String(chunk);
    const found = /http:\/\/localhost:\d+(?=\/v1)/.exec(text);
    if (found) return found[0];
  }
  throw new Error(`the service ended before it was ready: ${text}`);
}
