import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { wantsAll } from '../../support/faults/chance.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const rounds = wantsAll ? 100 : 4;
const about = { name: 'n', description: 'd' };
const made = z.object({ data: z.object({ _id: z.string() }) });
const list = z.object({ total: z.int() });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('fifty concurrent starts with the same idempotency key start one run, and each answer has its id', async () => {
  const send = (method: string, path: string, body: object, headers = {}) =>
    server.owner.request(method, path, { body, headers });
  const politics = await send('POST', '/v1/politics', { ...about, rules: [about] });
  const politicsId = made.parse(politics.body).data._id;
  for (let round = 1; round <= rounds; round += 1) {
    const project = await send('POST', '/v1/projects', { ...about, politicsId });
    const path = `/v1/projects/${made.parse(project.body).data._id}`;
    const startRun = () =>
      send('PUT', path, { status: 'deploying' }, { 'idempotency-key': `round ${round}` });
    const answers = await Promise.all(Array.from({ length: 50 }, startRun));
    const running = ({ text }: { text: string }) => text.includes('idempotency_key_running');
    const reported = answers.filter((answer) => !running(answer));
    expect(reported.length, `round ${round}`).toBeGreaterThan(0);
    reported.push(await startRun());
    expect(new Set(reported.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(reported.map(({ text }) => text)).size, `round ${round}`).toBe(1);
    expect(list.parse((await server.owner.request('GET', `${path}/runs`)).body).total).toBe(1);
  }
}, 300_000);
