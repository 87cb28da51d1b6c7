import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { proviso, start, workFolder } from '../cli/command.ts';
import { startReceiver } from '../support/notify/receiver.ts';
import { hasRedis, type RedisUnderTest, startRedis } from '../support/redis.ts';
import { type Caller, callerOf } from './support/caller.ts';

/** The short form runs with every test, the whole one with `npm run faults`. */
const whole = process.env.PROVISO_FAULTS === 'all';
const size = whole
  ? { servers: 3, workers: 4, users: 20, projects: 500, endedBetweenKills: 10, waits: 9, queued: 100 }
  : { servers: 2, workers: 3, users: 2, projects: 24, endedBetweenKills: 4, waits: 2, queued: 1 };

let folder: ReturnType<typeof workFolder>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let redis: RedisUnderTest | null = null;
const children = new Set<ChildProcess>();
let environment: Record<string, string> = {};

beforeAll(async () => {
  folder = workFolder({});
  receiver = await startReceiver();
  redis = hasRedis() ? await startRedis() : null;
  environment = {
    DATA_DIR: 'data',
    PORT: '0',
    WORKERS: '2',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://localhost:3000',
    FETCH_ALLOW_HOSTS: '127.0.0.2',
    LIMIT_REQUESTS_PER_MINUTE: '1000000',
    ...(redis && { REDIS_URL: redis.url }),
  };
}, 60_000);

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await redis?.kill();
  await receiver.close();
  folder.remove();
});

const run = (args: string[], input = '') => proviso(args, { cwd: folder.path, env: environment, input });

/** Starts a command and waits until it has said what is looked for. */
async function running(args: string[], ready: RegExp): Promise<{ child: ChildProcess; found: string }> {
  const child = start(args, { cwd: folder.path, env: environment });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  child.stderr.resume();
  const found = await vi.waitUntil(() => ready.exec(said), { timeout: 60_000, interval: 20 });
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

type Deployable = { caller: Caller; id: string };

/** Projects of one user, reached through the servers in turn. */
async function projectsOf(callers: Caller[], count: number): Promise<Deployable[]> {
  const [first] = callers;
  if (first === undefined) throw new Error('there is no server');
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

/** Runs that nobody works on yet, as the server says it to whoever watches it. */
async function waitingAt(address: string): Promise<number> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return Number(/^proviso_runs_waiting (\d+)/m.exec(metrics)?.[1]);
}

/** Deploys a project and waits for the end; gives how long its user waited, in ms. */
async function waitOf({ caller, id }: Deployable): Promise<number> {
  const before = Date.now();
  await caller.deploy(id);
  const ended = async () => (await caller.view(id)).status !== 'deploying';
  await vi.waitUntil(ended, { timeout: 120_000, interval: 5 });
  return Date.now() - before;
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

it('servers and workers of many processes lose nothing and do nothing twice while workers are killed, and serve everybody', async () => {
  const servers = [];
  for (let at = 0; at < size.servers; at += 1)
    servers.push(await running(['serve', '--no-worker'], /port (\d+)/));
  const addresses = servers.map(({ found }) => `http://127.0.0.1:${found}`);
  const users = [];
  for (let at = 0; at < size.users; at += 1) users.push(await newCaller(`user${at}@example.org`, addresses));
  const [modest = [], ...busy] = users;
  const [only] = await projectsOf(modest, 1);
  if (only === undefined) throw new Error('nothing was made');
  const projects: Deployable[] = [];
  const each = Math.floor((size.projects - 1) / busy.length);
  for (const [at, callers] of busy.entries()) {
    const rest = at === 0 ? size.projects - 1 - each * busy.length : 0;
    projects.push(...(await projectsOf(callers, each + rest)));
  }

  const workers = await Promise.all(Array.from({ length: size.workers }, worker));
  // Whoever follows a project at one server hears of what was asked of another one and done by a worker.
  await only.caller.deploy(only.id);
  const heard: string[] = [];
  const [elsewhere] = modest.filter((caller) => caller !== only.caller);
  for await (const { status } of elsewhere?.client.events.follow(only.id) ?? []) heard.push(status);
  expect(heard.at(-1)).toBe('completed');
  const idle: number[] = [];
  for (let at = 0; at < size.waits; at += 1) idle.push(await waitOf(only));

  let killed = 0;
  let replacing = Promise.resolve();
  /** Kills a worker after every few runs, once the one that takes the last victim's place is there. */
  const killInTurn = (victims: number) => {
    for (; killed < victims; killed += 1) {
      replacing = replacing.then(async () => {
        workers.shift()?.kill('SIGKILL');
        workers.push(await worker());
      });
    }
  };

  const waiting = new Map(projects.map((project) => [project.id, project]));
  const done = async () => {
    for (const { caller, id } of waiting.values()) {
      if ((await caller.view(id)).status === 'deploying') continue;
      waiting.delete(id);
    }
    killInTurn(Math.floor((projects.length - waiting.size) / size.endedBetweenKills));
    return waiting.size === 0;
  };

  const busyWaits: number[] = [];
  const [watched = ''] = addresses;
  for (let at = 0; at < projects.length; at += deploysAtATime)
    await Promise.all(projects.slice(at, at + deploysAtATime).map(({ caller, id }) => caller.deploy(id)));
  const measured = (async () => {
    while (busyWaits.length < size.waits && (await waitingAt(watched)) >= size.queued)
      busyWaits.push(await waitOf(only));
  })();
  await vi.waitUntil(done, { timeout: 900_000, interval: 100 });
  await measured;
  await replacing;
  expect(killed).toBeGreaterThan(3);

  const own = await only.caller.view(only.id);
  const runsOfOne = 1 + idle.length + busyWaits.length;
  expect(own.runs).toHaveLength(runsOfOne);
  const views = await Promise.all(projects.map(({ caller, id }) => caller.view(id)));
  expect(new Set([own, ...views].map(({ status }) => status))).toEqual(new Set(['completed']));
  for (const { result, runs } of [own, ...views]) {
    expect(result?.findings.map(({ rule }) => rule.name)).toEqual(rules.map(({ name }) => name));
    expect(new Set(runs.map(({ state }) => state))).toEqual(new Set(['completed']));
  }
  for (const { runs } of views) expect(runs).toHaveLength(1);
  if (whole) {
    const waits = `alone ${median(idle)} ms, among ${size.queued} and more ${median(busyWaits)} ms (${busyWaits.length})`;
    process.stderr.write(`${killed} workers killed; who has one project waited: ${waits}\n`);
    expect(busyWaits.length).toBeGreaterThan(0);
    expect(median(busyWaits)).toBeLessThanOrEqual(3 * median(idle));
  }

  const told = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  await vi.waitUntil(() => told() === projects.length + runsOfOne, { timeout: 200_000, interval: 50 });
  const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  for (const { headers, body } of receiver.received) expect(body).toBe(bodies.get(headers['webhook-id']));

  for (const child of children) child.kill('SIGTERM');
  await Promise.all([...children].map((child) => once(child, 'exit')));
}, 1_200_000);
