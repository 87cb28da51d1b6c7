import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Scope } from '../../../engine/model/rule.ts';
import type { NewProjectFile } from '../../../src/domain/project.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

const fileCount = 12;
const changedAt = 5;

type Running = { under: ServiceUnderTest; worker: RunWorker };
/** Two services with separate data, so that neither has what the other one cached. */
let running: Running[];

beforeEach(async () => {
  running = await Promise.all([started(), started()]);
});
afterEach(async () => {
  for (const { under, worker } of running) {
    await worker.stop();
    await under.close();
  }
});

async function started(): Promise<Running> {
  const under = await startService();
  const worker = startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 });
  return { under, worker };
}

function text(at: number, days: number): NewProjectFile {
  const content = `Order ${at}. The buyer shall pay each invoice within ${days} days. The seller keeps ${at} copies.`;
  return { name: `order-${at}.txt`, type: 'text', content };
}

const texts = Array.from({ length: fileCount }, (_, at) => text(at, 20 + 3 * at));

async function newProject({ under: { services } }: Running, files: NewProjectFile[], scope: Scope) {
  const rules = ['30', '45'].map((days) => ({
    name: `Within ${days} days`,
    description: `The buyer shall pay each invoice within ${days} days.`,
  }));
  const { _id: politicsId } = await services.politics.create(owner, { name: 'n', description: 'd', rules });
  return services.projects.create(owner, { name: 'n', description: 'd', politicsId, files, scope });
}

/** Starts a run of the project. Returns the result and all findings, without ids, times and addresses. */
async function checked({ under }: Running, id: string, files?: NewProjectFile[]): Promise<string> {
  const { projects } = under.services;
  await projects.update(owner, id, { status: 'deploying', ...(files && { files }) });
  await waitUntil(async () => (await projects.get(owner, id)).status === 'completed');
  const { run } = await projects.view(owner, id);
  const findings = await under.store.findings.all(owner.workspaceId, run?._id ?? '');
  expect(findings.length).toBeGreaterThan(0);
  return JSON.stringify({ result: run?.result, findings }, (key, value) =>
    ['id', 'runId', 'startedAt', 'endedAt', 'url', 'link'].includes(key) ? undefined : value,
  );
}

it.each(['each', 'together'] as const)(
  'a project of which one file has changed has the result of a first run of these files (scope %s)',
  async (scope) => {
    const [used, fresh] = running;
    if (!used || !fresh) throw new Error('expected two services');
    const project = await newProject(used, texts, scope);
    const before = await checked(used, project._id);
    const files = project.files.map((file, at) => (at === changedAt ? text(at, 90) : file));
    const again = await checked(used, project._id, files);
    const all = texts.map((file, at) => (at === changedAt ? text(at, 90) : file));
    const whole = await checked(fresh, (await newProject(fresh, all, scope))._id);
    expect(again).toBe(whole);
    expect(again, 'the change matters').not.toBe(before);
  },
);
