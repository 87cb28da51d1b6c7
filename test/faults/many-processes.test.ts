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
  ? { servers: 3, workers: 4, users: 20, projects: 500, endedBetweenKills: 10 }
  : { servers: 2, workers: 3, users: 2, projects: 24, endedBetweenKills: 4 };

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
const made = z.object({ data: z.object({ _id: z.string() }) });

async function deployed(callers: Caller[], count: number): Promise<{ caller: Caller; id: string }[]> {
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
    const id = made.parse(project.body).data._id;
    await caller.deploy(id);
    projects.push({ caller, id });
  }
  return projects;
}

it('servers and workers of many processes lose nothing and do nothing twice while workers are killed, and serve everybody', async () => {
  const servers = [];
  for (let at = 0; at < size.servers; at += 1)
    servers.push(await running(['serve', '--no-worker'], /port (\d+)/));
  const addresses = servers.map(({ found }) => `http://127.0.0.1:${found}`);
  const users = [];
  for (let at = 0; at < size.users; at += 1) users.push(await newCaller(`user${at}@example.org`, addresses));
  const [modest = [], ...busy] = users;
  const projects = [];
  const each = Math.floor((size.projects - 1) / busy.length);
  for (const [at, callers] of busy.entries()) {
    const rest = at === 0 ? size.projects - 1 - each * busy.length : 0;
    projects.push(...(await deployed(callers, each + rest)));
  }
  const [last] = await deployed(modest, 1);
  if (last === undefined) throw new Error('nothing was deployed');
  projects.push(last);

  const workers = await Promise.all(Array.from({ length: size.workers }, worker));
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

  const ended: string[] = [];
  const waiting = new Map(projects.map((project) => [project.id, project]));
  const done = async () => {
    for (const { caller, id } of waiting.values()) {
      if ((await caller.view(id)).status === 'deploying') continue;
      ended.push(id);
      waiting.delete(id);
    }
    killInTurn(Math.floor(ended.length / size.endedBetweenKills));
    return waiting.size === 0;
  };
  await vi.waitUntil(done, { timeout: 900_000, interval: 100 });
  await replacing;
  expect(killed).toBeGreaterThan(3);

  const views = await Promise.all(projects.map(({ caller, id }) => caller.view(id)));
  expect(new Set(views.map(({ status }) => status))).toEqual(new Set(['completed']));
  for (const { result, runs } of views) {
    expect(result?.findings.map(({ rule }) => rule.name)).toEqual(rules.map(({ name }) => name));
    expect(runs).toHaveLength(1);
  }
  // Whoever has one run waits for one turn, not for all runs of the others.
  expect(ended.indexOf(last.id)).toBeLessThan(ended.length / 2);

  const told = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size;
  await vi.waitUntil(() => told() === projects.length, { timeout: 200_000, interval: 50 });
  const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
  for (const { headers, body } of receiver.received) expect(body).toBe(bodies.get(headers['webhook-id']));

  for (const child of children) child.kill('SIGTERM');
  await Promise.all([...children].map((child) => once(child, 'exit')));
}, 1_200_000);
