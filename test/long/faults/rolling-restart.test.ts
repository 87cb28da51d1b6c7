import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { proviso, start, workFolder } from '../../gate/cli/command.ts';
import { listening } from '../../support/listening.ts';
import { waitUntil } from '../../support/wait.ts';

/** The short form runs with `npm run test:long faults`, the long form with PROVISO_FAULTS=all. */
const whole = process.env.PROVISO_FAULTS === 'all';
const requests = whole ? 20_000 : 2_000;
/**
 * Time in ms between the probes of the proxy, and the number of failed probes after which it sends no more requests. A
 * probe is a complete request. The long form uses HAProxy's defaults.
 */
const { lookEveryMs, failsBefore } = whole
  ? { lookEveryMs: 2_000, failsBefore: 3 }
  : { lookEveryMs: 100, failsBefore: 1 };
const settings = {
  DATA_DIR: 'data',
  PORT: '0',
  LOG_LEVEL: 'silent',
  ...(whole ? {} : { DRAIN_SECONDS: '1' }),
  SECRET: 's'.repeat(32),
  LIMIT_REQUESTS_PER_MINUTE: '1000000',
};

type Running = { child: ChildProcess; port: number; ready: boolean; fails: number };

let folder: ReturnType<typeof workFolder>;
const servers: Running[] = [];
beforeAll(() => {
  folder = workFolder({});
});
afterAll(() => {
  for (const { child } of servers) child.kill('SIGKILL');
  folder.remove();
});

const run = (args: string[], input = '') => proviso(args, { cwd: folder.path, env: settings, input });

async function serve(): Promise<Running> {
  const child = start(['serve', '--no-worker'], { cwd: folder.path, env: settings });
  let wording = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    wording += text;
  });
  child.stderr.resume();
  const [, port] = await waitUntil(() => /port (\d+)/.exec(wording));
  return { child, port: Number(port), ready: false, fails: 0 };
}

const isReady = (port: number) =>
  new Promise<boolean>((resolve) => {
    get({ port, host: '127.0.0.1', path: '/readyz', agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => resolve(false));
  });

/** A proxy that probes the readiness of each server, keeps its connections open, and never repeats a request. */
async function startProxy() {
  let turn = 0;
  const kept = new Agent({ keepAlive: true });
  const look = setInterval(() => {
    for (const server of servers) {
      isReady(server.port).then((ready) => {
        server.fails = ready ? 0 : server.fails + 1;
        server.ready = ready || (server.ready && server.fails < failsBefore);
      });
    }
  }, lookEveryMs);
  const proxy = createServer((req, res) => {
    const ready = servers.filter((server) => server.ready);
    turn += 1;
    const chosen = ready[turn % Math.max(1, ready.length)];
    const { method, url: path, headers } = req;
    const onward = request(
      { port: chosen?.port, host: '127.0.0.1', method, path, headers, agent: kept },
      (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      },
    );
    onward.on('error', () => res.writeHead(502).end());
    req.pipe(onward);
  });
  return {
    port: await listening(proxy),
    async close() {
      clearInterval(look);
      kept.destroy();
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

it('no request fails while two servers behind a proxy that probes /readyz are replaced one after the other', async () => {
  await run(['user', 'add', '--email', 'ada@example.org'], 'engine number one\n');
  const { stdout } = await run(['token', 'add', '--user', 'ada@example.org', '--name', 'test']);
  const token = stdout.trim();
  servers.push(await serve(), await serve());
  const proxy = await startProxy();
  const allReady = () => servers.every(({ ready }) => ready);
  await waitUntil(allReady);

  const statuses = new Map<number, number>();
  let replaced = 0;
  let sent = 0;
  async function ask(): Promise<void> {
    while (sent < requests || replaced < 2) {
      sent += 1;
      const answer = await fetch(`http://127.0.0.1:${proxy.port}/v1/politics`, {
        headers: { 'api-token': token },
      });
      await answer.arrayBuffer();
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    }
  }
  async function replaceAll(): Promise<void> {
    for (const old of [...servers]) {
      servers.push(await serve());
      await waitUntil(allReady);
      const ended = once(old.child, 'exit');
      old.child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      servers.splice(servers.indexOf(old), 1);
      replaced += 1;
    }
  }
  await Promise.all([replaceAll(), ...Array.from({ length: 8 }, ask)]);
  await proxy.close();
  expect(Object.fromEntries(statuses)).toEqual({ 200: sent });
  expect(sent).toBeGreaterThanOrEqual(requests);
}, 900_000);
