import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { get as httpGet } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { claimPort } from '../../../support/ports.ts';
import { filesInBucket } from '../../../support/s3/bucket.ts';
import { startTestServer } from '../../../support/server.ts';
import { waitFor } from '../../../support/wait.ts';

const metricsToken = 'm'.repeat(32);
const server = await startTestServer({ METRICS_TOKEN: metricsToken });
afterAll(() => server.stop());

const get = (path: string) => server.anonymous('GET', path);

describe('a request without a token', () => {
  it('can reuse an idle connection for longer than proxies keep theirs, so that no proxy sends a request on a closing connection', async () => {
    const { headers } = await get('/healthz');
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(60);
  });

  it('is never redirected to another host by its path', async () => {
    for (const path of ['/\\evil.example/..', '//evil.example/%2e%2e']) {
      const asked = httpGet(server.address, { path });
      const [{ statusCode, headers }] = await once(asked, 'response');
      asked.destroy();
      expect([statusCode, headers.location], path).toEqual([404, undefined]);
    }
  });

  it('to an unknown address is answered with the page for a browser, and with a problem for a program', async () => {
    const asked = async (accept: string) => {
      const { status, headers } = await server.anonymous('GET', '/nothing', { headers: { accept } });
      return [status, headers.get('content-type'), headers.get('vary')?.includes('Accept')];
    };
    expect(await asked('text/html,application/xml;q=0.9,*/*;q=0.8')).toEqual([
      ...[404, 'text/html; charset=utf-8', true],
    ]);
    for (const accept of ['*/*', 'application/json']) {
      expect(await asked(accept)).toEqual([404, 'application/problem+json; charset=utf-8', true]);
    }
  });

  it('is answered with the committed document for /openapi.json', async () => {
    expect((await get('/openapi.json')).text).toBe(await readFile('openapi.json', 'utf8'));
  });

  it('is answered for /docs with every operation and every error, its own style sheet and no scripts', async () => {
    const { text, headers } = await get('/docs');
    const document = JSON.parse(await readFile('openapi.json', 'utf8'));
    for (const path of Object.keys(document.paths)) expect(text).toContain(`<code>/v1${path}</code>`);
    expect(text).toContain('id="error-politics_in_use"');
    expect(text).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)[^"<]*\.(js|css)/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    const style = await get(`/${/<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1]}`);
    expect(style.headers.get('content-type')).toMatch(/^text\/css/);
  });

  it('is answered for /metrics with counts by route and status, in which all unknown paths are one route', async () => {
    const { _id } = await server.services.politics.create(server.owner.actor, {
      name: 'n',
      description: 'd',
      rules: [{ name: 'r', description: 'd' }],
    });
    await server.owner.request('GET', `/v1/politics/${_id}`);
    await server.owner.request('GET', '/v1/whatever-1');
    await server.owner.request('GET', '/v1/whatever-2');
    const { text } = await server.anonymous('GET', '/metrics', {
      headers: { authorization: `Bearer ${metricsToken}` },
    });
    expect(text).toMatch(/proviso_http_requests_total\{route="GET politics.get",status="200"\} 1/);
    expect(text).toMatch(/proviso_http_requests_total\{route="unknown",status="404"\} [2-9]/);
    expect(text).toMatch(
      /proviso_http_request_duration_seconds_bucket\{le="\+Inf",route="GET politics.get"\} 1/,
    );
    expect(text).toMatch(/^# TYPE proviso_http_request_duration_seconds histogram$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
    expect(text).toMatch(/^nodejs_heap_size_used_bytes \d{7,}$/m);
    expect(text).toMatch(/^proviso_runs_waiting 0$/m);
    expect(text).not.toContain('whatever');
    expect(text).not.toContain(_id);
  });

  it('is answered with a problem for an unknown path', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: { code: 'path_not_found' } });
  });
});

describe('/metrics', () => {
  it('is refused without METRICS_TOKEN or with another token, and does not exist if the setting is not set', async () => {
    const headers = { authorization: `Bearer ${'n'.repeat(32)}` };
    expect(await get('/metrics')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
    expect(await server.anonymous('GET', '/metrics', { headers })).toMatchObject({ status: 401 });
    const beside = await server.beside({ METRICS_TOKEN: '' });
    try {
      expect(await beside.request(null, 'GET', '/metrics')).toMatchObject({ status: 404 });
    } finally {
      await beside.stop();
    }
  });

  it('has one spelling, so that a proxy can hide it', async () => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    for (const path of ['/metrics/', '/METRICS', '/%6detrics'])
      expect(await server.anonymous('GET', path, { headers })).toMatchObject({ status: 404 });
  });

  it('is served on METRICS_PORT instead, with nothing else', async () => {
    const port = await claimPort();
    const beside = await server.beside({ METRICS_PORT: String(port), METRICS_TOKEN: '' });
    const inside = `http://127.0.0.1:${port}`;
    try {
      expect(await beside.request(null, 'GET', '/metrics')).toMatchObject({ status: 404 });
      expect(await (await fetch(`${inside}/metrics`)).text()).toMatch(/^proviso_runs_waiting 0$/m);
      expect((await fetch(`${inside}/readyz`)).status).toBe(404);
    } finally {
      await beside.stop();
    }
    await expect(fetch(`${inside}/metrics`)).rejects.toThrow();
  });
});

describe('/readyz', () => {
  it.skipIf(filesInBucket)('answers 503 while files cannot be stored, and afterwards 200 again', async () => {
    const assets = join(server.folder, 'assets');
    await rm(assets, { recursive: true, force: true });
    await writeFile(assets, 'a file where the folder should be');
    await waitFor(async () =>
      expect(await get('/readyz')).toMatchObject({ status: 503, body: { checks: { files: 'failed' } } }),
    );
    await rm(assets);
    await waitFor(async () => expect((await get('/readyz')).status).toBe(200));
  });

  it('shows servers that fail without which the service works, and stays ready', async () => {
    const nowhere = '127.0.0.1:2';
    const beside = await server.beside({
      REDIS_URL: `redis://${nowhere}`,
      SMTP_URL: `smtp://${nowhere}`,
      MODEL: 'some-model',
      OPENAI_BASE_URL: `http://${nowhere}/v1`,
      WORKERS: '1',
    });
    try {
      expect(await beside.request(null, 'GET', '/readyz')).toMatchObject({
        status: 200,
        body: {
          ready: true,
          checks: { records: 'ok', files: 'ok', redis: 'degraded', mail: 'degraded', models: 'degraded' },
        },
      });
    } finally {
      await beside.stop();
    }
  });
});
