import { tmpdir } from 'node:os';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { watchedFolders } from '../../../src/sources/folders/open.ts';
import { collected } from '../../support/collected.ts';
import { freshBucket, s3Server, whyNoS3 } from '../../support/s3/bucket.ts';

describe.skipIf(s3Server === null)(s3Server === null ? whyNoS3 : 'a watched prefix of a bucket', () => {
  it('has the objects below it, is limited like a folder, and must be in a prefix of the operator', async () => {
    const place = await freshBucket(s3Server ?? '');
    try {
      const Bucket = place.settings.S3_BUCKET;
      const allowed = `s3://${Bucket}/policies`;
      const settings = { ...place.settings, DATA_DIR: tmpdir() };
      const { open } = watchedFolders({ ...settings, WATCH_FOLDERS: [allowed] });
      for (const Key of ['policies/a.txt', 'policies/de/b.txt', 'policies/.hidden', 'policies-old/c.txt'])
        await place.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
      const folder = await open(`${allowed}/`);
      const { files } = await folder.list(2);
      expect(files).toEqual([
        { name: 'a.txt', size: 14, modifiedAt: expect.any(Number) },
        { name: 'de/b.txt', size: 17, modifiedAt: expect.any(Number) },
      ]);
      const [, second] = files;
      if (second === undefined) throw new Error('there must be two files');
      expect(Buffer.concat(await collected(folder.read(second))).toString()).toBe('policies/de/b.txt');
      await expect(folder.list(1)).rejects.toThrow('has more than 1 files');
      await expect(open(`s3://${Bucket}`)).rejects.toThrow('is not in a folder that can be watched');
      await expect(open(`${allowed}-old`)).rejects.toThrow('is not in a folder that can be watched');
      const missing = watchedFolders({ ...settings, WATCH_FOLDERS: [`s3://${Bucket}-2`] });
      const none = await missing.open(`s3://${Bucket}-2`);
      const all = watchedFolders({ ...settings, WATCH_FOLDERS: [`s3://${Bucket}`] });
      for (const one of ['', '/', '/files', '/notes/', '/files/0'])
        await expect(all.open(`s3://${Bucket}${one}`), one).rejects.toThrow('has the data of Proviso itself');
      await expect(none.list(1)).rejects.toThrow('cannot be read (NoSuchBucket)');
    } finally {
      await place.drop();
    }
  });
});
