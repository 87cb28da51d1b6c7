import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Caller, callerOf, type Material, meaningOf, type View } from '../../support/faults/caller.ts';
import { guideSample, ownSample } from '../../support/faults/samples.ts';
import { newToken, type Served, serve } from '../../support/served.ts';
import { waitUntil } from '../../support/wait.ts';

/**
 * When and how the server dies during a run. It dies either alone, so that its worker outlives it briefly, or with all
 * its processes, as in a power failure. `there` returns whether the moment has come.
 */
type Moment = [name: string, death: 'alone' | 'with all', there: (view: View) => boolean];

const inStage = (stage: string) => (view: View) => view.progress?.stage === stage;
const filesRead = (files: number) => (view: View) => (view.progress?.files.done ?? 0) >= files;
const checked = (rules: number) => (view: View) => (view.progress?.rules.done ?? 0) >= rules;
const hasEnded = (view: View) => view.status !== 'deploying';

const someMoments: Moment[] = [
  ['as soon as a worker has the run', 'with all', (view) => view.progress?.state === 'running'],
  ['after half of the findings', 'alone', checked(5)],
];
const everyMoment: Moment[] = [
  ['as soon as the start is answered', 'with all', () => true],
  ['as soon as a worker has the run', 'with all', (view) => view.progress?.state === 'running'],
  ['while files are read', 'alone', inStage('reading')],
  ['when the first file is read', 'with all', filesRead(1)],
  ['when all files are read', 'alone', inStage('checking')],
  ['at the first finding', 'with all', checked(1)],
  ['at four findings', 'alone', checked(4)],
  ['at eight findings', 'with all', checked(8)],
  ['at twelve findings', 'alone', checked(12)],
  ['as soon as the run has ended', 'with all', hasEnded],
];

const wantsAll = process.env.PROVISO_FAULTS === 'all';
const guide = wantsAll ? guideSample() : null;

describe('a server that is killed during a run of test files', () => killed(ownSample(), someMoments));
describe.skipIf(guide === null)('a server that is killed during a run of the guide', () => {
  if (guide !== null) killed(guide, everyMoment);
});

/**
 * Tests that a server that was killed at each of the moments continues the run after a restart, with the same result.
 */
function killed(material: Material, moments: Moment[]): void {
  const folders: string[] = [];
  const serving: Served[] = [];
  let prepared = '';
  let token = '';
  let project = '';
  let undisturbed = '';

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'proviso-killed-'));
    folders.push(folder);
    return folder;
  }

  /** A copy of the data folder as it was after the undisturbed run, without the cached texts. */
  function copyOfPrepared(): string {
    const folder = newFolder();
    const isCache = (path: string) => path.includes('cache.db');
    cpSync(prepared, folder, { recursive: true, filter: (path) => !isCache(path) });
    return folder;
  }

  async function served(folder: string): Promise<{ server: Served; caller: Caller }> {
    const server = await serve(folder);
    serving.push(server);
    return { server, caller: callerOf(server.address, token) };
  }

  async function until(caller: Caller, there: (view: View) => boolean): Promise<View> {
    const seen = async () => {
      const view = await caller.view(project);
      return there(view) && view;
    };
    return waitUntil(seen, { upTo: 90_000 });
  }

  beforeAll(async () => {
    prepared = newFolder();
    token = newToken(prepared);
    const { server, caller } = await served(prepared);
    project = await caller.prepare(material);
    await caller.startRun(project);
    undisturbed = meaningOf(await until(caller, hasEnded));
    server.signal('SIGTERM');
    await server.ended;
  });
  async function endAll(): Promise<void> {
    for (const server of serving.splice(0)) await server.powerOff();
  }

  afterEach(endAll);
  afterAll(async () => {
    await endAll();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });

  it.each(moments)(
    '%s (%s) completes the run after a restart, with the same result',
    async (_, death, there) => {
      const folder = copyOfPrepared();
      const before = await served(folder);
      await before.caller.startRun(project);
      const seen = await until(before.caller, (view) => there(view) || hasEnded(view));
      if (death === 'alone') before.server.signal('SIGKILL');
      else await before.server.powerOff();
      expect(await before.server.ended).toEqual({ code: null, signal: 'SIGKILL' });
      expect(there(seen), 'the moment must come before the run ends').toBe(true);

      const { caller } = await served(folder);
      const view = await until(caller, hasEnded);
      expect(view).toMatchObject({ status: 'completed', result: { incomplete: false } });
      expect(view.progress?.runId).toBe(seen.progress?.runId);
      expect(view.runs).toHaveLength(2);
      expect(view.result?.findings.map((finding) => finding.rule.index)).toEqual(
        material.rules.map((_rule, index) => index),
      );
      expect(meaningOf(view)).toBe(undisturbed);
      if (wantsAll) process.stderr.write(`${described(seen)} -> ${described(view)}\n`);
    },
  );
}

function described({ progress }: View): string {
  if (progress === null) return 'no run';
  const { stage, files, rules, attempts } = progress;
  return `${stage}, ${files.done} files, ${rules.done} rules, ${attempts} attempts`;
}
