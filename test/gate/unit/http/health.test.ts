import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterEach, expect, it } from 'vitest';
import { type ReadinessChecks, readyz } from '../../../../src/http/routes/health.ts';
import { listening } from '../../../support/listening.ts';
import { send } from '../../../support/server.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
});

const works = async () => {};
const fails = async () => {
  throw new Error('no answer');
};

/** The answers of a server with these checks, and the number of probes that it has noticed. */
async function readinessOf(checks: ReadinessChecks, isStopping = () => false) {
  let probes = 0;
  const onReadinessProbe = () => {
    probes += 1;
  };
  server = createServer(express().get('/readyz', readyz(checks, { isStopping, onReadinessProbe })));
  const port = await listening(server);
  const ask = async () => {
    const { status, headers, body } = await send(`http://127.0.0.1:${port}`, 'GET', '/readyz');
    expect(headers.get('cache-control')).toBe('no-store');
    return { status, body };
  };
  return { ask, probes: () => probes };
}

it.each([
  ['all parts work', works, works, 200, { ready: true, checks: { records: 'ok', mail: 'ok' } }],
  ['a required part fails', fails, works, 503, { ready: false, checks: { records: 'failed', mail: 'ok' } }],
  ['another part fails', works, fails, 200, { ready: true, checks: { records: 'ok', mail: 'degraded' } }],
])(
  '/readyz says whether requests can be answered, and which parts work: %s',
  async (_, records, mail, status, body) => {
    const { ask, probes } = await readinessOf({ required: { records }, optional: { mail } });
    expect(await ask()).toEqual({ status, body });
    expect(probes()).toBe(1);
  },
);

it('/readyz answers 503 from the moment at which the server stops, and says why', async () => {
  let stopping = false;
  const checks = { required: { records: works }, optional: {} };
  const { ask } = await readinessOf(checks, () => stopping);
  expect(await ask()).toEqual({ status: 200, body: { ready: true, checks: { records: 'ok' } } });
  stopping = true;
  expect(await ask()).toEqual({
    ...{ status: 503, body: { ready: false, stopping: true, checks: { records: 'ok' } } },
  });
});
