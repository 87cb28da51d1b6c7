import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { startHeartbeat } from '../../../src/services/leases/heartbeat.ts';
import { someOf, wantsAll } from '../../support/faults/chance.ts';
import { buildFaultyWorker, type StartFaultyWorker } from '../../support/faults/faulty-worker.ts';
import {
  callsAtATime,
  honest,
  type ModelRuns,
  type StartedRun,
  startModelRuns,
} from '../../support/faults/model-run.ts';
import { waitUntil } from '../../support/wait.ts';

let startFaultyWorker: StartFaultyWorker;
let runs: ModelRuns;
let environment: Record<string, string> = {};
let undisturbed = '';
let writes = 0;
let calls = 0;

beforeAll(async () => {
  startFaultyWorker = await buildFaultyWorker('killed-at-write');
  runs = await startModelRuns(honest, { timeoutSeconds: 60 });
  environment = runs.environment;
  const startedRun = await runs.startRun();
  const worker = startFaultyWorker({}, environment);
  await settled(startedRun);
  writes = await worker.stop();
  undisturbed = await runs.meaningOf(startedRun);
  calls = runs.server.requests.length;
});
afterAll(async () => {
  await runs.close();
  closeLoading();
});

async function settled(startedRun: StartedRun): Promise<void> {
  await waitUntil(async () => (await runs.runOf(startedRun)).settled, { upTo: 60_000 });
}

describe('a worker that uses a model', () => {
  it('can be killed at any write: the next worker ends the run with the same result and repeats only the calls in progress', async () => {
    expect(writes).toBeGreaterThan(8);
    for (const at of someOf(writes, 4)) {
      runs.server.requests.length = 0;
      const startedRun = await runs.startRun();
      const worker = startFaultyWorker({ killAt: at }, environment);
      const died = worker.ended.then((signal) => signal === 'SIGKILL');
      // Progress is written by time, so the number of writes varies, and a run can end before write number `at`.
      const over = await Promise.race([died, settled(startedRun).then(() => false)]);
      if (!over) await worker.stop().catch(() => 0);
      await runs.workOff(startedRun);
      expect(await runs.meaningOf(startedRun), `write ${at}`).toBe(undisturbed);
      expect(runs.server.requests.length, `write ${at}`).toBeLessThanOrEqual(calls + callsAtATime);
      if (wantsAll) process.stderr.write(`killed at write ${at} of ${writes}: ${over}\n`);
    }
  }, 1_800_000);

  it('can write nothing more after it pauses for twice the duration of its lease, because another worker has the run', async () => {
    const leaseMs = 600;
    for (const at of someOf(wantsAll ? 100 : 2, 2)) {
      const startedRun = await runs.startRun();
      const blockAt = (at % (writes - 3)) + 2;
      const still = startFaultyWorker({ blockAt, blockMs: 2 * leaseMs, leaseMs }, environment);
      const blocked = await Promise.race([
        still.says('blocked').then(() => true),
        settled(startedRun).then(() => false),
      ]);
      const holder = startHeartbeat(runs.under.dependencies, leaseMs);
      const other = runs.work(runs.under.store, { holder });
      await settled(startedRun);
      const ended = await runs.meaningOf(startedRun);
      expect(ended, `blocked at write ${blockAt}`).toBe(undisturbed);
      const { fence } = (await runs.runOf(startedRun)).lease;
      await still.stop();
      await other.stop();
      await holder.stop();
      expect(await runs.meaningOf(startedRun), `blocked at write ${blockAt}`).toBe(undisturbed);
      expect((await runs.runOf(startedRun)).lease.fence).toBe(fence);
      if (wantsAll) process.stderr.write(`paused at write ${blockAt}: ${blocked}\n`);
    }
  }, 1_800_000);
});
