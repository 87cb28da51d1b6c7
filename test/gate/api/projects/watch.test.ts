import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../support/server.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let server: TestServer;
const folder = temporaryFolder('watched');
let politicsId: string;
beforeAll(async () => {
  await writeFile(join(folder, 'a.txt'), 'Invoices shall be paid within 30 days.');
  server = await startTestServer({ WATCH_FOLDERS: folder });
  const rules = [{ name: 'Payment', description: 'Invoices shall be paid within 30 days.' }];
  const body = { name: 'Payment', description: 'd', rules };
  politicsId = idIn(await server.owner.request('POST', '/v1/politics', { body }));
});
afterAll(() => server.stop());

const idIn = ({ body }: { body: unknown }) =>
  z.object({ data: z.object({ _id: z.string() }) }).parse(body).data._id;
const create = (fields: object) =>
  server.owner.request('POST', '/v1/projects', {
    body: { name: 'Contracts', description: 'd', politicsId, ...fields },
  });

describe('a project', () => {
  it('watches a folder from its creation until the watch is set to null, and can be sent back as it was read', async () => {
    const watch = { folder, schedule: '15m' };
    const created = await create({ watch });
    expect(created).toMatchObject({ status: 201, body: { data: { watch } } });
    const path = `/v1/projects/${idIn(created)}`;
    const read = await server.owner.request('GET', path);
    const watchState = { lastLookAt: null, nextLookAt: expect.any(String), waiting: [], problem: null };
    expect(read.body).toMatchObject({ data: { watch, watchState } });
    const { data } = z.object({ data: z.looseObject({}) }).parse(read.body);
    const back = await server.owner.request('PUT', path, { body: data });
    expect(back).toMatchObject({ status: 200, body: { data: { watch } } });
    const ended = await server.owner.request('PUT', path, { body: { watch: null } });
    expect(ended).toMatchObject({ status: 200, body: { data: { watch: null } } });
    expect((await server.owner.request('GET', path)).body).toMatchObject({ data: { watchState: null } });
    const { entries } = await server.services.audit.list(server.owner.actor, { pageSize: 2 });
    expect(entries).toMatchObject([{ action: 'projects.watch' }, { action: 'projects.watch' }]);
  });

  it.each([
    ['/etc', '15m', 'watch.folder', 'is not in a folder that can be watched here'],
    ['', '15m', 'watch.folder', 'needs at least one character'],
    ['FOLDER/missing', '15m', 'watch.folder', 'cannot be read (ENOENT)'],
    ['FOLDER', '9s', 'watch.schedule', 'must be a number with a unit'],
    ['FOLDER', '0m', 'watch.schedule', 'must be a number with a unit'],
    ['FOLDER', 'hourly', 'watch.schedule', 'must be a number with a unit'],
    ['FOLDER', '0 7 31 2 *', 'watch.schedule', 'must be a number with a unit'],
    ['FOLDER', '0 7 * * * Nowhere/Town', 'watch.schedule', 'must be a number with a unit'],
  ])('is refused with the folder "%s" and the schedule %s', async (given, schedule, path, message) => {
    const answer = await create({ watch: { folder: given.replace('FOLDER', folder), schedule } });
    const errors = [{ path, message: expect.stringContaining(message) }];
    expect(answer).toMatchObject({ status: 400, body: { errors } });
  });

  it('watches a folder only if the token may start runs', async () => {
    const { secret } = await server.services.tokens.create(server.owner.actor, {
      ...{ name: 'write', scopes: ['read', 'write'] },
    });
    const id = idIn(await create({}));
    const body = { watch: { folder, schedule: '15m' } };
    const headers = { 'api-token': secret };
    const answer = await server.anonymous('PUT', `/v1/projects/${id}`, { body, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
  });

  it('cannot watch a folder where the operator allows none', async () => {
    const beside = await server.beside({ WATCH_FOLDERS: '' });
    const body = { name: 'n', description: 'd', politicsId, watch: { folder, schedule: '15m' } };
    const answer = await beside.request(server.owner, 'POST', '/v1/projects', { body });
    await beside.stop();
    const errors = [{ path: 'watch.folder', message: expect.stringContaining('WATCH_FOLDERS') }];
    expect(answer).toMatchObject({ status: 400, body: { errors } });
  });
});
