import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { findingWriter } from '../../../src/services/runs/finding-writer.ts';
import { aFinding, aRun } from '../../support/records.ts';
import { type ServiceUnderTest, startService } from '../../support/service.ts';

let under: ServiceUnderTest;
beforeEach(async () => {
  under = await startService();
});
afterEach(() => under.close());

/** A writer for a claimed run, and how many findings each of its writes contained. */
async function writerOfRun() {
  const { runs, findings, events } = under.store;
  const run = aRun();
  await runs.insert(run);
  const claimed = await runs.claim({ lease: 'first', now: new Date() });
  if (claimed === null) throw new Error('a run must be due');
  const writes: number[] = [];
  const writer = findingWriter({
    runs: {
      ...runs,
      addFindings(lease, added, progress, now) {
        writes.push(added.length);
        return runs.addFindings(lease, added, progress, now);
      },
    },
    runLease: { runId: run._id, fence: claimed.lease.fence },
    sharesName: () => false,
    record: (added) => events.append(run.workspaceId, run._id, added, { now: new Date() }),
    progress: () => claimed.progress,
    now: () => new Date(),
    onFailure: (reason) => {
      throw reason;
    },
  });
  const stored = async () => (await findings.all(run.workspaceId, run._id)).map(({ finding }) => finding.id);
  const recorded = async () => (await events.walk(run.workspaceId, run._id, 0, 100)).map(({ type }) => type);
  return { writer, writes, stored, recorded };
}

function someFindings(count: number): Finding[] {
  const runId = newObjectId();
  return Array.from({ length: count }, (_, ruleIndex) => aFinding({ runId, ruleIndex }));
}

it('findings that arrive together are stored in one write, since each write waits for the disk', async () => {
  const { writer, writes, stored } = await writerOfRun();
  const added = someFindings(20);
  for (const finding of added) writer.add(finding);
  await writer.finish();
  expect(writes).toEqual([20]);
  expect(await stored()).toEqual(added.map(({ id }) => id));
});

it('findings and events that arrive during the last write are stored before the writer has finished', async () => {
  const { writer, writes, stored, recorded } = await writerOfRun();
  const [first, second] = someFindings(2);
  if (!first || !second) throw new Error('expected two findings');
  writer.add(first);
  const finished = writer.finish();
  writer.add(second);
  writer.note({ type: 'attempt_started', data: { attempt: 1, proviso: '0' } });
  await finished;
  expect(writes).toEqual([1, 1]);
  expect(await stored()).toEqual([first.id, second.id]);
  expect(await recorded()).toEqual(['findings_recorded', 'attempt_started', 'findings_recorded']);
});

it('an event that is noted after the last finding was stored is recorded too', async () => {
  const { writer, writes, recorded } = await writerOfRun();
  writer.note({ type: 'attempt_started', data: { attempt: 1, proviso: '0' } });
  await writer.finish();
  expect(writes).toEqual([]);
  expect(await recorded()).toEqual(['attempt_started']);
});
