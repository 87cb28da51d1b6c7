import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { childProcessQueue, restartDelay } from '../../../../src/queue/child-process.ts';
import type { Queue } from '../../../../src/queue/port.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitUntil } from '../../../support/wait.ts';

const folder = temporaryFolder('restarts');
afterEach(() => vi.useRealTimers());

it('a worker that crashes repeatedly is restarted after increasing delays, up to a maximum', () => {
  const delays = Array.from({ length: 8 }, (_, crashes) => restartDelay(crashes));
  expect(delays).toEqual([100, 250, 1_000, 5_000, 30_000, 30_000, 30_000, 30_000]);
});

it('a worker that has crashed is not restarted after its queue was closed', async () => {
  const entry = join(folder, 'crashes.js');
  writeFileSync(entry, 'process.exit(1);');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let queue: Queue | undefined;
  await new Promise<void>((onCrash) => {
    queue = childProcessQueue({ entry: pathToFileURL(entry), settings: {}, onCrash: () => onCrash() });
  });
  expect(vi.getTimerCount()).toBe(1);
  await queue?.close();
  expect(vi.getTimerCount()).toBe(0);
});

it('the queue of a worker that has crashed says so until the next worker accepts runs', async () => {
  const [entry, crashed, started] = ['worker.js', 'crashed', 'started'].map((name) => join(folder, name));
  if (entry === undefined || crashed === undefined || started === undefined) throw new Error('no folder');
  // The first process dies. The next one accepts runs only when it is woken.
  writeFileSync(
    entry,
    `const { existsSync, writeFileSync } = require('node:fs');
if (!existsSync(${JSON.stringify(crashed)})) {
  writeFileSync(${JSON.stringify(crashed)}, '');
  process.exit(1);
}
process.on('message', ({ wake }) => wake && process.send({ working: true }));
process.on('disconnect', () => process.exit());
writeFileSync(${JSON.stringify(started)}, '');`,
  );
  let queue: Queue | undefined;
  await new Promise<void>((onCrash) => {
    queue = childProcessQueue({ entry: pathToFileURL(entry), settings: {}, onCrash: () => onCrash() });
  });
  const state = () =>
    queue?.ping().then(
      () => 'up',
      () => 'down',
    );
  expect(await state()).toBe('down');
  await waitUntil(() => existsSync(started));
  expect(await state()).toBe('down');
  const woken = async () => {
    await queue?.wake('a'.repeat(24));
    return state();
  };
  await expect.poll(woken).toBe('up');
  await queue?.close();
});
