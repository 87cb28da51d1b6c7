import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { proviso, start, workFolder } from '../../gate/cli/command.ts';
import { type Caller, callerOf } from '../../support/faults/caller.ts';
import { chosenMongo, type MongoPlace } from '../../support/mongo/servers.ts';
import { startReceiver } from '../../support/notify/receiver.ts';
import { hasRedis, type RedisUnderTest, startRedis } from '../../support/redis.ts';
import { waitUntil } from '../../support/wait.ts';

/** The short form runs with `npm run test:long faults`, the long form with PROVISO_FAULTS=all. */
const whole = process.env.PROVISO_FAULTS === 'all';
const size = whole
  ? {
      servers: 3,
      workers: 4,
      users: 20,
      projects: 500,
      ofOne: 220,
      begunBetweenKills: 10,
      waits: 9,
      queued: 100,
    }
  : { servers: 2, workers: 3, users: 3, projects: 24, ofOne: 20, begunBetweenKills: 4, waits: 2, queued: 1 };

const metricsToken = 'm'.repeat(32);
let redis: RedisUnderTest | null = null;
let mongo: MongoPlace | null = null;
const children = new Set<ChildProcess>();
let environment: Record<string, string> = {};

const folder = workFolder({});
const receiver = await startReceiver();
redis = hasRedis() ? await startRedis() : null;
mongo = await chosenMongo();
environment = {
  DATA_DIR: 'data',
  PORT: '0',
  LOG_LEVEL: 'silent',
  METRICS_TOKEN: metricsToken,
  PUBLIC_URL: 'http://localhost:3000',
  FETCH_ALLOW_HOSTS: '127.0.0.2',
  LIMIT_REQUESTS_PER_MINUTE: '1000000',
  ...(redis && { REDIS_URL: redis.url }),
  ...(mongo && { MONGODB_URL: mongo.url }),
};

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await redis?.kill();
  await mongo?.drop();
  await receiver.close();
  folder.remove();
});

const run = (args: string[], input = '') => proviso(args, { cwd: folder.path, env: environment, input });

/** Starts a command and waits until it has printed the expected text. */
async function running(args: string[], ready: RegExp): Promise<{ child: ChildProcess; found: string }> {
  const child = start(args, { cwd: folder.path, env: environment });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let wording = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    wording += text;
  });
  child.stderr.resume();
  const found = await waitUntil(() => ready.exec(wording), { upTo: 60_000 });
  return { child, found: found[1] ?? '' };
}

const worker = async () => (await running(['worker'], /Proviso (works) on runs/)).child;

async function newCaller(name: string, addresses: string[]): Promise<Caller[]> {
  await run(['user', 'add', '--email', name], 'engine number one\n');
  const { stdout } = await run(['token', 'add', '--user', name, '--name', 'test']);
  return addresses.map((address) => callerOf(address, stdout.trim()));
}

const rules = ['three', 'four', 'five'].map((number) => ({
  name: `Notice of ${number}`,
  description: `The tenant shall give notice of at least ${number} months before leaving.`,
}));
const deploysAtATime = 50;
const made = z.object({ data: z.object({ _id: z.string() }) });

type Startable = { caller: Caller; id: string };

/** Creates projects of one user; each is created and later started through one of the servers, in turn. */
async function projectsOf(callers: Caller[], count: number): Promise<Startable[]> {
  const [first] = callers;
  if (first === undefined) throw new Error('at least one server is required');
  const about = { name: 'n', description: 'd' };
  const politics = { ...about, rules, contactNotifications: [receiver.url] };
  const politicsId = made.parse((await first.send('POST', '/politics', politics)).body).data._id;
  const files = [
    {
      name: 'lease',
      type: 'text',
      content: 'The tenant shall give notice of at least three months before leaving.',
    },
  ];
  const projects = [];
  for (let at = 0; at < count; at += 1) {
    const caller = callers[at % callers.length] ?? first;
    const project = await caller.send('POST', '/projects', { ...about, politicsId, files });
    projects.push({ caller, id: made.parse(project.body).data._id });
  }
  return projects;
}

/** The number of waiting runs according to the server's metrics. */
async function waitingAt(address: string): Promise<number> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const metrics = await (await fetch(`${address}/metrics`, { headers })).text();
  return Number(/^proviso_runs_waiting (\d+)/m.exec(metrics)?.[1]);
}

type Wait = { answeredAt: number; ms: number };

/**
 * Starts a project and waits for the end of the run. Returns when the start was answered and how long the user waited.
 */
async function waitOf({ caller, id }: Startable): Promise<Wait> {
  const before = Date.now();
  await caller.startRun(id);
  const answeredAt = Date.now();
  const ended = async () => (await caller.view(id)).status !== 'deploying';
  await waitUntil(ended, { upTo: 120_000 });
  return { answeredAt, ms: Date.now() - before };
}

async function startAll(projects: Startable[]): Promise<void> {
  for (let at = 0; at < projects.length; at += deploysAtATime)
    await Promise.all(projects.slice(at, at + deploysAtATime).map(({ caller, id }) => caller.startRun(id)));
}

