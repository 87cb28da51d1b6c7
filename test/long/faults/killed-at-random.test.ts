import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import { canonical } from '../../../tools/canonical/canonical.ts';
import { bodyOf } from '../../support/body.ts';
import { chance, wantsAll } from '../../support/faults/chance.ts';
import { ruleThatFails } from '../../support/faults/spare-order.ts';
import { killed, startSpareWorkers } from '../../support/faults/spare-workers.ts';
import { allFindings } from '../../support/findings.ts';
import { startReceiver } from '../../support/notify/receiver.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

/** A spare worker is started in advance and takes 40 MB of memory. A hundred spare workers last for 20 s. */
const size = wantsAll
  ? { seeds: 50, jobs: 1_000, users: 20, workers: 8, spares: 100 }
  : { seeds: 1, jobs: 60, users: 4, workers: 4, spares: 6 };
const killEveryMs = 200;
/** The share of runs that are canceled while they are waiting or active. */
const canceledShare = 0.05;

const about = { name: 'n', description: 'd' };
const wording = [
  'The tenant shall give notice three months before leaving.',
  'The roof is repaired every year.',
];
const rules = [
  { name: 'Notice', description: 'The tenant shall give notice three months before leaving.' },
  { name: ruleThatFails, description: 'The roof is repaired every year.' },
  { name: 'Premium', description: 'The insurer shall pay the premium in March.' },
];

type Job = { user: Actor; projectId: string; runId: string };

const spares = await startSpareWorkers(size.spares);
afterAll(() => spares.close());

async function projectsOf(under: ServiceUnderTest, recipient: string): Promise<Omit<Job, 'runId'>[]> {
  const made = [];
  const { politics, projects, uploads } = under.services;
  for (let at = 0; at < size.users; at += 1) {
    const user = unrestricted(newObjectId());
    const contactNotifications = [recipient];
    const { _id: politicsId } = await politics.create(user, { ...about, rules, contactNotifications });
    const { url } = await uploads.put(user, { name: 'lease.txt', body: bodyOf(wording.join('\n')) });
    const files = [{ type: 'document' as const, name: 'lease.txt', url }];
    for (let count = 0; count < size.jobs / size.users; count += 1) {
      const { _id: projectId } = await projects.create(user, { ...about, politicsId, files });
      made.push({ user, projectId });
    }
  }
  return made;
}

async function runOf({ store }: ServiceUnderTest, { user, runId }: Job): Promise<Run> {
  const run = await store.runs.get(user.userId, runId);
  if (run === null) throw new Error('the run must exist');
  return run;
}

/** Starts workers, and repeatedly kills one and replaces it at once. `stop` returns the number of killed workers. */
async function workDying(environment: Record<string, string>, random: () => number) {
  const working: ChildProcess[] = [];
  for (let at = 0; at < size.workers; at += 1) working.push(await spares.take(environment));
  const deaths: Promise<void>[] = [];
  const from = Date.now();
  let over = false;
  async function killAndReplace(): Promise<void> {
    while (!over) {
      const fresh = await spares.take(environment);
      const [victim] = working.splice(Math.floor(random() * working.length), 1, fresh);
      if (victim) deaths.push(killed(victim));
      await wait(Math.max(0, from + deaths.length * killEveryMs - Date.now()));
    }
  }
  const killing = killAndReplace();
  return {
    async stop(): Promise<number> {
      over = true;
      await killing;
      await Promise.all([...deaths, ...working.map(killed)]);
      return deaths.length;
    },
  };
}

/** Starts all projects in random order, and cancels a few of the started ones in between. */
async function startAll(under: ServiceUnderTest, projects: Omit<Job, 'runId'>[], random: () => number) {
  const jobs: Job[] = [];
  const canceled = new Set<string>();
  const left = [...projects];
  while (left.length > 0) {
    const [next] = left.splice(Math.floor(random() * left.length), 1);
    if (next === undefined) break;
    const { user, projectId } = next;
    const { runId } = await under.services.projects.update(user, projectId, { status: 'deploying' });
    jobs.push({ user, projectId, runId: runId ?? '' });
    if (random() > canceledShare) continue;
    const one = jobs[Math.floor(random() * jobs.length)];
    const done = one && (await under.services.projects.cancel(one.user, one.projectId).catch(() => null));
    if (one && done) canceled.add(one.runId);
  }
  return { jobs, canceled };
}

