import { afterAll, expect, it } from 'vitest';
import { operations } from '../../../src/api/operations.ts';
import { ownedRecordsOf } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
const workspace = server.owner.actor.workspaceId;
afterAll(() => server.stop());

const ask = (method: string, path: string, body?: object, headers = {}) =>
  server.owner.request(method, `/v1${path}`, { ...(body && { body }), headers });

/** What changes the record that a path shows. */
const changes: Record<string, () => [method: string, path: string, body: object]> = {
  '/politics/{id}': () => ['PATCH', `/politics/${owned.politicsId}`, { name: 'other' }],
  '/projects/{id}': () => ['PUT', `/projects/${owned.projectId}`, { name: 'other' }],
  '/projects/{id}/runs/{runId}': () => ['PUT', at('/projects/{id}/runs/{runId}/sign-off'), { comment: 'a' }],
  '/projects/{id}/runs/{runId}/sign-off': () => [
    'PUT',
    at('/projects/{id}/runs/{runId}/sign-off'),
    { comment: 'b' },
  ],
  '/workspaces/{id}/members': () => ['PATCH', `/workspaces/${workspace}`, { name: 'Law' }],
};

function at(path: string): string {
  const [, list] = path.split('/');
  const id =
    { politics: owned.politicsId, projects: owned.projectId, workspaces: workspace }[list ?? ''] ?? '';
  return path.replace('{id}', id).replace('{runId}', owned.runId);
}

const tagged = operations().filter(({ meta }) => meta.tagged && meta.openapi.method === 'GET');

it('every path with an ETag is tested', () => {
  expect(tagged.map(({ meta }) => meta.openapi.path).sort()).toEqual(Object.keys(changes).sort());
});

it.each(Object.keys(changes))(
  'the ETag of GET %s stays until the record changes, and no other record has it',
  async (path) => {
    const first = await ask('GET', at(path));
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, tag]).toEqual([200, expect.stringMatching(/^"[^"]+"$/)]);
    const unchanged = await ask('GET', at(path), undefined, { 'if-none-match': tag });
    expect([unchanged.status, unchanged.text, unchanged.headers.get('etag')]).toEqual([304, '', tag]);
    const [method, target, body] = changes[path]?.() ?? ['', '', {}];
    const changed = await ask(method, target, body);
    expect(changed.status, changed.text).toBe(200);
    const second = await ask('GET', at(path), undefined, { 'if-none-match': tag });
    const newTag = second.headers.get('etag');
    expect([second.status, newTag]).toEqual([200, expect.not.stringContaining(tag)]);
    if (target !== at(path)) return;
    const again = (ifMatch: string | null) => ask(method, target, body, { 'if-match': ifMatch ?? '' });
    expect((await again(tag)).status).toBe(412);
    expect((await again(newTag)).status).toBe(200);
  },
);

it.each(['/politics', '/projects', '/projects/{id}/findings', '/projects/{id}/runs', '/workspaces'])(
  'GET %s has no ETag, because it shows several records',
  async (path) => {
    const { status, headers } = await ask('GET', at(path));
    expect([status, headers.get('etag'), headers.get('cache-control')]).toEqual([
      200,
      null,
      'private, no-cache',
    ]);
  },
);

it('a review is given only once with If-None-Match: *, and again after it was deleted', async () => {
  const path = `/projects/${owned.projectId}/findings/${owned.findingId}/review`;
  const body = { label: 'CONFIRMED', reason: 'r' };
  const give = () => ask('PUT', path, body, { 'if-none-match': '*' });
  expect([(await give()).status, (await give()).status]).toEqual([200, 412]);
  expect((await ask('DELETE', path)).status).toBe(200);
  expect((await Promise.all([give(), give()])).map(({ status }) => status).toSorted()).toEqual([200, 412]);
});
