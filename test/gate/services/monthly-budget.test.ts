import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { openChecker } from '../../../src/compose/models.ts';
import { readModelSettings } from '../../../src/config.ts';
import { type Caps, monthOf } from '../../../src/domain/budget.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { newWorkspace, withMember } from '../../../src/domain/workspaces/workspace.ts';
import { monthlyAllowance } from '../../../src/services/budgets/allowance.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { answerCacheOf } from '../../../src/sources/answer-cache.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../support/model-server/model-server.ts';
import { owner, stranger } from '../../support/records.ts';
import {
  type ServiceUnderTest,
  silentLog,
  startService,
  workerDependenciesOf,
} from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

/** The tokens that each answer of the model server uses. */
const perCall = 150;
const ruleCount = 12;
const rules = Array.from({ length: ruleCount }, (_, at) => ({
  name: `Rule ${at}`,
  description: `The tenant shall pay ${at + 1} rents.`,
}));

let under: ServiceUnderTest;
let server: ModelServer;
let workers: RunWorker[];
let caps: Caps;

beforeEach(async () => {
  under = await startService();
  workers = [];
  server = await startModelServer({
    chat(request) {
      const usage = { input: 100, output: 50 };
      if (ruleRequestOf(request).purpose === 'support') return { ...entails, usage };
      return { json: ruleAnswer({}), usage };
    },
  });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await server.close();
  await under.close();
});
afterAll(() => closeLoading());

/** Starts workers as servers of their own would, each with its own checker. */
function startWorkers(count: number): void {
  const { store, clock } = under.dependencies;
  const model = {
    MODEL: 'test-model',
    OPENAI_BASE_URL: server.url,
    MODEL_PRICES: '10,20',
    MODEL_CONCURRENCY: '4',
  };
  for (let at = 0; at < count; at += 1) {
    const parts = workerDependenciesOf(under, {
      checker: openChecker(readModelSettings(model), 'a secret of the tests'),
      answersFor: (user) => answerCacheOf(user, store.sourceTexts, clock),
      allowanceFor: (run) => monthlyAllowance(run, { store, clock, log: silentLog, caps }),
    });
    workers.push(startRunWorker(parts, { concurrency: 2, idleMs: 20 }));
  }
}

async function projectWith(user: typeof owner, name: string) {
  const { politics, projects } = under.services;
  const content = { name, description: name };
  const { _id: politicsId } = await politics.create(user, { ...content, rules });
  const files = [{ type: 'text' as const, name: 'Lease', content: `${name}: the tenant pays the rent.` }];
  return projects.create(user, { ...content, politicsId, files });
}

async function checked(user: typeof owner, id: string) {
  await under.services.projects.update(user, id, { status: 'deploying' });
  return ended(user, id);
}

async function ended(user: typeof owner, id: string) {
  const view = () => under.services.projects.view(user, id);
  await waitUntil(async () => (await view()).project.status !== 'deploying');
  const { run, findings } = await view();
  const items = findings?.items ?? [];
  return {
    run,
    assessed: items.filter((one) => one.assessed),
    missing: items.filter((one) => !one.assessed),
  };
}

const spent = async (user = owner) => under.store.budgets.spent(user.userId, monthOf(under.clock.now()));

