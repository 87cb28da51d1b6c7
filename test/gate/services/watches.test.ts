import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/index.ts';
import { readConfig } from '../../../src/config.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import type { Actor } from '../../../src/domain/records/owned.ts';
import type { WatchState } from '../../../src/domain/watch.ts';
import { newWorkspace, withMember, withoutMember } from '../../../src/domain/workspaces/workspace.ts';
import { startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { folderLooks } from '../../../src/services/watches/look.ts';
import { startWatcher, type WatcherOptions } from '../../../src/services/watches/watcher.ts';
import { watchedFolders } from '../../../src/sources/folders/open.ts';
import { collected } from '../../support/collected.ts';
import { owner } from '../../support/records.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../../support/service.ts';

let under: ServiceUnderTest;
let folder: string;
const running: { stop(): Promise<void> }[] = [];
beforeEach(async () => {
  under = await startService();
  await addUser(owner.userId);
  folder = await mkdtemp(join(tmpdir(), 'proviso-watched-'));
  under.dependencies.folders = watchedFolders({ ...readConfig({}), WATCH_FOLDERS: [folder] });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop();
  await under.close();
  await rm(folder, { recursive: true, force: true });
});
afterAll(closeLoading);

const good = 'The supplier shall pay invoices within 30 days.';
const bad = 'The supplier shall pay invoices within 90 days.';
const hourAgo = () => new Date(Date.now() - 3_600_000);

async function addUser(id: string): Promise<void> {
  const at = new Date().toISOString();
  await under.store.auth.create('user', { id, email: `${id}@example.org`, createdAt: at, updatedAt: at });
}

/** Writes a file that nobody is writing any more: it was modified at this time. */
async function put(name: string, content = good, modified = hourAgo()): Promise<void> {
  await mkdir(join(folder, name, '..'), { recursive: true });
  await writeFile(join(folder, name), content);
  await utimes(join(folder, name), modified, modified);
}

async function watched(actor: Actor = owner, scope: 'each' | 'together' = 'each'): Promise<string> {
  const { _id: politicsId } = await under.services.politics.create(actor, {
    name: 'Payment',
    description: 'd',
    rules: [{ name: 'Payment', description: 'The supplier shall pay invoices within 30 days.' }],
    contactNotifications: ['ada@example.org'],
  });
  const { _id } = await under.services.projects.create(actor, {
    ...{ name: 'Contracts', description: 'd', politicsId, scope },
    watch: { folder, schedule: '1d' },
  });
  return _id;
}

function work(options: WatcherOptions = {}): void {
  running.push(startRunWorker(workerDependenciesOf(under), { concurrency: 1, idleMs: 20 }));
  watch(options);
}

function watch(options: WatcherOptions = {}): void {
  running.push(startWatcher(under.dependencies, { idleMs: 20, ...options }));
}

/** Has the folder looked at at once, and returns what the look has found. */
async function look(id: string, actor: Actor = owner): Promise<WatchState> {
  await idle(id, actor);
  const { watchState } = await under.services.projects.view(actor, id);
  const asked = new Date();
  if (watchState === null) throw new Error('the project must watch a folder');
  await under.store.watches.put({ ...watchState, nextLookAt: asked.toISOString(), lastLookAt: null });
  return looked(id, actor);
}

async function looked(id: string, actor: Actor = owner): Promise<WatchState> {
  const state = await expect
    .poll(() => under.store.watches.get(actor.workspaceId, id), { timeout: 30_000 })
    .toMatchObject({ lastLookAt: expect.any(String), lease: null })
    .then(() => under.store.watches.get(actor.workspaceId, id));
  if (state === null) throw new Error('the project must watch a folder');
  return state;
}

async function idle(id: string, actor: Actor = owner): Promise<void> {
  await expect
    .poll(
      async () => {
        const { project, run } = await under.services.projects.view(actor, id);
        return project.status !== 'deploying' && (run === null || run.settled);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

async function runsOf(id: string, actor: Actor = owner): Promise<number> {
  return (await under.services.runs.list(actor, { projectId: id, page: 1, pageSize: 1 })).total;
}

async function notified(id: string): Promise<number> {
  return (await under.services.notifications.list(owner, id, { page: 1, pageSize: 1 })).total;
}

describe('a watched folder', () => {
  it('is checked as it is, and again after files were added, changed and removed', async () => {
    for (const name of ['a.txt', 'b.txt', 'deep/c.txt']) await put(name);
    await put('.hidden.txt');
    const id = await watched();
    work();
    expect((await looked(id)).lastChange).toMatchObject({ added: 3, changed: 0, removed: 0 });
    await idle(id);
    const before = await under.services.projects.get(owner, id);
    expect(before.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt', 'deep/c.txt']);
    await put('a.txt', bad);
    await rm(join(folder, 'b.txt'));
    await put('d.txt');
    const { lastChange } = await look(id);
    expect(lastChange).toMatchObject({ added: 1, changed: 1, removed: 1 });
    await idle(id);
    const { project, run } = await under.services.projects.view(owner, id);
    expect(project.files.map(({ name }) => name)).toEqual(['a.txt', 'd.txt', 'deep/c.txt']);
    expect(project.files[2]?.assetId).toBe(before.files[2]?.assetId);
    expect(run).toMatchObject({ _id: lastChange?.runId, userId: owner.userId, state: 'completed' });
    expect(await runsOf(id)).toBe(2);
    await rm(join(folder, 'd.txt'));
    expect((await look(id)).lastChange).toMatchObject({ added: 0, changed: 0, removed: 1 });
  });

  it('starts no run if no content has changed, and its files are not read again', async () => {
    await put('a.txt');
    const id = await watched();
    work();
    await looked(id);
    const touched = new Date('2026-01-01T00:00:00Z');
    await put('a.txt', good, touched);
    await look(id);
    const { version, files } = await under.services.projects.get(owner, id);
    expect(files[0]?.seen).toContain(` ${touched.getTime()} `);
    const state = await look(id);
    expect(await under.services.projects.get(owner, id)).toMatchObject({ version, files });
    expect(state).toMatchObject({ problem: null, waiting: [] });
    expect(Date.parse(state.nextLookAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(await runsOf(id)).toBe(1);
  });

  it('leaves a file that is still being written for a later look, and keeps its version from before', async () => {
    await put('a.txt');
    await put('b.txt');
    const id = await watched();
    work({ settleMs: 600_000 });
    await looked(id);
    await put('a.txt', 'The supplier sh', new Date());
    await put('b.txt', bad);
    await put('c.txt', 'The', new Date());
    await put('d.exe');
    const state = await look(id);
    expect(state.waiting.map(({ name, reason }) => [name, reason])).toEqual([
      ['a.txt', 'it is still being written'],
      ['c.txt', 'it is still being written'],
      ['d.exe', 'its file type is not supported'],
    ]);
    expect(state.lastChange).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(Date.parse(state.nextLookAt ?? '')).toBeLessThan(Date.now() + 600_001);
    const { files } = await under.services.projects.get(owner, id);
    expect(files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt']);
    await idle(id);
    const { run, findings } = await under.services.projects.view(owner, id);
    expect(run?.result?.incomplete).toBe(true);
    expect(run?.result?.warnings.map(({ message }) => message)).toEqual([
      'a.txt was not read: it is still being written; the version before it was checked',
      'c.txt was not read: it is still being written',
      'd.exe was not read: its file type is not supported',
    ]);
    expect(findings?.items.map(({ search }) => search.unread.map(({ name }) => name))).toEqual([
      ['a.txt'],
      [],
    ]);
    // A person's check knows of them too; in a check of all files together, each could have changed the answer.
    await under.services.projects.update(owner, id, { scope: 'together', status: 'deploying' });
    await idle(id);
    const [together] = (await under.services.projects.view(owner, id)).findings?.items ?? [];
    expect(together?.search.unread.map(({ name }) => name)).toEqual(['a.txt', 'c.txt']);
    expect(together?.reasons).toContain('incomplete_sources');
    await put('a.txt');
    await put('c.txt');
    await rm(join(folder, 'd.exe'));
    expect(await look(id)).toMatchObject({ waiting: [], lastChange: { added: 1, changed: 0, removed: 0 } });
  });

  it('takes a file whose time of change is in the future once two looks have found it the same', async () => {
    await put('a.txt', good, new Date(Date.now() + 1_000));
    const id = await watched();
    work({ settleMs: 60_000 });
    expect((await looked(id)).waiting).toHaveLength(1);
    expect((await look(id)).lastChange).toMatchObject({ added: 1 });
  });

  it('is checked once if two servers look at it at the same time', async () => {
    for (let at = 0; at < 20; at += 1) await put(`${at}.txt`);
    const id = await watched();
    watch();
    watch();
    const { lastChange } = await looked(id);
    expect(lastChange).toMatchObject({ added: 20 });
    expect(await runsOf(id)).toBe(1);
    // Also a look during which another server looks, and the run that it starts ends, starts no second run.
    work();
    await idle(id);
    await put('0.txt', bad);
    const state = await under.store.watches.get(owner.workspaceId, id);
    if (state === null) throw new Error('the project must watch a folder');
    const { dependencies } = under;
    const options = { settleMs: 0, signal: new AbortController().signal };
    const during: typeof dependencies.folders = {
      ...dependencies.folders,
      async open(path) {
        await folderLooks(dependencies, options)(state);
        await idle(id);
        return dependencies.folders.open(path);
      },
    };
    await folderLooks({ ...dependencies, folders: during }, options)(state);
    await idle(id);
    expect(await runsOf(id)).toBe(2);
  });

  it('does not follow symbolic links, and cannot be outside of the folders of the operator', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'proviso-outside-'));
    await writeFile(join(outside, 'secret.txt'), good);
    await put('a.txt');
    await symlink(join(outside, 'secret.txt'), join(folder, 'secret.txt'));
    await symlink(outside, join(folder, 'way-out'));
    const id = await watched();
    work();
    const state = await looked(id);
    expect(state.waiting.map(({ name }) => name).sort()).toEqual(['secret.txt', 'way-out']);
    expect(state.lastChange).toMatchObject({ added: 1 });
    await idle(id);
    const set = (path: string) =>
      under.services.projects.update(owner, id, { watch: { folder: path, schedule: '1d' } });
    const refused = { code: 'validation_failed' };
    await expect(set(outside)).rejects.toMatchObject(refused);
    await expect(set(join(folder, 'way-out'))).rejects.toMatchObject(refused);
    await expect(set(join(folder, '..'))).rejects.toMatchObject(refused);
    await expect(set(join(folder, 'missing'))).rejects.toMatchObject(refused);
    await put('data/assets/b.txt');
    const settings = { ...readConfig({}), WATCH_FOLDERS: [folder], DATA_DIR: join(folder, 'data') };
    under.dependencies.folders = watchedFolders(settings);
    await symlink(join(folder, 'data'), join(folder, 'link-to-data'));
    for (const one of ['', 'data', 'data/assets', 'link-to-data'])
      await expect(set(join(folder, one)), one).rejects.toMatchObject(refused);
    await rm(outside, { recursive: true });
  });

  it('keeps the files of the project while the folder is empty, as a folder that is not mounted is', async () => {
    await put('a.txt');
    const id = await watched();
    work();
    await looked(id);
    await rm(join(folder, 'a.txt'));
    expect((await look(id)).problem).toContain('has no files');
    await rm(folder, { recursive: true });
    expect((await look(id)).problem).toContain('cannot be read (ENOENT)');
    expect((await under.services.projects.get(owner, id)).files).toHaveLength(1);
    expect(await runsOf(id)).toBe(1);
  });

  it('keeps the copies that a project uses if a look fails, removes the others, and replaces a lost copy', async () => {
    for (const name of ['a.txt', 'b.txt']) await put(name);
    const id = await watched();
    const { assets, queue, store } = under.dependencies;
    const lookWith = async (broken: Partial<typeof under.dependencies>) => {
      const state = await store.watches.get(owner.workspaceId, id);
      if (state === null) throw new Error('the project must watch a folder');
      const options = { settleMs: 0, signal: new AbortController().signal };
      expect(await folderLooks({ ...under.dependencies, ...broken }, options)(state)).toMatchObject({
        problem: expect.stringContaining('failed unexpectedly'),
      });
      return (await collected(assets.listOlderThan(new Date(Date.now() + 1_000)))).length;
    };
    const lost = () => Promise.reject(new Error('lost'));
    const putFirst: typeof assets.put = (one) => (one.name === 'a.txt' ? assets.put(one) : lost());
    expect(await lookWith({ assets: { ...assets, put: putFirst } })).toBe(0);
    expect(await lookWith({ queue: { ...queue, wake: lost } })).toBe(2);
    const { files } = await under.services.projects.get(owner, id);
    await assets.delete(files[0]?.assetId ?? '');
    work();
    expect((await look(id)).lastChange).toMatchObject({ added: 0, changed: 1, removed: 0 });
  });

  it('has a file whose name is not UTF-8 wait, and is not read without a file that cannot be looked at', async () => {
    await writeFile(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0xff])]), good);
    const { list } = await under.dependencies.folders.open(folder);
    expect((await list(9)).skipped).toEqual([{ name: '\uFFFD', reason: 'its name is not UTF-8' }]);
    // The path of the folder is short enough to be read, that of the file in it is too long.
    await put(`short/${`${'d'.repeat(240)}/`.repeat(16)}${'f'.repeat(100)}`);
    await rename(join(folder, 'short'), join(folder, 'l'.repeat(150)));
    await expect(list(99)).rejects.toThrow('has a file that cannot be read (ENAMETOOLONG)');
    await rename(join(folder, 'l'.repeat(150)), join(folder, 'short'));
  });

  it('with more files than a project can have starts no run, and says which setting limits them', async () => {
    under.dependencies.limits.LIMIT_FILES = 3;
    for (let at = 0; at < 4; at += 1) await put(`${at}.txt`);
    const id = await watched();
    watch();
    expect((await looked(id)).problem).toContain('more than 3 files');
    expect(await runsOf(id)).toBe(0);
  });
});

describe('the runs that a watched folder starts', () => {
  it('notify the recipients of the first run, and later only if an answer got worse', async () => {
    await put('a.txt');
    const id = await watched();
    work();
    await looked(id);
    await idle(id);
    expect(await notified(id)).toBe(1);
    await put('a.txt', bad);
    await look(id);
    await idle(id);
    expect(await notified(id)).toBe(2);
    await put('a.txt');
    await put('b.txt');
    await look(id);
    await idle(id);
    expect(await runsOf(id)).toBe(3);
    expect(await notified(id)).toBe(2);
  });

  it('are in the audit log with the person who set the watch, until this person may no longer run checks', async () => {
    const [workspaceId, admin, editor] = [newObjectId(), newObjectId(), newObjectId()];
    const since = new Date().toISOString();
    const workspace = newWorkspace(workspaceId, admin, 'Team', new Date());
    await under.store.workspaces.insert(withMember(workspace, { userId: editor, role: 'editor', since }));
    await addUser(editor);
    const actor: Actor = { userId: editor, workspaceId, role: 'editor', scopes: null, limit: null };
    await put('a.txt');
    const id = await watched(actor);
    work();
    await looked(id, actor);
    const { entries } = await under.services.audit.list({ ...actor, role: 'admin' }, { pageSize: 10 });
    expect(entries).toMatchObject([
      { action: 'runs.start', outcome: 'done', record: { id }, origin: { via: 'watch', userId: editor } },
    ]);
    const before = await under.store.watches.get(workspaceId, id);
    if (before === null) throw new Error('the project must watch a folder');
    const { folders } = under.dependencies;
    const leaving: typeof folders = {
      ...folders,
      async open(path) {
        await under.store.workspaces.update(workspaceId, (one) => withoutMember(one, editor));
        return folders.open(path);
      },
    };
    await idle(id, { ...actor, userId: admin });
    await put('a.txt', bad);
    const options = { settleMs: 0, signal: new AbortController().signal };
    expect(await folderLooks({ ...under.dependencies, folders: leaving }, options)(before)).toMatchObject({
      nextLookAt: null,
      problem: expect.stringContaining('no longer has access'),
    });
    await under.store.workspaces.update(workspaceId, (one) =>
      withMember(one, { userId: editor, role: 'reviewer', since }),
    );
    const state = await look(id, actor);
    expect(state).toMatchObject({ nextLookAt: null, problem: expect.stringContaining('has stopped') });
    expect(await runsOf(id, actor)).toBe(1);
  });
});
