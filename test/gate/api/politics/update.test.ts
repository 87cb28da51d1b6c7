import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
let path = '';
const named = (name: string) => ({ name, description: `${name}.` });
const file = (name: string) => ({ url: `https://example.org/${name}`, type: 'pdf' as const, name });

beforeAll(async () => {
  server = await startTestServer({ LIMIT_RECIPIENTS: '1000', LIMIT_RULE_SET_BYTES: '60000' });
});
afterAll(() => server.stop());
beforeEach(async () => {
  const made = await server.services.politics.create(server.owner.actor, {
    name: 'n',
    description: 'd',
    rules: ['a', 'b', 'c'].map(named),
    knowledgeFiles: ['f', 'g'].map(file),
    contactNotifications: ['x', 'y', 'x'],
    outputFormat: { a: 1 },
  });
  path = `/v1/politics/${made._id}`;
});

const recordSchema = z.object({
  data: z.object({
    rules: z.array(z.looseObject({ name: z.string(), description: z.string() })),
    knowledgeFiles: z.array(z.object({ name: z.string() })),
    contactNotifications: z.array(z.string()),
    updatedAt: z.string(),
  }),
});
const patch = (body: object, headers = {}) => server.owner.request('PATCH', path, { body, headers });
const patched = async (body: object) => {
  const answer = await patch(body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return recordSchema.parse(answer.body).data;
};
const stored = async () => recordSchema.parse((await server.owner.request('GET', path)).body).data;

describe('PATCH /politics/{id}: 200', () => {
  it('refreshes updatedAt every time, even if nothing else changes', async () => {
    const times = [(await stored()).updatedAt];
    for (const body of [{}, { name: 'n' }, {}]) times.push((await patched(body)).updatedAt);
    expect([...new Set(times)].sort()).toEqual(times);
  });

  it('accepts a record exactly as GET returned it', async () => {
    const read = JSON.parse((await server.owner.request('GET', path)).text).data;
    const { updatedAt } = await patched(read);
    expect(JSON.parse((await server.owner.request('GET', path)).text).data).toEqual({ ...read, updatedAt });
  });
});

describe('PATCH /politics/{id}: 400', () => {
  it.each<[string, object, string[]]>([
    ['a position that is a string', { removeRules: ['0'] }, ['removeRules[0]']],
    ['a position that is null', { removeRules: [null] }, ['removeRules[0]']],
    ['a position that is a fraction', { removeRules: [0.5] }, ['removeRules[0]']],
    ['a position that is true', { removeRules: [true] }, ['removeRules[0]']],
    ['a change without a position', { updateRule: { name: 'x' } }, ['updateRule.index']],
    ['a list of changes', { updateRule: [{ index: 0, name: 'x' }] }, ['updateRule']],
    [
      'a file at a private address',
      { addKnowledgeFiles: [{ ...file('x'), url: 'http://127.0.0.1/' }] },
      ['addKnowledgeFiles[0].url'],
    ],
  ])('is the answer to %s, and nothing changes', async (_what, body, paths) => {
    const before = await stored();
    expect(await patch(body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: paths.map((at) => ({ path: at })) },
    });
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['addRule', 'addRules'],
    ['removeRule', 'removeRules'],
    ['updateRules', 'updateRule'],
    ['addKnowlegdeFiles', 'addKnowledgeFiles'],
    ['removeContactNotification', 'removeContactNotifications'],
  ])('is the answer to %s, with a hint at %s', async (misspelt, meant) => {
    expect((await patch({ [misspelt]: [] })).body).toMatchObject({
      errors: [{ path: misspelt, message: expect.stringContaining(`did you mean ${meant}?`) }],
    });
  });

  it('is the answer if only part of the change is valid, and nothing changes', async () => {
    const before = await stored();
    expect((await patch({ name: 'new', addRules: [named('d')], removeRules: [9] })).status).toBe(400);
    expect(await stored()).toEqual(before);
  });
});

describe('PATCH /politics/{id}: 412', () => {
  it('is the answer if If-Match has a different tag, but not if it is *', async () => {
    for (const tag of ['nonsense', '"x"', 'W/"1"', '']) {
      expect((await patch({ name: 'x' }, { 'if-match': tag })).status).toBe(412);
    }
    expect((await patch({ name: 'x' }, { 'if-match': '*' })).status).toBe(200);
  });
});

describe('PATCH /politics/{id} by many clients at once', () => {
  it('loses none of 200 changes, and updatedAt increases with each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) => patch({ addContactNotifications: [`change ${at}`] })),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const records = answers.map(({ body }) => recordSchema.parse(body).data);
    expect(new Set(records.map(({ updatedAt }) => updatedAt)).size).toBe(200);
    const byTime = records.sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
    expect(byTime.map(({ contactNotifications }) => contactNotifications.length)).toEqual(
      Array.from({ length: 200 }, (_, at) => 4 + at),
    );
    const last = await stored();
    expect(new Set(last.contactNotifications.slice(3))).toEqual(
      new Set(Array.from({ length: 200 }, (_, at) => `change ${at}`)),
    );
  });
});

it('refuses a change after which the whole rule set would be too large, and changes nothing', async () => {
  const rules = Array.from({ length: 7 }, (_, at) => ({ name: `r${at}`, description: 'é'.repeat(5_000) }));
  expect(await patch({ rules })).toMatchObject({
    status: 400,
    body: { errors: [{ path: 'rules', message: expect.stringContaining('LIMIT_RULE_SET_BYTES') }] },
  });
  expect((await patched({ name: 'm' })).rules).toHaveLength(3);
  await patched({ rules: rules.slice(1, 6) });
});
