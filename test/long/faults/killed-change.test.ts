import { afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { AuditCheck, auditEntrySchema } from '../../../src/domain/audit.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';

const rounds = process.env.PROVISO_FAULTS === 'all' ? 20 : 3;
const atOnce = 8;
const listed = z.object({ data: z.array(z.object({ _id: z.string() })), nextCursor: z.string().nullable() });

const folder = temporaryFolder('killed-change');
let token = '';
let server: Served;
let answered = 0;
beforeAll(() => {
  token = newToken(folder);
});
afterEach(() => server.powerOff());

const send = (method: string, path: string, body?: object) =>
  fetch(`${server.address}/v1${path}`, {
    method,
    headers: { 'api-token': token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Creates rule sets until the server is gone. */
async function createUntilGone(): Promise<void> {
  const rules = [{ name: 'Kept', description: 'Records are kept for two years.' }];
  for (;;) {
    const gone = await send('POST', '/politics', { name: 'n', description: 'd', rules }).then(
      () => false,
      () => true,
    );
    if (gone) return;
    answered += 1;
  }
}

async function everyRuleSet(): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; ) {
    const answer = await send('GET', `/politics?pageSize=100${after && `&after=${after}`}`);
    const { data, nextCursor } = listed.parse(await answer.json());
    ids.push(...data.map(({ _id }) => _id));
    if (nextCursor === null) return ids;
    after = nextCursor;
  }
}

it(`a server that is killed ${rounds} times while it makes changes leaves no change without its entry`, async () => {
  const environment = { LIMIT_REQUESTS_PER_MINUTE: '1000000', LIMIT_POLITICS: '1000000' };
  for (let round = 0; round < rounds; round += 1) {
    server = await serve(folder, environment);
    const working = Array.from({ length: atOnce }, createUntilGone);
    const enough = answered + 1 + Math.floor(Math.random() * 40);
    await waitUntil(() => answered >= enough, { upTo: 60_000 });
    await server.powerOff();
    await Promise.all(working);
  }
  server = await serve(folder, environment);
  // The list settles the changes that were interrupted.
  await send('GET', '/audit');
  const lines = (await (await send('GET', '/audit/export')).text()).trimEnd().split('\n').slice(0, -1);
  const entries = lines.map((line) => auditEntrySchema.parse(JSON.parse(line)));
  const check = new AuditCheck();
  for (const entry of entries) check.add(entry);
  expect(check.problem).toBeNull();

  const created = entries.filter(({ action }) => action === 'politics.create');
  const recorded = created.flatMap(({ record }) => record?.id ?? []);
  expect(new Set(recorded).size).toBe(recorded.length);
  const ruleSets = await everyRuleSet();
  const unrecorded = ruleSets.filter((id) => !recorded.includes(id));
  const interrupted = created.filter(({ outcome }) => outcome === 'unknown');
  expect(ruleSets.length).toBeGreaterThan(rounds);
  expect(recorded.filter((id) => !ruleSets.includes(id))).toEqual([]);
  expect(unrecorded.length).toBeLessThanOrEqual(interrupted.length);
  expect(interrupted.length).toBeLessThanOrEqual(rounds * atOnce);
}, 300_000);
