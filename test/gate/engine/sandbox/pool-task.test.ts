import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PoolTask } from '../../../../engine/sandbox/pool-task.ts';
import { shapedSchema, shaperPool } from '../../../../engine/shape/process/shape-apart.ts';
import type { ShapeChild } from '../../../../engine/shape/process/shape-child.ts';
import { processesNaming } from '../../../support/processes.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { waitFor, waitUntil } from '../../../support/wait.ts';

const memoryBytes = 256 * 1024 * 1024;
const entry = new URL('../shape/support/hostile-child.ts', import.meta.url);
const folder = temporaryFolder('task');
/** With one place, so that a task gets a child of its own even if all are busy. */
const pool = shaperPool({ entry, memoryBytes, size: 1 });
afterAll(() => pool.close());

const { signal } = new AbortController();
const started = (options: { mostMs?: number; signal?: AbortSignal } = {}) =>
  PoolTask.start<ShapeChild>(pool, {
    ...{ first: (task) => task.tell('begin'), memoryBytes, mostMs: 60_000, signal, ...options },
  });
const shape = (task: PoolTask<ShapeChild>, order: object) =>
  task.ask(shapedSchema, 'shape', JSON.stringify(order), [], { formatBytes: 1_000, outputBytes: 1_000 });

describe('a task of a child', () => {
  it.each([
    ['its time is over', { 'loop for ever': '' }, 300, 'timed_out'],
    ['it has no time left', { 'tell the process': '' }, 0, 'timed_out'],
    ['it uses too much memory', { 'fill buffers': '' }, 60_000, 'out_of_memory'],
  ])('is ended when %s', async (_, order, mostMs, reason) => {
    const task = await started({ mostMs });
    await expect(shape(task, order)).rejects.toMatchObject({ reason });
    task.end();
  });

  it('shares its time between all questions', async () => {
    const short = await started({ mostMs: 1_000 });
    const asked = (async () => {
      for (;;) await shape(short, { 'tell the process': '' });
    })();
    await expect(asked).rejects.toMatchObject({ reason: 'timed_out' });
    short.end();
  });

  it('is ended when its signal is aborted, and waits for no other task', async () => {
    const canceled = new AbortController();
    const endless = await started({ signal: canceled.signal });
    const path = join(folder, 'looping');
    const looping = shape(endless, { 'loop for ever': path });
    const name = await waitUntil(() => existsSync(path) && readFileSync(path, 'utf8'));
    const other = await started();
    expect(await shape(other, { 'tell the process': '' })).toMatchObject({ outputGaps: {} });
    other.end();
    expect(processesNaming(name)).not.toEqual([]);
    canceled.abort(new Error('canceled by the user'));
    await expect(looping).rejects.toThrow('canceled by the user');
    endless.end();
    await waitFor(() => expect(processesNaming(name)).toEqual([]));
  });
});
