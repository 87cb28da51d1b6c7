import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startServer } from '../../../src/compose/app.ts';
import { readConfig } from '../../../src/config.ts';
import { type BreakableConnection, breakableConnection } from '../../support/mongo/breakable-connection.ts';
import { freshDatabase, type MongoPlace, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { waitUntil } from '../../support/wait.ts';

const [address] = mongoServers();

describe.skipIf(address !== undefined)(whySkipped, () => {
  it.skip('the service while it cannot reach MongoDB');
});

const idIn = z.object({ data: z.object({ _id: z.string() }) });
const projectIn = z.object({
  data: z.object({
    status: z.string(),
    result: z.object({ findings: z.array(z.object({ rule: z.object({ index: z.int() }) })) }).nullish(),
  }),
});

describe.runIf(address !== undefined)('a server that cannot reach MongoDB', () => {
  let way: BreakableConnection;
  let place: MongoPlace;
  let folder: string;
  let settings: Record<string, string>;
  let server: TestServer;
  const rules = Array.from({ length: 100 }, (_, at) => ({
    name: `rule ${at}`,
    description: `The supplier keeps record ${at} for at least ${(at % 9) + 2} years.`,
  }));
  beforeAll(async () => {
    const real = new URL(address ?? '');
    way = await breakableConnection(real.hostname, Number(real.port));
    place = freshDatabase(real.href);
    const url = new URL(place.url);
    url.port = String(way.port);
    folder = await mkdtemp(join(tmpdir(), 'proviso-lost-'));
    settings = {
      MONGODB_URL: url.href,
      MONGODB_TIMEOUT_SECONDS: '1',
      WORKERS: '1',
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
    };
    server = await startTestServer(settings);
  });
  afterAll(async () => {
    way.mend();
    await server.stop();
    await way.close();
    await place.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function startedRun(): Promise<string> {
    const politics = await server.owner.request('POST', '/v1/politics', {
      body: { name: 'n', description: 'd', rules },
    });
    const { _id: politicsId } = idIn.parse(politics.body).data;
    const content = rules.map(({ description }) => description).join('\n');
    const project = await server.owner.request('POST', '/v1/projects', {
      body: { name: 'n', description: 'd', politicsId, files: [{ type: 'text', name: 'c', content }] },
    });
    const { _id } = idIn.parse(project.body).data;
    await server.owner.request('PUT', `/v1/projects/${_id}`, { body: { status: 'deploying' } });
    return _id;
  }

  const view = async (id: string, port: number) => {
    const headers = { 'api-token': server.owner.token };
    const answer = await fetch(`http://127.0.0.1:${port}/v1/projects/${id}`, { headers });
    return answer.status === 200 ? projectIn.parse(await answer.json()).data : null;
  };

  async function cutInTheRun(): Promise<string> {
    const id = await startedRun();
    await waitUntil(() => server.dependencies.store.runs.countWaiting().then((count) => count === 0));
    way.cut();
    return id;
  }

  const completed = async (id: string, port: number) => {
    const ended = await waitUntil(
      async () => {
        const project = await view(id, port);
        return project?.status === 'completed' ? project : null;
      },
      { upTo: 90_000 },
    );
    return ended.result?.findings.map(({ rule }) => rule.index);
  };

  it('answers 503 with Retry-After and is not ready as long as a failure lasts, and afterwards continues the run from the same point', async () => {
    const id = await cutInTheRun();
    const refused = await server.owner.request('GET', '/v1/politics');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('content-type')).toMatch(/application\/problem\+json/);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.body).toMatchObject({ code: 'store_unavailable', success: false });
    await waitUntil(async () => (await server.anonymous('GET', '/readyz')).status === 503);
    expect((await server.anonymous('GET', '/healthz')).status).toBe(200);

    for (let asked = 0; asked < 5; asked += 1) {
      expect((await server.owner.request('GET', '/v1/projects')).status).toBe(503);
    }

    way.mend();
    await waitUntil(async () => (await server.anonymous('GET', '/readyz')).status === 200);
    expect(await completed(id, server.port)).toEqual(rules.map((_, at) => at));
  });

  it('keeps running if the failure does not end, reports it, stops when asked to, and lets the next server complete the run', async () => {
    const id = await cutInTheRun();
    await waitUntil(async () => (await server.anonymous('GET', '/readyz')).status === 503);
    expect((await server.owner.request('GET', '/v1/politics')).status).toBe(503);
    await server.stop();

    way.mend();
    const next = await startServer(readConfig(settings), pino({ level: 'silent' }), {
      ...process.env,
      ...settings,
    });
    onTestFinished(() => next.stop());
    expect(await completed(id, next.port)).toEqual(rules.map((_, at) => at));
  });
});
