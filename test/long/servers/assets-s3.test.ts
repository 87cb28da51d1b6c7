import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { GetObjectCommand, ListMultipartUploadsCommand, ListPartsCommand } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assetAddresses } from '../../../src/assets/address.ts';
import { diskAssets } from '../../../src/assets/disk.ts';
import type { AssetStore } from '../../../src/assets/port.ts';
import { type BucketSettings, openBucket } from '../../../src/assets/s3/open.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { proviso, workFolder } from '../../gate/cli/command.ts';
import { assetStoreContract } from '../../gate/contract/assets.suite.ts';
import { type BucketPlace, freshBucket, s3Server, whyNoS3 } from '../../support/s3/bucket.ts';

const addresses = assetAddresses(() => 'https://proviso.example/base/');
const mb = 1024 * 1024;

describe.skipIf(s3Server !== null)(whyNoS3, () => {
  it.skip('an asset store in a bucket');
});

if (s3Server !== null) {
  const server = s3Server;
  assetStoreContract('an S3-compatible server', async () => {
    const place = await freshBucket(server);
    return {
      reopen: (now) => openBucket(place.settings, place.settings.S3_BUCKET, addresses, now),
      remove: () => place.drop(),
    };
  });

  describe('an asset store in a bucket', () => {
    let place: BucketPlace;
    let time: Date;
    const open = (changes: Partial<BucketSettings> = {}): AssetStore =>
      openBucket({ ...place.settings, ...changes }, place.settings.S3_BUCKET, addresses, () => time);
    const partsUnderWay = async () => {
      const { Uploads = [] } = await place.client.send(
        new ListMultipartUploadsCommand({ Bucket: place.settings.S3_BUCKET }),
      );
      return Uploads.length;
    };

    /** The bytes of all parts that the server has of uploads under way. */
    const storedBytes = async () => {
      const { S3_BUCKET: Bucket } = place.settings;
      const { Uploads = [] } = await place.client.send(new ListMultipartUploadsCommand({ Bucket }));
      let total = 0;
      for (const { Key, UploadId } of Uploads) {
        const { Parts = [] } = await place.client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
        for (const { Size = 0 } of Parts) total += Size;
      }
      return total;
    };

    beforeEach(async () => {
      time = new Date('2026-01-01T00:00:00.000Z');
      place = await freshBucket(server);
    });
    afterEach(() => place.drop());

    /** A body of this many megabytes, whose bytes differ from part to part. */
    async function* long(megabytes: number): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < megabytes; at += 1) yield Buffer.alloc(mb, at);
    }

    it('streams a long file in parts without keeping it in memory, and reads only the requested range', async () => {
      let taken = 0;
      let most = 0;
      async function* watched() {
        for await (const chunk of long(120)) {
          if (chunk[0] && chunk[0] % 10 === 0) most = Math.max(most, taken - (await storedBytes()));
          taken += chunk.length;
          yield chunk;
        }
      }
      const asset = await open().put({ owner: 'u1', name: 'long.bin', maxBytes: 200 * mb, body: watched() });
      expect(asset.size).toBe(120 * mb);
      expect(most).toBeLessThan(60 * mb);
      const hash = createHash('sha256');
      for await (const chunk of long(120)) hash.update(chunk);
      expect(asset.sha256).toBe(hash.digest('hex'));
      const opened = await open().open(asset.id, { start: 100 * mb - 2, end: 100 * mb + 2 });
      expect(Buffer.concat((await opened?.body.toArray()) ?? [])).toEqual(Buffer.from([99, 99, 100, 100]));
    });

    it('removes the uploaded parts and every key of a long file whose upload breaks off or exceeds the limit', async () => {
      async function* broken() {
        yield* long(20);
        throw new Error('socket hang up');
      }
      const put = (maxBytes: number) => open().put({ owner: 'u1', name: 'a.bin', maxBytes, body: broken() });
      await expect(put(100 * mb)).rejects.toMatchObject({ code: 'upload_incomplete' });
      await expect(put(19 * mb)).rejects.toMatchObject({ code: 'upload_too_large' });
      expect(await place.keys()).toEqual([]);
      expect(await partsUnderWay()).toBe(0);
    });

    it('removes every key of a deleted asset', async () => {
      const store = open();
      const body = Readable.from([Buffer.from('x')]);
      const { id } = await store.put({ owner: 'u1', name: 'a.txt', maxBytes: 10, body });
      expect(await place.keys()).toHaveLength(2);
      await store.delete(id);
      expect(await place.keys()).toEqual([]);
    });

    it('redirects readers to a URL that expires and that opens the file under a harmless name', async () => {
      const body = Readable.from([Buffer.from('<!doctype html><script>alert(1)</script>')]);
      const asset = await open().put({ owner: 'u1', name: 'Vertrag ü.html', maxBytes: 100, body });
      expect(await open().elsewhere(asset)).toBeNull();

      const signed = await open({ S3_SIGNED_SECONDS: 600 }).elsewhere(asset);
      expect(signed?.goodForSeconds).toBe(300);
      const answer = await fetch(signed?.url ?? '', { headers: { range: 'bytes=2-8' } });
      expect(answer.status).toBe(206);
      expect(await answer.text()).toBe('doctype');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="Vertrag u.html"; filename*=UTF-8''Vertrag%20%C3%BC.html`,
      );
      const brief = await open({ S3_SIGNED_SECONDS: 1 }).elsewhere(asset);
      await expect.poll(async () => (await fetch(brief?.url ?? '')).status).toBe(403);
      const tampered = (signed?.url ?? '').replace(asset.id.slice(0, 4), 'ffff');
      expect((await fetch(tampered)).status).toBe(403);

      const shared = await open({ S3_PUBLIC_URL: 'https://cdn.example/base' }).elsewhere(asset);
      const { pathname, host } = new URL(shared?.url ?? '');
      expect(host).toBe('cdn.example');
      const { Body } = await place.client.send(
        new GetObjectCommand({ Bucket: place.settings.S3_BUCKET, Key: pathname.replace('/base/', '') }),
      );
      expect(await Body?.transformToString()).toMatch(/^<!doctype html>/);
    });

    it('names the cause of an error if the server is unreachable or refuses the key', async () => {
      const gone = open({ S3_ENDPOINT: 'http://127.0.0.1:1' });
      await expect(gone.ping()).rejects.toMatchObject({ code: 'store_unavailable' });
      await expect(gone.find('a'.repeat(40))).rejects.toMatchObject({ code: 'store_unavailable' });
      const body = Readable.from([Buffer.from('x')]);
      await expect(gone.put({ owner: 'u1', name: 'a', maxBytes: 9, body })).rejects.toMatchObject({
        code: 'store_unavailable',
      });
      const refused = open({ S3_SECRET_ACCESS_KEY: 'another' });
      await expect(refused.ping()).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
      await expect(open().ping()).resolves.toBeUndefined();
      expect(await place.keys()).toEqual([]);
    });

    it('is tested by proviso doctor, which says what is wrong', async () => {
      const { path: cwd, remove } = workFolder({});
      const doctor = (env: Record<string, string> = {}) =>
        proviso(['doctor'], { cwd, env: { ...place.environment, ...env } });
      try {
        const sound = await doctor();
        expect(sound).toMatchObject({ code: 0 });
        expect(sound.stdout).toContain(`ok      files: bucket ${place.settings.S3_BUCKET} at 127.0.0.1:`);
        const missing = await doctor({ S3_BUCKET: 'there-is-none' });
        expect(missing).toMatchObject({ code: 2 });
        expect(missing.stdout).toMatch(/FAILED {2}files: bucket there-is-none .*does not exist/);
        const gone = await doctor({ S3_ENDPOINT: 'http://127.0.0.1:1' });
        expect(gone.stdout).toMatch(
          /FAILED {2}files: bucket .* at 127.0.0.1:1, .*Start the server of S3_ENDPOINT/,
        );
      } finally {
        remove();
      }
    });

    it('receives the files of a folder from proviso copy-files, which can also copy them back to a folder', async () => {
      const { path: cwd, remove } = workFolder({});
      const copy = (to: string, env: Record<string, string> = place.environment) =>
        proviso(['copy-files', '--to', to], { cwd, env });
      const folderIn = (data: string) => diskAssets(join(cwd, data, 'assets'), addresses);
      try {
        const body = Readable.from([Buffer.from('hello')]);
        for (const data of ['data', 'other']) await openSqliteStore(join(cwd, data)).close();
        const asset = await folderIn('data').put({ owner: 'u1', name: 'a.txt', maxBytes: 9, body });
        expect(await copy('bucket', {})).toMatchObject({ code: 2 });
        const there = await copy('bucket');
        expect(there).toMatchObject({ code: 0 });
        expect(there.stderr).toContain('1 file copied (0.0 MB), 0 already there');
        expect(await open().find(asset.id)).toEqual(asset);
        expect((await copy('bucket')).stderr).toContain('0 files copied (0.0 MB), 1 already there');
        const back = await copy('folder', { ...place.environment, DATA_DIR: 'other' });
        expect(back).toMatchObject({ code: 0 });
        expect(await folderIn('other').find(asset.id)).toEqual(asset);
      } finally {
        remove();
      }
    });

    it('removes what a killed process left behind, but no complete file', async () => {
      const whole = await open().put({
        owner: 'u1',
        name: 'a.txt',
        maxBytes: 9,
        body: Readable.from([Buffer.from('x')]),
      });
      const dying = fork(join(import.meta.dirname, '../../gate/contract/assets-endless-upload.ts'), [], {
        execArgv: ['--import', 'tsx'],
        env: { ...process.env, ...place.environment },
      });
      await once(dying, 'message');
      await expect.poll(partsUnderWay).toBe(1);
      dying.kill('SIGKILL');
      await once(dying, 'exit');
      const later = new Date('2100-01-01');
      expect(await open().removeUnfinished(new Date('2000-01-01'))).toBe(0);
      expect(await open().removeUnfinished(later)).toBe(1);
      expect(await partsUnderWay()).toBe(0);
      expect(await place.keys()).toHaveLength(2);
      expect(await open().find(whole.id)).toEqual(whole);
    });
  });
}
