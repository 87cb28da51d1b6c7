import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { type ModelRuns, type StartedRun, startModelRuns } from '../../support/faults/model-run.ts';
import { filesInBucket } from '../../support/s3/bucket.ts';
import { storedAssets } from '../../support/stored-assets.ts';

type Written = 'write' | 'writev' | 'writeFile' | 'sync';
const written: Written[] = ['write', 'writev', 'writeFile', 'sync'];

let runs: ModelRuns;
let undisturbed = '';
let handles: FileHandle;
let restore: (() => void)[] = [];

beforeAll(async () => {
  runs = await startModelRuns();
  const probe = await open(join(tmpdir(), `proviso-probe-${process.pid}`), 'w');
  handles = Object.getPrototypeOf(probe);
  await probe.close();
  const startedRun = await runs.startRun();
  await runs.workOff(startedRun);
  undisturbed = await runs.meaningOf(startedRun);
});
afterEach(mend);
afterAll(async () => {
  await runs.close();
  closeLoading();
});

/**
 * Makes one write fail: the write with the number `at`, or the sync that follows it. Returns a function that says
 * whether the failure has happened.
 */
function failWrite(at: number, code: 'ENOSPC' | 'EIO'): () => boolean {
  let seen = 0;
  for (const name of written) {
    const real: unknown = Reflect.get(handles, name);
    if (typeof real !== 'function') continue;
    Reflect.set(handles, name, function write(this: FileHandle, ...given: unknown[]) {
      if (isOurs(name, given[0])) seen += 1;
      else return Reflect.apply(real, this, given);
      if (seen !== at) return Reflect.apply(real, this, given);
      return Promise.reject(
        Object.assign(new Error(`${code}: injected disk error`), { code, syscall: name }),
      );
    });
    restore.push(() => Reflect.set(handles, name, real));
  }
  return () => seen >= at;
}

/** Distinguishes the writes of this test from those of other parts of the process, such as the test runner. */
function isOurs(name: Written, content: unknown): boolean {
  return name === 'sync' || /supplier|"owner"/.test(String(content));
}

function mend(): void {
  for (const back of restore) back();
  restore = [];
}

const kept = () => storedAssets(runs.under.assets);
const later = new Date('2100-01-01');

it.skipIf(filesInBucket).each(['ENOSPC', 'EIO'] as const)(
  '%s at any write while a project is created leaves nothing of the project; without a failed write the project is complete',
  async (code) => {
    const before = (await kept()).length;
    let failed = 0;
    for (let at = 1; ; at += 1) {
      const came = failWrite(at, code);
      const made: StartedRun | null = await runs.startRun().catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'asset_upload_failed', status: 500 });
        return null;
      });
      mend();
      expect(await runs.under.assets.removeUnfinished(later)).toBe(0);
      if (made === null) expect(await kept()).toHaveLength(before);
      else expect(came(), 'the project must not be created if a write failed').toBe(false);
      if (made !== null) {
        await runs.workOff(made);
        break;
      }
      failed += 1;
    }
    expect(failed).toBeGreaterThan(2);
  },
);

it.each(['ENOSPC', 'EIO'] as const)(
  '%s at any write of a worker can delay its run but not change the result',
  async (code) => {
    let delayed = 0;
    for (let at = 1; ; at += 1) {
      const startedRun = await runs.startRun();
      const came = failWrite(at, code);
      await runs.workOff(startedRun);
      mend();
      expect(await runs.meaningOf(startedRun), `write ${at}`).toBe(undisturbed);
      if (!came()) break;
      if ((await runs.runOf(startedRun)).attempts > 1) delayed += 1;
    }
    expect(delayed).toBeGreaterThan(0);
  },
);
