import { appendFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const files = 1_000;
const good = 'Invoices shall be paid within 30 days of receipt.';
const bad = 'Invoices shall be paid within 90 days of receipt.';

const folder = temporaryFolder('watched');
const server = await startTestServer({ WORKERS: '1', WATCH_FOLDERS: folder, LIMIT_FILES: `${files}` });
const second = await server.beside();
afterAll(async () => {
  await second.stop();
  await server.stop();
});

async function put(name: string, content: string): Promise<void> {
  const hourAgo = new Date(Date.now() - 3_600_000);
  await writeFile(join(folder, name), content);
  await utimes(join(folder, name), hourAgo, hourAgo);
}

const viewSchema = z.object({
  data: z.object({
    status: z.string(),
    files: z.array(z.object({ name: z.string(), url: z.string() })),
    runs: z.array(z.object({ settled: z.boolean().optional() })),
    watchState: z.object({
      lastChange: z.object({ added: z.int(), changed: z.int(), removed: z.int() }).nullable(),
      waiting: z.array(z.object({ name: z.string() })),
    }),
  }),
});

/** Other suites may run beside this one. */
const patience = 400_000;

it('of 1,000 files is checked once for each change and notified once by two servers, and a half-written file waits', async () => {
  for (let at = 0; at < files; at += 1) await put(`contract ${at}.txt`, `${good}\nContract number ${at}.`);
  const { request } = server.owner;
  const rules = [{ name: 'Payment', description: good }];
  const made = await request('POST', '/v1/politics', {
    body: { name: 'Payment', description: 'd', rules, contactNotifications: ['ada@example.org'] },
  });
  const idIn = (body: unknown) => z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
  const project = { name: 'Contracts', description: 'd', politicsId: idIn(made.body), scope: 'each' };
  const watch = { folder, schedule: '10s' };
  const path = `/v1/projects/${idIn((await request('POST', '/v1/projects', { body: { ...project, watch } })).body)}`;
  const view = async () => viewSchema.parse((await request('GET', path)).body).data;
  const notified = async () =>
    z.object({ total: z.int() }).parse((await request('GET', `${path}/notifications`)).body).total;
  const checked = (runs: number) =>
    waitUntil(
      async () => {
        const now = await view();
        return now.runs.length === runs && now.status === 'completed' ? now : null;
      },
      { upTo: patience },
    );
  const started = Date.now();
  expect((await checked(1)).watchState.lastChange).toEqual({ added: files, changed: 0, removed: 0 });
  await waitUntil(async () => (await notified()) === 1 || null);

  await put('contract 7.txt', bad);
  await put('contract new.txt', good);
  await rm(join(folder, 'contract 8.txt'));
  await writeFile(join(folder, 'contract 9.txt'), 'Invoices shall be ');
  const changedAt = Date.now();
  const writing = setInterval(() => void appendFile(join(folder, 'contract 9.txt'), 'paid '), 1_000);
  const afterChange = await checked(2);
  clearInterval(writing);
  expect(afterChange.watchState).toEqual({
    lastChange: { added: 1, changed: 1, removed: 1 },
    waiting: [{ name: 'contract 9.txt' }],
  });
  process.stderr.write(`1,000 files: ${changedAt - started} ms; changes: ${Date.now() - changedAt} ms\n`);
  await waitUntil(async () => (await notified()) === 2 || null);

  await put('contract 9.txt', `${good}\nContract number 9, amended.`);
  const last = await checked(3);
  expect(last.watchState).toEqual({ lastChange: { added: 0, changed: 1, removed: 0 }, waiting: [] });
  const { url } = last.files.find(({ name }) => name === 'contract 9.txt') ?? { url: '' };
  expect(await (await fetch(`${server.address}${new URL(url).pathname}`)).text()).toContain('amended');
  expect(await notified()).toBe(2);
}, 900_000);
