import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { filesInBucket } from '../../../support/s3/bucket.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

describe('POST /projects: 500', () => {
  it.skipIf(filesInBucket)(
    'is the answer if the text cannot be stored; no project remains, and nothing about the disk is revealed',
    async () => {
      const rules = [{ name: 'r', description: 'd' }];
      const { _id } = await server.services.politics.create(server.owner.actor, {
        name: 'n',
        description: 'd',
        rules,
      });
      const assets = join(server.folder, 'assets');
      await rm(assets, { recursive: true, force: true });
      await writeFile(assets, 'a file where the folder should be');
      const body = {
        name: 'n',
        description: 'd',
        politicsId: _id,
        files: [{ name: 'n', type: 'text', content: 'The notice period is four months.' }],
      };
      const answer = await server.owner.request('POST', '/v1/projects', { body });
      expect(answer).toMatchObject({ status: 500, body: { code: 'asset_upload_failed', success: false } });
      expect(answer.text).not.toMatch(/ENOTDIR|EEXIST|proviso-server|assets\//);
      expect((await server.owner.request('GET', '/v1/projects')).body).toMatchObject({ total: 0 });
    },
  );
});