describe('a monthly budget', () => {
  it('stops a run before the call that would pass it, and says so; the run goes on when the cap is raised', async () => {
    caps = { tokens: 40_000, cost: null };
    startWorkers(1);
    const { _id } = await projectWith(owner, 'a');
    const whole = await checked(owner, _id);
    expect(whole.missing).toEqual([]);
    const calls = server.requests.length;
    expect(await spent()).toMatchObject({ tokens: calls * perCall });

    const second = await projectWith(owner, 'b');
    const used = (await spent()).tokens;
    caps.tokens = used + 8_000;
    const stopped = await checked(owner, second._id);
    expect(stopped.missing.length).toBeGreaterThan(0);
    for (const finding of stopped.missing) {
      expect(finding).toMatchObject({ label: null, notAssessedReason: 'budget_reached' });
      expect(finding.statement).toMatch(/monthly budget of \d+ tokens is reached/);
    }
    expect(stopped.run?.result?.incomplete).toBe(true);
    expect((await spent()).tokens).toBeLessThanOrEqual(caps.tokens);

    const before = server.requests.length;
    caps.tokens = 1_000_000;
    const goneOn = await checked(owner, second._id);
    expect(goneOn.missing).toEqual([]);
    // The rules that were assessed are not asked again.
    expect(server.requests.length - before).toBe(stopped.missing.length);
  });

  it('begins again in the next month', async () => {
    caps = { tokens: 100, cost: null };
    startWorkers(1);
    under.clock.time = Date.UTC(2026, 10, 30, 23, 59);
    const { _id } = await projectWith(owner, 'a');
    const november = await checked(owner, _id);
    expect(november.assessed).toEqual([]);
    expect(november.missing[0]?.statement).toContain('Check again from 2026-12-01');
    expect(server.requests).toHaveLength(0);
    caps.tokens = 1_000_000;
    under.clock.time = Date.UTC(2026, 11, 1);
    expect((await checked(owner, _id)).missing).toEqual([]);
  });

  it('of a workspace is shared by its members, beside the budget that each has in all workspaces', async () => {
    caps = { tokens: 1_000_000, cost: null };
    const workspaceId = newObjectId();
    const now = under.clock.now();
    const workspace = newWorkspace(workspaceId, owner.userId, 'Buying', now);
    const member = { userId: stranger.userId, role: 'admin', since: now.toISOString() } as const;
    await under.store.workspaces.insert(
      withMember({ ...workspace, caps: { tokens: 20_000, cost: null } }, member),
    );
    const [ones, others] = [owner, stranger].map((person) => ({ ...person, workspaceId }));
    if (!ones || !others) throw new Error('there must be two members');
    startWorkers(2);
    const mine = await projectWith(ones, 'a');
    const theirs = await projectWith(others, 'b');
    const views = await Promise.all([checked(ones, mine._id), checked(others, theirs._id)]);
    const missing = views.flatMap((view) => view.missing);
    expect(missing.length).toBeGreaterThan(0);
    for (const { statement } of missing)
      expect(statement).toContain('monthly budget of the workspace of 20000 tokens');
    const budget = await under.services.budgets.ofWorkspace(ones, workspaceId);
    expect(budget.spent.tokens).toBe(server.requests.length * perCall);
    expect(budget.spent.tokens).toBeLessThanOrEqual(20_000);
    expect((await spent(owner)).tokens + (await spent(stranger)).tokens).toBe(budget.spent.tokens);
    caps.tokens = (await spent(owner)).tokens;
    await under.services.budgets.setWorkspaceCaps(others, workspaceId, null);
    const own = await projectWith(owner, 'c');
    expect((await checked(owner, own._id)).missing[0]?.statement).toMatch(/the monthly budget of \d+ tokens/);
  });

  it('is not spent twice by four workers that run at once, and other users have their own', async () => {
    caps = { tokens: 20_000, cost: null };
    startWorkers(4);
    const ids = await Promise.all(['a', 'b', 'c', 'd'].map((name) => projectWith(owner, name)));
    const other = await projectWith(stranger, 'e');
    for (const { _id } of ids) await under.services.projects.update(owner, _id, { status: 'deploying' });
    const views = await Promise.all(ids.map(({ _id }) => ended(owner, _id)));
    const assessed = views.reduce((sum, view) => sum + view.assessed.length, 0);
    const missing = views.reduce((sum, view) => sum + view.missing.length, 0);
    expect(missing).toBeGreaterThan(0);
    expect(assessed + missing).toBe(4 * ruleCount);
    expect(await spent()).toMatchObject({ tokens: server.requests.length * perCall });
    expect((await spent()).tokens).toBeLessThanOrEqual(20_000);
    expect((await checked(stranger, other._id)).missing.length).toBeLessThan(ruleCount);
  });

  it('limits the cost by the prices, and an administrator can set other caps for a person', async () => {
    caps = { tokens: null, cost: 0.001 };
    startWorkers(1);
    const { _id } = await projectWith(owner, 'a');
    const stopped = await checked(owner, _id);
    expect(stopped.missing[0]?.statement).toMatch(/monthly budget of 0\.001 is reached/);
    expect(server.requests).toHaveLength(0);
    await under.store.budgets.setCaps(owner.userId, { tokens: null, cost: 50 });
    expect((await checked(owner, _id)).missing).toEqual([]);
    // 100 input tokens at 10 and 50 output tokens at 20 per million tokens.
    expect((await spent()).cost).toBeCloseTo(server.requests.length * 0.002, 9);
    expect(await under.services.budgets.usage(owner)).toMatchObject({ caps: { tokens: null, cost: 50 } });
  });
});
