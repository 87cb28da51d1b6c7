import { createServer } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { listening } from '../../support/listening.ts';
import { owner, stranger } from '../../support/records.ts';
import {
  type ServiceUnderTest,
  serviceLimits,
  startService,
  workerDependenciesOf,
} from '../../support/service.ts';
import { storedAssets } from '../../support/stored-assets.ts';
import { waitUntil } from '../../support/wait.ts';

let under: ServiceUnderTest;
const undo: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  under = await startService();
  const worker = startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 });
  undo.push(
    () => under.close(),
    () => worker.stop(),
  );
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(closeLoading);

const clause = 'The tenant shall give notice of at least three months before leaving.';

/** Serves a web page with an ETag; a test can change the words. `sent` is the number of complete responses. */
async function page(words: string) {
  const state = { words, sent: 0, asked: 0, url: '' };
  const server = createServer((request, response) => {
    const etag = `"${state.words.length}"`;
    state.asked += 1;
    if (request.headers['if-none-match'] === etag) return response.writeHead(304).end();
    state.sent += 1;
    response.setHeader('etag', etag).end(state.words);
  });
  const port = await listening(server, '127.0.0.2');
  undo.push(() => new Promise((closed) => server.close(closed)));
  state.url = `http://127.0.0.2:${port}/lease`;
  return state;
}

/** Runs a check of the link. Returns the ended run as its owner sees it. */
async function checked(url: string, by = owner) {
  const { politics, projects, findings } = under.services;
  const rules = [{ name: 'Notice', description: clause }];
  const { _id: politicsId } = await politics.create(by, { name: 'n', description: 'd', rules });
  const links = [{ type: 'url' as const, name: 'lease.txt', url }];
  const project = await projects.create(by, { name: 'n', description: 'd', politicsId, files: links });
  await projects.update(by, project._id, { status: 'deploying' });
  const status = async () => (await projects.view(by, project._id)).project.status;
  await waitUntil(async () => (await status()) !== 'deploying');
  const { items } = await findings.list(by, { projectId: project._id, page: 1, pageSize: 10 });
  const files = (await projects.view(by, project._id)).run?.result?.files;
  return { label: items[0]?.label, sha256: items[0]?.citations[0]?.source.sha256, files };
}

describe('a link that several runs read', () => {
  it('is downloaded only once while its content stays the same, and each run refers to its own evidence', async () => {
    const lease = await page(clause);
    const first = await checked(lease.url);
    const second = await checked(lease.url);
    expect(lease).toMatchObject({ asked: 2, sent: 1 });
    expect(second).toMatchObject({ label: 'CONFIRMED', sha256: first.sha256 });
    expect(await storedAssets(under.assets)).toEqual(['lease.txt', 'lease.txt']);

    lease.words = `${clause}\nThe tenant shall heat the flat in winter.`;
    const third = await checked(lease.url);
    expect(lease).toMatchObject({ asked: 3, sent: 2 });
    expect(third.label).toBe('CONFIRMED');
    expect(third.sha256).not.toBe(first.sha256);
  });

  it('is not read if its content exceeds the owner’s remaining storage, and the result says why', async () => {
    const lease = await page(clause);
    const { LIMIT_STORED_BYTES: storedBytes } = serviceLimits;
    const full = {
      _id: 'all of it',
      workspaceId: owner.workspaceId,
      bytes: storedBytes,
      arrivingSince: null,
    };
    await under.store.fileSizes.note(full);
    expect(await checked(lease.url)).toMatchObject({
      files: [{ name: 'lease.txt', status: 'failed', reason: 'storage_full' }],
    });
    expect(await under.store.fileSizes.total(owner.userId)).toBe(storedBytes);
    expect((await checked(lease.url, stranger)).label).toBe('CONFIRMED');
  });

  it('is downloaded again if its stored copy was deleted; each user has a separate copy', async () => {
    const lease = await page(clause);
    await checked(lease.url);
    expect((await checked(lease.url, stranger)).label).toBe('CONFIRMED');
    expect(lease).toMatchObject({ asked: 2, sent: 2 });
    for await (const asset of under.assets.listOlderThan(new Date('2100-01-01'))) {
      await under.assets.delete(asset.id);
    }
    expect((await checked(lease.url)).label).toBe('CONFIRMED');
    expect(lease).toMatchObject({ asked: 3, sent: 3 });
  });
});
