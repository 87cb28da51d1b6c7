import { afterAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { endedRun, rules } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';

const paths = { politics: '', projects: '' };
const metadata = { 'contract-id': 'C-17', team_2: 'Köln' };
const base = { name: 'n', description: 'd' };
const most = Object.fromEntries(Array.from({ length: 20 }, (_, nth) => [`k${nth}`, 'v']));

const server = await startTestServer();
afterAll(() => server.stop());

const send = (method: string, path: string, body?: object) =>
  server.owner.request(method, path, { ...(body && { body }) });
const dataOf = (answer: { body: unknown }) => Object(answer.body).data;

async function make(kind: keyof typeof paths, fields: object): Promise<string> {
  const made = await send('POST', `/v1/${kind}`, { ...base, ...fields });
  expect(made.status, made.text).toBe(201);
  expect(dataOf(made).metadata).toEqual(Object(fields).metadata ?? {});
  return dataOf(made)._id;
}

const politics = await make('politics', { rules, metadata });
const project = await make('projects', { politicsId: politics, metadata });
paths.politics = `/v1/politics/${politics}`;
paths.projects = `/v1/projects/${project}`;

const kinds = [
  ['politics', 'PATCH'],
  ['projects', 'PUT'],
] as const;

describe.each(kinds)('the metadata of %s', (kind, method) => {
  it('is returned wherever the record is', async () => {
    expect(dataOf(await send('GET', paths[kind])).metadata).toEqual(metadata);
    expect(dataOf(await send('GET', `/v1/${kind}`))[0].metadata).toEqual(metadata);
    const client = createClient({ url: server.address, token: server.owner.token });
    const [first] = (await client[kind].list.query({})).data;
    expect(first?.metadata).toEqual(metadata);
  });

  it('is kept if a change does not name it, and is replaced as a whole if it does', async () => {
    const changed = (fields: object) => send(method, paths[kind], fields).then(dataOf);
    expect((await changed({ name: 'other' })).metadata).toEqual(metadata);
    expect((await changed({ metadata: { a: '' } })).metadata).toEqual({ a: '' });
    expect((await changed({ metadata: {} })).metadata).toEqual({});
    expect((await changed({ metadata: most })).metadata).toEqual(most);
    expect((await changed({ metadata })).metadata).toEqual(metadata);
  });

  it.each([
    ['a number', { metadata: { a: 1 } }, 'metadata.a'],
    ['null', { metadata: null }, 'metadata'],
    ['a list', { metadata: [] }, 'metadata'],
    ['an object in it', { metadata: { a: { b: 'c' } } }, 'metadata.a'],
    ['a long value', { metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
    ['a long key', { metadata: { ['k'.repeat(41)]: '' } }, `metadata.${'k'.repeat(41)}`],
    ['a dot in a key', { metadata: { 'a.b': '' } }, 'metadata.a.b'],
    ['a dollar in a key', { metadata: { $a: '' } }, 'metadata.$a'],
    ['too many entries', { metadata: { ...most, more: '' } }, 'metadata'],
  ])('cannot be %s, and nothing changes', async (_what, fields, path) => {
    const answer = await send(method, paths[kind], { name: 'refused', ...fields });
    expect([answer.status, Object(answer.body).errors]).toEqual([
      400,
      [{ path, message: expect.any(String) }],
    ]);
    expect(dataOf(await send('GET', paths[kind]))).toMatchObject({ name: 'other', metadata });
  });

  it('cannot have a key with other characters: the error says which characters are allowed', async () => {
    const answer = await send(method, paths[kind], { metadata: { 'a b': '' } });
    expect(Object(answer.body).errors[0].message).toContain('letters, digits, hyphens and underscores');
  });
});

describe('the metadata of a rule set', () => {
  it('is in the copy that a run keeps, which later changes do not affect', async () => {
    const id = paths.projects.split('/').at(-1) ?? '';
    const { runId } = await endedRun(server, server.owner.actor, id);
    await send('PATCH', paths.politics, { metadata: { later: 'x' } });
    const run = dataOf(await send('GET', `${paths.projects}/runs/${runId}`));
    expect(run.politics.metadata).toEqual(metadata);
    await send('PATCH', paths.politics, { metadata });
  });

  it('is empty in a record of an earlier release', async () => {
    const { store } = server.dependencies;
    const { userId } = server.owner.actor;
    const id = paths.politics.split('/').at(-1) ?? '';
    await store.politics.update(userId, id, ({ metadata: _, ...earlier }) => earlier);
    expect(dataOf(await send('GET', paths.politics)).metadata).toEqual({});
    await send('PATCH', paths.politics, { metadata });
  });
});
