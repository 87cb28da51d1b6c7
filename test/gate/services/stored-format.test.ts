import { afterAll, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import type { JsonObject } from '../../../src/domain/politics.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { aPolitics, owner } from '../../support/records.ts';
import { startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';
import { attackSchemas } from '../engine/shape/support/attack-schemas.ts';

const under = await startService();
const worker = startRunWorker(workerDependenciesOf(under), { concurrency: 2, idleMs: 50 });
afterAll(async () => {
  await worker.stop();
  await under.close();
  closeLoading();
});

const sentence = 'The Supplier shall keep records for seven years.';
const rules = [{ name: 'a', description: sentence }];

/**
 * Runs a check with a rule set whose unusable output format was stored by an older release, which did not check
 * formats.
 */
async function runWith(outputFormat: JsonObject) {
  const politics = aPolitics({ rules, outputFormat });
  await under.store.politics.insert(politics);
  const { projects } = under.services;
  const files = [{ type: 'text' as const, name: 'contract', content: sentence }];
  const input = { name: 'n', description: 'd', politicsId: politics._id, files };
  const { _id } = await projects.create(owner, input);
  await projects.update(owner, _id, { status: 'deploying' });
  return waitUntil(async () => {
    const view = await projects.view(owner, _id);
    return view.project.status !== 'deploying' && view;
  });
}

it('an unusable output format from an older release leads to a run without output, with the reason and all findings', async () => {
  const { run, findings } = await runWith(attackSchemas.async ?? {});
  expect(run).toMatchObject({ state: 'completed', attempts: 1, result: { output: null, outputSources: {} } });
  expect(run?.result?.warnings).toMatchObject([
    { code: 'output_format_invalid', message: expect.stringContaining('$async is not supported') },
  ]);
  expect(findings?.items).toMatchObject([{ label: 'CONFIRMED' }]);
});
