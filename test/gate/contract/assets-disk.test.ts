import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assetAddresses } from '../../../src/assets/address.ts';
import { copyAssets } from '../../../src/assets/copy.ts';
import { diskAssets } from '../../../src/assets/disk.ts';
import { storedAssets } from '../../support/stored-assets.ts';
import { assetStoreContract } from './assets.suite.ts';

const addresses = assetAddresses(() => 'https://proviso.example/base/');
const newFolder = () => mkdtemp(join(tmpdir(), 'proviso-assets-'));

assetStoreContract('disk', async () => {
  const folder = await newFolder();
  return {
    reopen: (now) => diskAssets(folder, addresses, now),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('an asset store on disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('has no readable asset after a process was killed during an upload, and removes the remains in a cleanup', async () => {
    const uploader = fork(join(import.meta.dirname, 'assets-endless-upload.ts'), [], {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, S3_BUCKET: '', DATA_DIR: folder },
    });
    await once(uploader, 'message');
    uploader.kill('SIGKILL');
    await once(uploader, 'exit');
    const store = diskAssets(join(folder, 'assets'), addresses);
    for await (const { id } of store.listOlderThan(new Date('2100-01-01'))) expect(id).toBe('none');
    const unfinished = join(folder, 'assets', 'unfinished');
    expect(await readdir(unfinished)).toHaveLength(1);
    expect(await store.removeUnfinished(new Date('2100-01-01'))).toBe(1);
    expect(await readdir(unfinished)).toEqual([]);
  });

  it('reports a disk error as its own error, not as an error of the upload', async () => {
    await writeFile(join(folder, 'unfinished'), 'in the way');
    const body = Readable.from([Buffer.from('hello')]);
    const put = diskAssets(folder, addresses).put({ owner: 'u1', name: 'a.txt', maxBytes: 10, body });
    await expect(put).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('copies each file once, keeps existing copies, and names damaged files', async () => {
    const [from, to] = ['from', 'to'].map((name) => diskAssets(join(folder, name), addresses));
    if (!from || !to) throw new Error('there are two');
    const put = (name: string) =>
      from.put({ owner: 'u1', name, maxBytes: 100, body: Readable.from([Buffer.from(`this is ${name}`)]) });
    const names = Array.from({ length: 20 }, (_, at) => `file ${at}.txt`);
    for (const name of names) await put(name);
    const damaged = await put('damaged.txt');
    await writeFile(join(folder, 'from', damaged.id.slice(0, 2), damaged.id, 'content'), 'this is damag');

    const now = new Date('2100-01-01');
    const notWhole = [{ id: damaged.id, name: 'damaged.txt' }];
    expect(await copyAssets(from, to, now)).toMatchObject({ copied: 20, there: 0, notWhole });
    const late = await put('late.txt');
    expect(await copyAssets(from, to, now)).toMatchObject({
      copied: 1,
      bytes: late.size,
      there: 20,
      notWhole,
    });
    expect(await storedAssets(to)).toEqual([...names, 'late.txt'].toSorted());
    expect(await to.find(late.id)).toEqual(late);
    expect(await to.removeUnfinished(now)).toBe(0);
  });

  it('does not report a file as damaged if the store to which it is copied fails', async () => {
    const from = diskAssets(join(folder, 'from'), addresses);
    const body = Readable.from([Buffer.from('hello')]);
    await from.put({ owner: 'u1', name: 'a.txt', maxBytes: 10, body });
    await writeFile(join(folder, 'to'), 'in the way');
    const copying = copyAssets(from, diskAssets(join(folder, 'to'), addresses), new Date('2100-01-01'));
    await expect(copying).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});

describe('URLs of assets', () => {
  const id = 'a1'.repeat(20);

  it('are recognised with and without the file name', () => {
    const url = addresses.urlOf(id, 'Vertrag für Ärzte #1.pdf');
    expect(url).toBe(`https://proviso.example/base/assets/${id}/Vertrag%20f%C3%BCr%20%C3%84rzte%20%231.pdf`);
    expect(addresses.idIn(url)).toBe(id);
    expect(addresses.idIn(`${url}#page=3`)).toBe(id);
    expect(addresses.idIn(`https://proviso.example/base/assets/${id}`)).toBe(id);
  });

  it.each([
    `https://proviso.example/assets/${id}/a.pdf`,
    `http://proviso.example/base/assets/${id}/a.pdf`,
    `https://proviso.example:8443/base/assets/${id}/a.pdf`,
    `https://u:p@proviso.example/base/assets/${id}/a.pdf`,
    `https://other.example/base/assets/${id}/a.pdf`,
    `https://proviso.example/base/assets/${id}/a/b.pdf`,
    'https://proviso.example/base/assets/../secret',
    'not a url',
  ])('do not include %s', (url) => {
    expect(addresses.idIn(url)).toBeNull();
  });
});
