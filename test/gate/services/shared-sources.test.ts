import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Transcriber } from '../../../engine/ports.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { sourceTextsOf } from '../../../src/sources/cached-texts.ts';
import type { SourceTextStore } from '../../../src/store/ports/runs.ts';
import { owner, stranger } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';
import { waitUntil } from '../../support/wait.ts';
import { makeWav } from '../engine/load/support/make-sound.ts';

const sentence = 'The tenant shall give notice of at least three months before leaving.';
let under: ServiceUnderTest;
let worker: RunWorker;
let received = 0;
let looked = 0;
/** The number of runs that must have looked for the transcript in the cache before the transcription ends. */
let until = 0;

beforeEach(async () => {
  under = await startService();
  [received, looked, until] = [0, 0, 0];
  const { store, clock } = under.dependencies;
  const kept = store.sourceTexts;
  const texts: SourceTextStore = {
    get(by, key, now) {
      looked += 1;
      return kept.get(by, key, now);
    },
    put: (...put) => kept.put(...put),
    keys: (...prefix) => kept.keys(...prefix),
  };
  const transcriber: Transcriber = {
    id: 'ears',
    async transcribe() {
      received += 1;
      await waitUntil(() => looked >= until);
      return [{ startMs: 0, endMs: 900, text: sentence }];
    },
  };
  const parts = workerDependenciesOf(under, {
    transcriber,
    sourceCacheFor: (by) => sourceTextsOf(by, texts, clock),
  });
  worker = startRunWorker(parts, { concurrency: 2, idleMs: 20 });
});
afterEach(async () => {
  await worker.stop();
  await under.close();
});

async function startedRun(by: Actor): Promise<() => Promise<string>> {
  const { politics, projects } = under.services;
  const bytes = makeWav(1);
  const body = Readable.from([bytes]);
  const asset = await under.assets.put({ owner: by.userId, name: 'call.wav', maxBytes: bytes.length, body });
  const rules = [{ name: 'Notice', description: sentence }];
  const { _id: politicsId } = await politics.create(by, { name: 'n', description: 'd', rules });
  const files = [{ type: 'audio' as const, name: 'call.wav', url: asset.url }];
  const { _id } = await projects.create(by, { name: 'n', description: 'd', politicsId, files });
  await projects.update(by, _id, { status: 'deploying' });
  return async () => (await projects.view(by, _id)).project.status;
}

async function ended(...statuses: (() => Promise<string>)[]): Promise<void> {
  for (const status of statuses) {
    await waitUntil(async () => (await status()) !== 'deploying');
    expect(await status()).toBe('completed');
  }
}

it('a file that several runs of an owner use is transcribed once, whether the runs are concurrent or not', async () => {
  until = 2;
  await ended(await startedRun(owner), await startedRun(owner));
  expect(received).toBe(1);
  await ended(await startedRun(owner));
  expect(received).toBe(1);
  await ended(await startedRun(stranger));
  expect(received, 'the file is transcribed again for another owner').toBe(2);
});
