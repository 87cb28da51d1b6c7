import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { documentedShell, runAsWritten } from '../../support/documented-shell.ts';
import { rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder('watched');
beforeAll(() => {
  writeFileSync(join(folder, 'contract.txt'), 'Invoices shall be paid within 30 days.');
});

it('the commands in docs/watch.md set a watch, show it and end it', async () => {
  const server = await startTestServer({ WATCH_FOLDERS: folder });
  try {
    const [commands = ''] = documentedShell('docs/watch.md', 'Watch a folder');
    const { request, token: TOKEN } = server.owner;
    const idIn = (body: unknown) => z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
    const named = { name: 'n', description: 'd' };
    const politicsId = idIn((await request('POST', '/v1/politics', { body: { ...named, rules } })).body);
    const PROJECT = idIn((await request('POST', '/v1/projects', { body: { ...named, politicsId } })).body);
    const settings = { API: `${server.address}/v1`, TOKEN, PROJECT, FOLDER: folder };
    const output = await runAsWritten(commands, folder, settings);
    expect(output).toContain(`"watch":{"folder":"${folder}","schedule":"15m"}`);
    expect(output).toContain('"watchState":{"lastLookAt":null,"nextLookAt":"');
    expect(output).toContain('"watch":null');
  } finally {
    await server.stop();
  }
});
