import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { fingerprint, keyRules } from '../../../engine/model/keys.ts';
import type { Project } from '../../../src/domain/project.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { newHolderName } from '../../../src/services/leases/leases.ts';
import type { WorkerDependencies } from '../../../src/services/runs/run-attempt.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { finding } from '../../support/findings.ts';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
const running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  under = await startService();
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await under.close();
});
afterAll(closeLoading);

function startWorker(changes: Partial<WorkerDependencies> = {}): void {
  running.push(startRunWorker(workerDependenciesOf(under, changes), { concurrency: 2, idleMs: 50 }));
}

/** A heartbeat with a short lease. */
function hasty() {
  const holder = startHeartbeat(under.dependencies, 300);
  running.push(holder);
  return holder;
}

const notice = { name: 'Notice', description: 'The tenant shall give notice of at least three months.' };

async function startedRun(rules = [notice]): Promise<Project> {
  const about = { name: 'n', description: 'd' };
  const { _id: politicsId } = await under.services.politics.create(owner, { ...about, rules });
  const files = [
    { type: 'text' as const, name: 'a', content: 'The tenant shall give notice of three months.' },
  ];
  const project = await under.services.projects.create(owner, { ...about, politicsId, files });
  return under.services.projects.update(owner, project._id, { status: 'deploying' });
}

const viewOf = (project: Project) => under.services.projects.view(owner, project._id);

async function ended(project: Project) {
  const over = async () => (await viewOf(project)).project.status !== 'deploying';
  await waitUntil(over);
  return viewOf(project);
}

describe('a worker', () => {
  it('takes over a run from a silent worker of another machine, whose later writes are refused', async () => {
    const project = await startedRun();
    const lost = await under.store.runs.claim({ lease: 'elsewhere/1/a/1', now: new Date() });
    if (lost === null) throw new Error('a run must be due');
    startWorker({ holder: hasty() });
    const view = await ended(project);
    expect(view.run).toMatchObject({ state: 'completed', attempts: 2, findings: 1 });
    const runLease = { runId: lost._id, fence: lost.lease.fence };
    expect(await under.store.runs.saveProgress(runLease, lost.progress, new Date())).toBe(false);
    expect((await viewOf(project)).run).toEqual(view.run);
  });

  it('counts each rule of a run once if its workers crashed after they had answered a part of it', async () => {
    const project = await startedRun([notice, { name: 'Roof', description: 'The roof is repaired.' }]);
    const crashed = async () => {
      await under.store.runs.freeFrom(() => true);
      const run = await under.store.runs.claim({ lease: 'elsewhere/1/a/1', now: new Date() });
      if (run === null) throw new Error('a run must be due');
      return run;
    };
    const { _id: runId, lease, politics, progress } = await crashed();
    const stored = keyRules(politics.rules)
      .slice(0, 1)
      .map((rule) => finding({ rule, runId }))
      .map((one) => ({ finding: one, fingerprint: fingerprint(one, () => false) }));
    await under.store.runs.addFindings({ runId, fence: lease.fence }, stored, progress, new Date());
    for (let at = 0; at < 20; at += 1) await crashed();
    await under.store.runs.freeFrom(() => true);
    startWorker();
    const { run } = await ended(project);
    expect(run).toMatchObject({ state: 'completed', lastError: { code: 'worker_vanished' }, findings: 2 });
    expect(run?.result?.counts.labels).toMatchObject({ CONFIRMED: 1, notAssessed: 1 });
  });

  it('takes over a run of a process that is gone from its own machine, without waiting for the lease', async () => {
    const project = await startedRun();
    const [machine] = newHolderName().split('/');
    await under.store.runs.claim({ lease: `${machine}/${2 ** 22 + 1}/a/1`, now: new Date() });
    startWorker();
    expect((await ended(project)).run).toMatchObject({ state: 'completed', attempts: 2 });
  });

  it('claims its own run again if the store did not accept the end of the run', async () => {
    const { store } = under;
    let failures = 1;
    const runs = {
      ...store.runs,
      async release(...given: Parameters<typeof store.runs.release>) {
        failures -= 1;
        if (failures >= 0) throw new Error('the store is down');
        return store.runs.release(...given);
      },
    };
    startWorker({ store: { ...store, runs }, holder: hasty() });
    const project = await startedRun();
    expect((await ended(project)).run).toMatchObject({ state: 'completed', attempts: 2, findings: 1 });
  });
});
