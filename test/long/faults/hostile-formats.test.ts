import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/domain/politics.ts';
import { holderOf } from '../../../src/services/leases/leases.ts';
import { attackSchemas, chain } from '../../gate/engine/shape/support/attack-schemas.ts';
import { aPolitics } from '../../support/records.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';

let server: TestServer;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proviso-formats-'));
});
afterEach(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const sentence = 'The Supplier shall keep records for seven years.';
const rules = [{ name: 'a', description: sentence }];

/** Starts a project with an output format that an older release stored unchecked. Returns the id of the project. */
async function startedRun({ actor }: TestUser, outputFormat: JsonObject | null): Promise<string> {
  const { store } = server.dependencies;
  const politics = aPolitics({ userId: actor.userId, rules, outputFormat });
  await store.politics.insert(politics);
  const { projects } = server.services;
  const files = [{ type: 'text' as const, name: 'contract', content: sentence }];
  const input = { name: 'n', description: 'd', politicsId: politics._id, files };
  const { _id } = await projects.create(actor, input);
  await projects.update(actor, _id, { status: 'deploying' });
  return _id;
}

async function ended({ actor }: TestUser, id: string) {
  const view = await waitUntil(
    async () => {
      const now = await server.services.projects.view(actor, id);
      if (now.run?.lease.owner) workers.add(holderOf(now.run.lease.owner));
      return now.project.status !== 'deploying' && now;
    },
    { upTo: 60_000 },
  );
  expect(view.run).toMatchObject({ state: 'completed', attempts: 1 });
  return view.run?.result;
}
const workers = new Set<string>();

it('output formats that once stopped the service do not crash a worker, repeat a run or make a request of another user fail', async () => {
  server = await startTestServer({ WORKERS: '2' });
  workers.clear();
  const below = chain(7, 40, (allOf) => ({ type: 'object', properties: { a: { allOf } } }));
  const formats = [...Object.values(attackSchemas), below];
  const attacks = await Promise.all(
    [...formats, ...formats].map((format) => startedRun(server.stranger, format)),
  );
  const own = await startedRun(server.owner, { type: 'object', properties: { a: { type: 'string' } } });
  const statuses: number[] = [];
  const asking = setInterval(async () => {
    statuses.push((await server.owner.request('GET', `/v1/projects/${own}`)).status);
  }, 100);
  const result = await ended(server.owner, own);
  expect(result?.output).toMatchObject({ a: expect.stringContaining('keep records') });
  for (const id of attacks) {
    const attacked = await ended(server.stranger, id);
    // Some take long in theory only: their output is right.
    if (attacked?.output === null)
      expect(attacked.warnings[0]?.code).toMatch(/^output_(format_invalid|limit_reached|not_valid)$/);
    else expect(attacked?.output).toEqual(result?.output);
  }
  clearInterval(asking);
  expect(workers.size).toBe(1);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('a worker continues to process all runs after unhandled rejections', async () => {
  const rejecting = join(folder, 'rejecting.mjs');
  const sign = join(folder, 'sign');
  writeFileSync(
    rejecting,
    `import { existsSync } from 'node:fs';
    const reject = () => existsSync('${sign}') && void Promise.reject(new Error('planted'));
    if (/worker\\.js$/.test(process.argv[1] ?? '')) setInterval(reject, 20);`,
  );
  server = await startTestServer({ WORKERS: '1', NODE_OPTIONS: `--import=${rejecting}` });
  workers.clear();
  for (let run = 0; run < 3; run += 1) {
    const result = await ended(server.owner, await startedRun(server.owner, null));
    expect(result?.counts.labels.CONFIRMED).toBe(1);
    // The rejections begin after the first run, so that no worker is still starting.
    writeFileSync(sign, '');
  }
  expect(workers.size).toBe(1);
});
