import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetAddresses } from '../../../src/assets/address.ts';
import { openAssets, openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import type { Project } from '../../../src/domain/project.ts';
import { aProject, owner } from '../../support/records.ts';
import { contentOf, someRecords } from '../contract/transfer.suite.ts';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
let watched: Project;

async function* body() {
  yield Buffer.from('The supplier answers within four hours.');
}

const placed = async (data: string) => {
  const config = readConfig({ DATA_DIR: join(folder.path, data) });
  const store = await openStore(config, () => {});
  return {
    store,
    assets: await openAssets(
      config,
      assetAddresses(() => 'http://localhost'),
    ),
  };
};
/** Every record, and every file with its name and text. */
async function contentIn(data: string) {
  const { store, assets } = await placed(data);
  const files: unknown[] = [];
  for await (const { id } of assets.listOlderThan(new Date('2100-01-01'))) {
    const opened = await assets.open(id);
    files.push([opened?.asset, opened === null ? '' : await text(opened.body)]);
  }
  const records = await contentOf(store);
  await store.close();
  return { records, files };
}

beforeAll(async () => {
  folder = workFolder({});
  const { store, assets } = await placed('data');
  const watch = { folder: folder.path, schedule: '2d', userId: owner.userId };
  watched = aProject({ watch });
  await store.transfer.put([...someRecords(2), { kind: 'project', record: watched }]);
  await assets.put({ owner: 'a'.repeat(24), name: 'a.txt', maxBytes: 1_000, body: body() });
  await store.close();
  writeFileSync(join(folder.path, 'data', 'secret'), 'k'.repeat(64), { mode: 0o600 });
  expect(await proviso('data', 'backup', 'made')).toMatchObject({ code: 0 });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const proviso = (data: string, ...args: string[]) =>
  runner.run(args, { cwd: folder.path, env: { DATA_DIR: join(folder.path, data) } });
const path = (...names: string[]) => join(folder.path, ...names);

it('a restored backup has every record, every file and the secret, as they were, and looks at watched folders anew', async () => {
  const before = await contentIn('data');
  expect([before.records.length, before.files.length]).toEqual([someRecords(2).length + 1, 1]);
  const restored = await proviso('new', 'restore', 'made');
  expect(restored).toMatchObject({ code: 0, stdout: '' });
  expect(restored.stderr).toContain(`${before.records.length} records, 1 file restored`);
  expect(await contentIn('new')).toEqual(before);
  expect(readFileSync(path('new', 'secret'), 'utf8')).toBe('k'.repeat(64));
  const { store } = await placed('new');
  const { nextLookAt } = (await store.watches.get(watched.workspaceId, watched._id)) ?? {};
  await store.close();
  expect(Date.parse(nextLookAt ?? ''), 'the watched folder is due').toBeLessThanOrEqual(Date.now());
});

it('a restore that was interrupted goes on when the same command is repeated', async () => {
  const restored = await contentIn('new');
  const { recordsSha256 } = JSON.parse(readFileSync(path('made', 'backup.json'), 'utf8'));
  writeFileSync(path('new', 'restoring'), recordsSha256);
  expect(await proviso('new', 'restore', 'made')).toMatchObject({ code: 0 });
  expect(await contentIn('new')).toEqual(restored);
  expect(existsSync(path('new', 'restoring'))).toBe(false);
});

it('nothing is written over: neither a folder by a backup, nor records by a restore', async () => {
  const refused = (message: string) => ({ code: 2, stderr: expect.stringContaining(message) });
  expect(await proviso('data', 'backup', 'made')).toMatchObject(refused('made exists'));
  expect(await proviso('data', 'restore', 'made')).toMatchObject(refused('has records already'));
  expect(await proviso('new', 'restore', 'none')).toMatchObject(refused('none does not exist'));
  expect(existsSync(path('made.part'))).toBe(false);
});

it.each<[string, RegExp, (copy: string) => void]>([
  [
    'a record more',
    /records\.jsonl is damaged/,
    (copy) => writeFileSync(path(copy, 'records.jsonl'), '{}', { flag: 'a' }),
  ],
  ['no manifest', /is not a backup: it has no backup\.json/, (copy) => rmSync(path(copy, 'backup.json'))],
  [
    'a newer format',
    /a newer release wrote .* \(format 999\)/,
    (copy) => writeFileSync(path(copy, 'backup.json'), '{"format": 999}'),
  ],
  [
    'a manifest without a field',
    /backup\.json is damaged: its field version is missing or wrong\. Restore another backup\.\n$/,
    (copy) =>
      writeFileSync(path(copy, 'backup.json'), '{"proviso": "backup", "format": 1, "recordsSha256": ""}'),
  ],
  [
    'too few files',
    /is incomplete: it has 0 of 1 file/,
    (copy) => rmSync(path(copy, 'files'), { recursive: true }),
  ],
])('a backup with %s is refused', async (name, message, change) => {
  const copy = name.replaceAll(' ', '-');
  cpSync(path('made'), path(copy), { recursive: true });
  change(copy);
  expect(await proviso(`from-${copy}`, 'restore', copy)).toMatchObject({
    ...{ code: 2, stderr: expect.stringMatching(message) },
  });
});
