import { afterAll, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { chance, wantsAll } from '../../support/faults/chance.ts';
import {
  callsAtATime,
  honest,
  rules,
  type StartedRun,
  startModelRuns,
} from '../../support/faults/model-run.ts';
import { allFindings } from '../../support/findings.ts';
import { waitUntil } from '../../support/wait.ts';

const cancels = wantsAll ? 200 : 10;
/** The number of each run's model calls, by the name of the run's file. */
const calls = new Map<string, number>();
/** The files of the runs that are being canceled. Their calls get no answer, so that only the cancellation ends them. */
const unanswered = new Set<string>();

const runs = await startModelRuns(honest, { timeoutSeconds: 600 });
runs.server.answerWith({
  chat(request) {
    const file = /contract-\d+/.exec(request.user)?.[0] ?? '';
    calls.set(file, (calls.get(file) ?? 0) + 1);
    return unanswered.has(file) ? { hang: true } : { afterMs: 20, reply: honest(request) };
  },
});
afterAll(async () => {
  await runs.close();
  closeLoading();
});

it('a run that is canceled at any moment ends the calls to the model in progress and begins no other, keeps its findings, and stays canceled', async () => {
  const worker = runs.work();
  const { projects, findings } = runs.under.services;
  const canceled: { file: string; before: number; startedRun: StartedRun }[] = [];
  for (let seed = 1; seed <= cancels; seed += 1) {
    const file = `contract-${seed}`;
    const startedRun = await runs.startRun(file);
    const wanted = Math.floor(chance(seed)() * 9);
    const moment = async () => (calls.get(file) ?? 0) >= wanted || (await runs.runOf(startedRun)).settled;
    await waitUntil(moment, { upTo: 60_000 });
    unanswered.add(file);
    const before = calls.get(file) ?? 0;
    const done = await projects.cancel(startedRun.user, startedRun.projectId).catch(() => null);
    if (done !== null) canceled.push({ file, before, startedRun });
  }
  expect(canceled.length).toBeGreaterThan(cancels / 2);
  // One more run, which is not canceled. When it has ended, the canceled runs can send no more requests.
  const last = await runs.startRun('contract-0');
  await waitUntil(async () => (await runs.runOf(last)).settled, { upTo: 60_000 });
  await worker.stop();
  for (const { file, before, startedRun } of canceled) {
    expect((calls.get(file) ?? 0) - before, file).toBeLessThanOrEqual(callsAtATime);
    const { user, projectId, runId } = startedRun;
    expect(await runs.runOf(startedRun)).toMatchObject({ state: 'canceled', findings: rules.length });
    const found = await allFindings({ findings }, user, { projectId, runId });
    for (const finding of found) {
      if (!finding.assessed) expect(finding).toMatchObject({ label: null, notAssessedReason: 'canceled' });
    }
  }
}, 600_000);
