import { request } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const about = { name: 'n', description: 'd' };
const record = z.object({ data: z.object({ _id: z.string() }) });
const list = z.object({ total: z.int() });

async function post(path: string, body: object, headers = {}) {
  return server.owner.request('POST', path, { body, headers });
}

async function aPolitics(): Promise<string> {
  const { body } = await post('/v1/politics', { ...about, rules: [about] });
  return record.parse(body).data._id;
}

async function totalAt(path: string): Promise<number> {
  return list.parse((await server.owner.request('GET', path)).body).total;
}

/** Sends a request and cuts the connection, either before the answer begins or as soon as it begins. */
function sendAndLose(method: string, path: string, body: object, key: string, when: 'sent' | 'answered') {
  return new Promise<void>((resolve) => {
    const sending = request({
      host: '127.0.0.1',
      port: server.port,
      method,
      path,
      headers: {
        'api-token': server.owner.token,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
    });
    const cut = () => void sending.destroy();
    sending.on('close', resolve).on('error', () => undefined);
    sending.on(when === 'sent' ? 'finish' : 'response', cut);
    sending.end(JSON.stringify(body));
  });
}

/** Repeats a request with its idempotency key while the answer is that the first request is still running. */
async function insist(method: string, path: string, body: object, key: string) {
  for (;;) {
    const answer = await server.owner.request(method, path, { body, headers: { 'idempotency-key': key } });
    if (!answer.text.includes('idempotency_key_running')) return answer;
  }
}

it('fifty concurrent requests with the same idempotency key create one record, and each answer has its id', async () => {
  const name = 'Made once';
  const headers = { 'idempotency-key': 'fifty' };
  const body = { ...about, name, rules: [about] };
  const answers = await Promise.all(Array.from({ length: 50 }, () => post('/v1/politics', body, headers)));
  const reported = [...answers, await insist('POST', '/v1/politics', body, 'fifty')].filter(
    ({ status, text }) => !(status === 409 && text.includes('idempotency_key_running')),
  );
  expect(new Set(reported.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(reported.map((answer) => record.parse(answer.body).data._id)).size).toBe(1);
  expect(await totalAt('/v1/politics?search=Made%20once')).toBe(1);
});

describe.each(['sent', 'answered'] as const)(
  'if the answer was lost as soon as the request was %s,',
  (when) => {
    it('a repeated start with the same idempotency key starts one run', async () => {
      const { body } = await post('/v1/projects', { ...about, politicsId: await aPolitics() });
      const path = `/v1/projects/${record.parse(body).data._id}`;
      const deploying = { status: 'deploying' };
      await sendAndLose('PUT', path, deploying, `deploy ${when}`, when);
      const again = await insist('PUT', path, deploying, `deploy ${when}`);
      expect(again).toMatchObject({ status: 200, body: { data: { status: 'deploying' } } });
      expect(await totalAt(`${path}/runs`)).toBe(1);
    });

    it('a project that is sent again with the same idempotency key is created once, with one copy of its text', async () => {
      const name = `Lost when ${when}`;
      const files = [{ type: 'text', name: 'a', content: 'words' }];
      const body = { ...about, name, politicsId: await aPolitics(), files };
      await sendAndLose('POST', '/v1/projects', body, `create ${when}`, when);
      expect(await insist('POST', '/v1/projects', body, `create ${when}`)).toMatchObject({ status: 201 });
      expect(await totalAt(`/v1/projects?search=${encodeURIComponent(name)}`)).toBe(1);
    });
  },
);
