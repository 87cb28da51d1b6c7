import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import { createBoxLocator } from '../../../../engine/load/pages/box-locator.ts';
import { closeSharedPools } from '../../../../engine/sandbox/shared-pools.ts';
import { folderWith } from '../../../support/job.ts';
import { makePdf } from './support/make-pdf.ts';

const words = ['Either party may end this agreement.', 'The supplier keeps its records for ten years.'];
const stored = words.map((line) => `${line}\n`).join('');
const [first, second] = [
  { start: 0, end: 36 },
  { start: 37, end: 82 },
];

let folder: Awaited<ReturnType<typeof folderWith>>;
let pdf: Uint8Array;
beforeAll(async () => {
  folder = await folderWith({});
  pdf = await makePdf([1, 2].map(() => words.map((text, line) => ({ text, y: 700 - 20 * line }))));
});
afterAll(() => folder.dispose());

function locatorOf(
  name: string,
  bytes: Uint8Array,
  { signal = new AbortController().signal, limits = defaultLimits } = {},
) {
  const path = join(folder.path, name);
  writeFileSync(path, bytes);
  const locator = createBoxLocator({ pathOf: () => path }, limits, signal);
  const look = (page: number, ...spans: { start: number; end: number }[]) =>
    locator.lookAt(name, [{ page, stored, spans }]);
  return { ...locator, look, path };
}

test('a page is placed once for all findings that cite it, until its file is forgotten', async () => {
  const { look, forget, path } = locatorOf('once.pdf', pdf);
  const [[boxes] = []] = (await look(1, first)) ?? [];
  expect(boxes).toEqual([
    {
      x: expect.closeTo(0.12, 1),
      y: expect.any(Number),
      width: expect.any(Number),
      height: expect.any(Number),
    },
  ]);
  rmSync(path);
  const again = await look(1, second, first);
  expect(again?.[0]?.[1]).toEqual(boxes);
  expect(again?.[0]?.[0]?.[0]?.y).toBeGreaterThan(boxes?.[0]?.y ?? 1);
  forget([{ sha256: 'once.pdf' }]);
  expect(await look(1, first)).toBeNull();
});

test('findings that ask for a page at the same time get the same boxes', async () => {
  const { look } = locatorOf('at-once.pdf', pdf);
  const all = await Promise.all([look(1, first), look(1, first), look(2, first), look(1, second)]);
  expect(all[0]?.[0]?.[0]).toHaveLength(1);
  expect(all[1]).toEqual(all[0]);
  expect(all[2]).toEqual(all[0]);
  expect(all[3]).not.toEqual(all[0]);
});

test('text that differs from the page has no boxes', async () => {
  const { lookAt } = locatorOf('other.pdf', pdf);
  expect(
    await lookAt('other.pdf', [{ page: 1, stored: stored.replace('ten', 'two'), spans: [first] }]),
  ).toEqual([[null]]);
});

test('a file that cannot be read is not tried again, and its quotes have no boxes', async () => {
  const { look, path } = locatorOf('damaged.pdf', new TextEncoder().encode('no PDF'));
  expect(await Promise.all([look(1, first), look(2, first)])).toEqual([null, null]);
  writeFileSync(path, pdf);
  expect(await look(1, first)).toBeNull();
});

test('a file whose pages take too long has no boxes, and does not delay other files', async () => {
  const { look } = locatorOf('slow.pdf', pdf, { limits: { ...defaultLimits, fileMs: 0 } });
  expect(await look(1, first)).toBeNull();
  expect(await locatorOf('fast.pdf', pdf).look(1, first)).not.toBeNull();
});

test('canceling the run ends every request with the reason', async () => {
  const stop = new AbortController();
  const { look } = locatorOf('canceled.pdf', pdf, { signal: stop.signal });
  const all = Promise.allSettled([look(1, first), look(1, second), look(2, first)]);
  stop.abort(new Error('enough'));
  for (const one of await all)
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'enough' } });
});

test.skipIf(process.platform !== 'linux')(
  'uses at most half of the processors, which the checks need too',
  async () => {
    closeSharedPools();
    const earlier = childProcesses();
    const { look } = locatorOf('half.pdf', pdf);
    await Promise.all([look(1, first), look(2, first)]);
    const readers = childProcesses().filter((pid) => !earlier.includes(pid));
    expect(readers.length).toBeLessThanOrEqual(Math.max(1, Math.floor(availableParallelism() / 2)));
    expect(readers.length).toBeGreaterThan(0);
  },
);

function childProcesses(): string[] {
  return readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'latin1').trim().split(' ');
}
