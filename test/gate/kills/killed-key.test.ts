import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Caller, callerOf } from '../../support/faults/caller.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitUntil } from '../../support/wait.ts';

let folder = '';
let token = '';
let server: Served;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-killed-key-'));
  token = newToken(folder);
});
afterAll(async () => {
  await server.powerOff();
  rmSync(folder, { recursive: true, force: true });
});

async function started(): Promise<Caller> {
  server = await serve(folder, { WORKERS: '0' });
  return callerOf(server.address, token);
}

const record = z.object({ data: z.object({ _id: z.string() }) });
const list = z.object({ total: z.int() });

it('after its server was killed and restarted, a request can be repeated with its idempotency key at once, and creates one record', async () => {
  const about = { name: 'n', description: 'd' };
  const before = await started();
  const politics = await before.send('POST', '/politics', { ...about, rules: [about] });
  const content = 'All records are kept for two years. '.repeat(10_000);
  const body = {
    ...about,
    politicsId: record.parse(politics.body).data._id,
    files: Array.from({ length: 30 }, (_, at) => ({ type: 'text', name: `text ${at}`, content })),
  };
  const send = ({ send: post }: Caller) => post('POST', '/projects', body, { 'idempotency-key': 'killed' });
  const lost = send(before).catch(() => null);
  const unfinished = join(folder, 'assets', 'unfinished');
  await waitUntil(() => existsSync(unfinished) && readdirSync(unfinished).length > 0);
  await server.powerOff();
  expect(await lost).toBeNull();

  const after = await started();
  expect(await send(after)).toMatchObject({ status: 201 });
  expect(list.parse((await after.send('GET', '/projects')).body).total).toBe(1);
});