/** Asserts what must be true of every ended run. Returns its result as a text that is the same for equal results. */
async function soundMeaningOf(under: ServiceUnderTest, job: Job, canceled: boolean): Promise<string> {
  const { user, projectId, runId } = job;
  const { projects, findings: found, runs, notifications } = under.services;
  const run = await runOf(under, job);
  const state = canceled ? 'canceled' : 'completed';
  expect(run).toMatchObject({ state, settled: true, lease: { owner: null }, findings: rules.length });
  const { project } = await projects.view(user, projectId);
  expect(project).toMatchObject({ status: state, runId });
  expect((await runs.list(user, { projectId, page: 1, pageSize: 10 })).total).toBe(1);

  const findings = await allFindings({ findings: found }, user, { projectId, runId });
  expect(findings.map(({ rule }) => rule.index)).toEqual(rules.map((_, at) => at));
  for (const { rule, assessed, label, citations } of findings) {
    if (!assessed || rule.name === ruleThatFails) expect([assessed, label]).toEqual([false, null]);
    if (label === 'CONFIRMED' || label === 'ESTIMATED') expect(citations.length).toBeGreaterThan(0);
  }
  const { items } = await notifications.list(user, projectId, { page: 1, pageSize: 10 });
  expect(items).toMatchObject([{ runId, state: 'delivered', nextAttemptAt: null }]);
  expect(items[0]?.attempts.filter(({ outcome }) => outcome === 'delivered')).toHaveLength(1);
  if (run.result === null) throw new Error('the run must have a result');
  return canonical({ ...run.result, runId, findings });
}

it('runs whose workers are killed at random end once, with one finding for each rule and one notification', async () => {
  for (let seed = 1; seed <= size.seeds; seed += 1) {
    const began = Date.now();
    const random = chance(seed);
    const receiver = await startReceiver();
    const under = await startService();
    const environment = {
      ...under.environment,
      PUBLIC_URL: 'https://files.example.org',
      FETCH_ALLOW_HOSTS: '127.0.0.2',
    };
    const projects = await projectsOf(under, receiver.url);
    await spares.filled();

    const from = Date.now();
    const workers = await workDying(environment, random);
    const { jobs, canceled } = await startAll(under, projects, random);
    const open = [...jobs];
    const ended = async () => {
      while (open[0] && (await runOf(under, open[0])).settled) open.shift();
      return open.length === 0;
    };
    await waitUntil(ended, { upTo: 600_000 });
    const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    await waitUntil(() => ids().size >= jobs.length, { upTo: 120_000 });
    const undelivered = new Map(jobs.map((job) => [job.runId, job]));
    const delivered = async () => {
      for (const { user, projectId, runId } of undelivered.values()) {
        const page = { page: 1, pageSize: 10, state: 'delivered' as const };
        if ((await under.services.notifications.list(user, projectId, page)).total === 0) return false;
        undelivered.delete(runId);
      }
      return true;
    };
    await waitUntil(delivered, { upTo: 120_000 });
    const kills = await workers.stop();
    const worked = (Date.now() - from) / 1000;

    const meanings = new Set<string>();
    for (const job of jobs) {
      const isCanceled = canceled.has(job.runId);
      const meaning = await soundMeaningOf(under, job, isCanceled);
      if (!isCanceled) meanings.add(meaning);
    }
    // All projects are equal, so all runs must have the same result, whether they were disturbed or not.
    expect(meanings.size, `seed ${seed}`).toBe(1);
    expect([...meanings][0]).toContain('"CONFIRMED"');
    const bodies = new Map(receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]));
    expect(bodies.size, `seed ${seed}`).toBe(jobs.length);
    for (const { headers, body } of receiver.received) expect(body).toBe(bodies.get(headers['webhook-id']));
    expect(await under.store.runs.countWaiting()).toBe(0);
    expect(await under.store.runs.unfinishedBusiness(new Date('2100-01-01'))).toEqual([]);
    expect(kills).toBeGreaterThan(0);
    const sent = receiver.received.length;
    await receiver.close();
    await under.close();
    if (wantsAll) {
      const took = Math.round((Date.now() - began) / 1000);
      const reported = `${jobs.length} runs, ${canceled.size} canceled, ${kills} kills in ${worked.toFixed(1)} s, ${sent} messages`;
      process.stderr.write(`seed ${seed}: ${reported}; ${took} s in all\n`);
    }
  }
}, 7_200_000);
