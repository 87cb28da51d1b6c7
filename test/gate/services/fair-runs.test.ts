import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import type { NewProjectFile } from '../../../src/domain/project.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { type SlowLinks, startSlowLinks } from '../../support/slow-links.ts';
import { waitUntil } from '../../support/wait.ts';

const clause = 'The tenant shall give notice of three months.';
const text: NewProjectFile = { type: 'text', name: 'lease.txt', content: clause };

let under: ServiceUnderTest;
let links: SlowLinks;
let worker: RunWorker;
beforeEach(async () => {
  [under, links] = [await startService(), await startSlowLinks('127.0.0.2')];
  worker = startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 });
});
afterEach(async () => {
  await worker.stop();
  await links.close();
  await under.close();
});
afterAll(closeLoading);

async function startedRun(user: Actor, file: NewProjectFile): Promise<string> {
  const { politics, projects } = under.services;
  const content = { name: 'n', description: 'd' };
  const rules = [{ name: 'Notice', description: clause }];
  const { _id: politicsId } = await politics.create(user, { ...content, rules });
  const { _id } = await projects.create(user, { ...content, politicsId, files: [file] });
  await projects.update(user, _id, { status: 'deploying' });
  return _id;
}
const statusOf = async (user: Actor, id: string) =>
  (await under.services.projects.view(user, id)).project.status;

it('a run whose link never ends delays no run of another user with one worker, but the other runs of its user', async () => {
  const slow = (name: string): NewProjectFile => ({ type: 'url', name, url: links.url(name) });
  const first = await startedRun(owner, slow('first.txt'));
  await waitUntil(() => links.arrived === 1);
  await startedRun(owner, slow('second.txt'));
  for (let count = 0; count < 2; count += 1) {
    const one = await startedRun(stranger, text);
    await waitUntil(async () => (await statusOf(stranger, one)) === 'completed');
  }
  await waitUntil(() => worker.active === 1);
  expect(links.arrived).toBe(1);
  await under.services.projects.cancel(owner, first);
  await waitUntil(() => links.arrived === 2);
});
