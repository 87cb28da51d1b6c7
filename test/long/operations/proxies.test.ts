import { once } from 'node:events';
import { request as plainRequest } from 'node:http';
import { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config.ts';
import { rules } from '../../support/owned-records.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { isInstalled, kinds, siteName, startProxy, type TlsProxy } from '../support/proxies.ts';

const metricsToken = 'm'.repeat(32);
/** An address of this machine that only the client uses. */
const clientAddress = '127.0.0.5';
const created = z.object({ data: z.object({ _id: z.string() }) });
const log = z.object({ data: z.array(z.object({ origin: z.object({ address: z.string() }) })) });

describe.each(Object.values(kinds))('behind $program as docs/operations.md configures it', (kind) => {
  if (!isInstalled(kind)) {
    it.skip(`SKIPPED: ${kind.program} is not installed (Debian package ${kind.program})`, () => {});
    return;
  }
  let server: TestServer;
  let proxy: TlsProxy;
  let client: Agent;
  beforeAll(async () => {
    server = await startTestServer({
      TRUST_PROXY: '1',
      METRICS_TOKEN: metricsToken,
      PUBLIC_URL: `https://${siteName}`,
    });
    proxy = await startProxy(kind, Number(new URL(server.address).port));
    const connect = { ca: proxy.certificate, servername: siteName };
    client = new Agent({ connect, localAddress: clientAddress });
  });
  afterAll(async () => {
    await client.close();
    await proxy.stop();
    await server.stop();
  });

  const send = (method: 'GET' | 'POST' | 'PUT', path: string, options: Sent = {}) =>
    request(`https://127.0.0.1:${proxy.port}${path}`, {
      method,
      dispatcher: client,
      headers: { host: siteName, 'api-token': server.owner.token, ...options.headers },
      ...(options.json && { body: JSON.stringify(options.json) }),
      ...(options.body && { body: options.body }),
    });
  type Sent = { headers?: Record<string, string>; json?: object; body?: Readable };
  const json = (given: object, headers: Record<string, string> = {}) => ({
    json: given,
    headers: { 'content-type': 'application/json', ...headers },
  });

  it('the service answers over TLS, and does not answer without', async () => {
    const page = await send('GET', '/');
    expect(page.statusCode).toBe(200);
    expect(await page.body.text()).toContain('<title>Proviso');
    const plain = plainRequest({ port: proxy.port, host: '127.0.0.1', path: '/v1/politics' }).end();
    const status = await once(plain, 'response').then(([answer]) => Number(answer.statusCode));
    expect(status).toBe(400);
  });

  it('the audit log has the address of the client, also if the client claims another one', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.9' };
    const body = { name: 'n', description: 'd', rules };
    expect((await send('POST', '/v1/politics', json(body, forged))).statusCode).toBe(201);
    const entries = log.parse(await (await send('GET', '/v1/audit')).body.json()).data;
    expect(entries.map(({ origin }) => origin.address)).toEqual([clientAddress]);
  });

  it('an upload of the largest size arrives', async () => {
    const { LIMIT_UPLOAD_BYTES: size } = readConfig({});
    const line = Buffer.from('The supplier answers within four hours.\n'.repeat(25_000));
    function* wholeFile() {
      for (let at = 0; at < size; at += line.length) yield line.subarray(0, size - at);
    }
    const headers = { 'content-type': 'text/plain', 'content-length': String(size) };
    const answer = await send('POST', '/v1/files?name=a.txt', { headers, body: Readable.from(wholeFile()) });
    expect(await answer.body.json()).toMatchObject({ data: { size } });
  });

  it('each event of a run arrives at once, while the stream stays open', async () => {
    const politics = created.parse(
      await (await send('POST', '/v1/politics', json({ name: 'n', description: 'd', rules }))).body.json(),
    );
    const project = { name: 'n', description: 'd', politicsId: politics.data._id };
    const made = created.parse(await (await send('POST', '/v1/projects', json(project))).body.json());
    const path = `/v1/projects/${made.data._id}`;
    // No worker takes the run, so that the stream does not end.
    await send('PUT', path, json({ status: 'deploying' }));
    const stream = await send('GET', `${path}/events`, { headers: { accept: 'text/event-stream' } });
    const chunks = stream.body[Symbol.asyncIterator]();
    let text = '';
    while (!text.includes('\n\n')) text += String((await chunks.next()).value);
    expect(text).toContain('data: ');
    stream.body.destroy();
  });

  it('/metrics is not reachable, however it is written', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const direct = await server.anonymous('GET', '/metrics', { headers });
    expect(direct.status).toBe(200);
    for (const path of ['/metrics', '/metrics/', '/Metrics', '/METRICS?a=1', '/%6detrics', '//metrics'])
      expect([path, (await send('GET', path, { headers })).statusCode]).toEqual([path, 404]);
  });
});