const begunAt = ({ startedAt }: { startedAt: string | null }) => Date.parse(startedAt ?? '');

function median(waits: Wait[]): number {
  const times = waits.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? 0;
}

it('several servers and workers lose nothing, do nothing twice and serve every user, even if workers are killed', async () => {
  const servers = [];
  for (let at = 0; at < size.servers; at += 1)
    servers.push(await running(['serve', '--no-worker'], /port (\d+)/));
  const addresses = servers.map(({ found }) => `http://127.0.0.1:${found}`);
  const users = [];
  for (let at = 0; at < size.users; at += 1) users.push(await newCaller(`user${at}@example.org`, addresses));
  const [modest = [], busy = [], ...others] = users;
  const [only] = await projectsOf(modest, 1);
  if (only === undefined) throw new Error('nothing was made');
  const queued = await projectsOf(busy, size.ofOne);
  const rest: Startable[] = [];
  for (const [at, callers] of others.entries()) {
    const left = size.projects - 1 - queued.length - rest.length;
    rest.push(...(await projectsOf(callers, Math.ceil(left / (others.length - at)))));
  }
  const projects = [...queued, ...rest];

  const workers = await Promise.all(Array.from({ length: size.workers }, worker));
  // A client that follows a project through one server must see changes by another server and by a worker.
  await only.caller.startRun(only.id);
  const received: string[] = [];
  const [elsewhere] = modest.filter((caller) => caller !== only.caller);
  for await (const { status } of elsewhere?.client.events.follow(only.id) ?? []) received.push(status);
  expect(received.at(-1)).toBe('completed');
  const idle: Wait[] = [];
  for (let at = 0; at < size.waits; at += 1) idle.push(await waitOf(only));

  const [watched = ''] = addresses;
  let killed = 0;
  let asked = 0;
  let over = false;
  /**
   * Each time a few more runs have begun, kills a worker and starts a replacement. Never kills a worker if there is
   * no other.
   */
  const killing = (async () => {
    const replacing: Promise<unknown>[] = [];
    while (!over) {
      const begun = asked - (await waitingAt(watched));
      if (workers.length > 1 && begun / size.begunBetweenKills > killed + 1) {
        workers.shift()?.kill('SIGKILL');
        killed += 1;
        replacing.push(worker().then((fresh) => workers.push(fresh)));
      } else await wait(20);
    }
    await Promise.all(replacing);
  })();

  await startAll(queued);
  asked = queued.length;
  const amongMany: Wait[] = [];
  while (amongMany.length < size.waits && (await waitingAt(watched)) >= size.queued)
    amongMany.push(await waitOf(only));
  await startAll(rest);
  asked = projects.length;
  const open = [...projects];
  const done = async () => {
    while (open[0] && (await open[0].caller.view(open[0].id)).status !== 'deploying') open.shift();
    return open.length === 0;
  };
  await waitUntil(done, { upTo: 900_000 });
  over = true;
  await killing;
  expect(killed).toBeGreaterThan(1);

  const own = await only.caller.view(only.id);
  const runsOfOne = 1 + idle.length + amongMany.length;
  expect(own.runs).toHaveLength(runsOfOne);
  const views = await Promise.all(projects.map(({ caller, id }) => caller.view(id)));
  expect(new Set([own, ...views].map(({ status }) => status))).toEqual(new Set(['completed']));
  for (const { result, runs } of [own, ...views]) {
    expect(result?.findings.map(({ rule }) => rule.name)).toEqual(rules.map(({ name }) => name));
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['completed']));
  }
  for (const { runs } of views) expect(runs).toHaveLength(1);
  // Each worker can already be busy with a run of another user. After these runs, the user with one project comes first.
  const begins = views.slice(0, queued.length).flatMap(({ runs }) => runs.map(begunAt));
  const later = own.runs.toReversed().slice(1 + idle.length);
  const before = amongMany.map(({ answeredAt }, at) => {
    const mine = later[at] ? begunAt(later[at]) : 0;
    return begins.filter((time) => time > answeredAt && time < mine).length;
  });
  expect(Math.max(0, ...before)).toBeLessThanOrEqual(size.workers);
  if (whole) {
    const waits = `alone ${median(idle)} ms, among ${size.queued} and more ${median(amongMany)} ms (${amongMany.length})`;
    process.stderr.write(
      `${killed} workers killed; the user with one project waited ${waits}; runs of others that began first: ${before}\n`,
    );
    expect(amongMany.length).toBeGreaterThan(0);
  }

  const reported = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  await waitUntil(() => reported() === projects.length + runsOfOne, { upTo: 200_000 });
  const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  for (const { headers, body } of receiver.received) expect(body).toBe(bodies.get(headers['webhook-id']));

  for (const child of children) child.kill('SIGTERM');
  await Promise.all([...children].map((child) => once(child, 'exit')));
}, 1_200_000);
