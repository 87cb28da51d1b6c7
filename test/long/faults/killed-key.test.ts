import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Caller, callerOf } from '../../support/faults/caller.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const folder = temporaryFolder('killed-key');
let token = '';
let server: Served;

beforeAll(() => {
  token = newToken(folder);
});
afterAll(() => server.powerOff());

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
