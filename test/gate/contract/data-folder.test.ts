import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assetAddresses } from '../../../src/assets/address.ts';
import { installationSecret } from '../../../src/auth/secret.ts';
import { assetFolder } from '../../../src/compose/adapters.ts';
import { writeScratch } from '../../../src/fetch/scratch.ts';
import { prepareDataFolder } from '../../../src/process/data-folder.ts';
import { Database } from '../../../src/store/sqlite/database/database.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';

let parent: string;
let folder: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'proviso-data-'));
  folder = join(parent, 'data');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

const signal = new AbortController().signal;
const rightsOfOthers = (name: string) => statSync(join(folder, name)).mode & 0o077;
const now = new Date();

/** Creates everything that a service writes to its data folder. */
async function fill() {
  const store = openSqliteStore(folder);
  await store.sourceTexts.put('user', 'key', Buffer.from('text'), now);
  await installationSecret(folder, null);
  const assets = assetFolder(
    { DATA_DIR: folder },
    assetAddresses(() => 'http://localhost'),
  );
  const body = Readable.from([Buffer.from('words')]);
  const { id } = await assets.put({ owner: 'user', name: 'a.txt', maxBytes: 100, body });
  await writeScratch(join(folder, 'scratch'), Readable.from([Buffer.from('words')]), [], signal);
  return { store, content: join('assets', id.slice(0, 2), id, 'content') };
}

const made = [
  '.',
  'secret',
  'proviso.db',
  'proviso.db-wal',
  'proviso.db-shm',
  'cache.db',
  'cache.db-wal',
  'cache.db-shm',
  'limits.db',
  'assets',
  'scratch',
];

describe('the data folder', () => {
  it('and everything in it can be read only by the system user that runs the service', async () => {
    const { store, content } = await fill();
    expect([...made, content].filter((name) => rightsOfOthers(name) !== 0)).toEqual([]);
    await store.close();
  });

  it('loses the permissions of other users if an earlier release created it, except on files that the service did not create', async () => {
    const { store } = await fill();
    const [, ...files] = made;
    for (const name of files) chmodSync(join(folder, name), statSync(join(folder, name)).mode | 0o055);
    writeFileSync(join(folder, 'notes.txt'), 'of the operator');
    chmodSync(join(folder, 'notes.txt'), 0o644);
    expect(prepareDataFolder(folder)).toEqual([]);
    expect(files.filter((name) => rightsOfOthers(name) !== 0)).toEqual([]);
    expect(rightsOfOthers('notes.txt')).toBe(0o044);
    await store.close();
  });

  it.each([
    ['a file', () => writeFileSync(folder, ''), /data is a file/],
    ['inside a file', () => writeFileSync(parent.concat('/data'), ''), /is a file/],
  ])('is refused with its name and a remedy if it is %s', (_, make, reason) => {
    make();
    expect(() => openSqliteStore(join(folder, 'deeper'))).toThrow(
      expect.objectContaining({
        code: 'bad_setting',
        message: expect.stringMatching(reason) && expect.stringMatching(/Set DATA_DIR to a folder/),
      }),
    );
  });

  it.runIf(process.platform === 'linux')('is refused at once if no folder can be created at its path', () => {
    expect(() => prepareDataFolder('/proc/nowhere/data')).toThrow(/DATA_DIR \/proc\/nowhere\/data cannot/);
  });
});

describe('a damaged database file', () => {
  /** Replaces a database by one file with the changed bytes, and removes its other files. */
  function replace(name: string, change: (bytes: Buffer) => Buffer | string) {
    const path = join(folder, name);
    const database = new Database(path, 'full');
    database.get('pragma wal_checkpoint(truncate)');
    database.close();
    const bytes = readFileSync(path);
    for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
    writeFileSync(path, change(bytes));
  }
  const noDatabase = () => 'not a database, but as long as one'.repeat(200);

  it('that contains the records prevents the start and stays unchanged; the error names the file and a remedy', async () => {
    await openSqliteStore(folder).close();
    replace('proviso.db', noDatabase);
    const before = readFileSync(join(folder, 'proviso.db'));
    expect(() => openSqliteStore(folder)).toThrow(
      expect.objectContaining({
        code: 'store_damaged',
        message: expect.stringMatching(/data\/proviso\.db is damaged .*[Rr]estore it from a backup/),
      }),
    );
    expect(readFileSync(join(folder, 'proviso.db'))).toEqual(before);
  });

  it('that contains the records prevents the start if it was cut off', async () => {
    await openSqliteStore(folder).close();
    replace('proviso.db', (bytes) => bytes.subarray(0, 4096));
    expect(() => openSqliteStore(folder)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  });

  it('prevents the start if it is a folder where the file of the records should be', () => {
    mkdirSync(join(folder, 'proviso.db'), { recursive: true });
    expect(() => openSqliteStore(folder)).toThrow(/data\/proviso\.db cannot be opened for writing/);
  });

  it.each(['cache.db', 'limits.db'])('(%s) is replaced at the start, with a warning', async (name) => {
    await openSqliteStore(folder).close();
    replace(name, noDatabase);
    const warnings: string[] = [];
    const store = openSqliteStore(folder, (warning) => warnings.push(warning));
    expect(warnings).toEqual([expect.stringMatching(`${name} was damaged and was created again`)]);
    await store.sourceTexts.put('user', 'key', Buffer.from('text'), now);
    expect(await store.sourceTexts.get('user', 'key', now)).toEqual(Buffer.from('text'));
    expect(await store.requestCounts.count('caller', 1_000, now)).toMatchObject({ used: 1 });
    await store.close();
  });

  it('that contains the cache is replaced if the damage is found during use', async () => {
    const filled = openSqliteStore(folder);
    for (let at = 0; at < 50; at += 1)
      await filled.sourceTexts.put('user', `key ${at}`, Buffer.alloc(4000, at), now);
    await filled.close();
    // Damages all pages except those that are read at the start.
    replace('cache.db', (bytes) => bytes.fill(0xff, 3 * 4096));
    const warnings: string[] = [];
    const warn = (warning: string) => warnings.push(warning);
    const [store, other] = [openSqliteStore(folder, warn), openSqliteStore(folder, warn)];
    expect(await store.sourceTexts.get('user', 'key 7', now)).toBeNull();
    await store.sourceTexts.put('user', 'key 7', Buffer.from('again'), now);
    // The other store still uses the damaged file. When it finds the damage, it must not replace the new file.
    expect(await other.sourceTexts.get('user', 'key 7', now)).toEqual(Buffer.from('again'));
    expect(warnings).toEqual([expect.stringMatching(/cache\.db was damaged and was created again/)]);
    await store.close();
    await other.close();
  });
});
