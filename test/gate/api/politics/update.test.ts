import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyField } from '../../../support/rules.ts';
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
const names = (entries: { name: string }[]) => entries.map(({ name }) => name).join('');

describe('PATCH /politics/{id}: 200', () => {
  it('replaces the fields that are sent and keeps the others', async () => {
    const before = await stored();
    const after = await patched({ name: 'new', outputFormat: { b: [2] } });
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt });
    expect((await server.owner.request('GET', path)).body).toMatchObject({
      data: { name: 'new', description: 'd', outputFormat: { b: [2] } },
    });
  });

  it('refreshes updatedAt every time, even if nothing else changes', async () => {
    const times = [(await stored()).updatedAt];
    for (const body of [{}, { name: 'n' }, {}]) times.push((await patched(body)).updatedAt);
    expect([...new Set(times)].sort()).toEqual(times);
  });

  it('clears outputFormat if it is null', async () => {
    expect((await patch({ outputFormat: null })).body).toMatchObject({ data: { outputFormat: null } });
  });

  it.each<[string, object, string]>([
    ['appends rules', { addRules: [named('d'), named('e')] }, 'abcde'],
    ['removes rules by position, whatever the order', { removeRules: [2, 0] }, 'b'],
    ['removes a rule once even if its position is repeated', { removeRules: [1, 1, 1] }, 'ac'],
    ['changes one rule and keeps its position', { updateRule: { index: 1, name: 'B' } }, 'aBc'],
    [
      'removes a rule that is both changed and removed',
      { updateRule: { index: 1, name: 'B' }, removeRules: [1] },
      'ac',
    ],
    ['counts positions before rules are added', { addRules: [named('d')], removeRules: [0] }, 'bcd'],
    [
      'counts positions after all rules are replaced',
      { rules: [named('p'), named('q')], removeRules: [0] },
      'q',
    ],
    [
      'replaces, changes, removes and adds rules in this order',
      {
        rules: ['p', 'q', 'r'].map(named),
        updateRule: { index: 2, name: 'R' },
        removeRules: [0],
        addRules: [named('s')],
      },
      'qRs',
    ],
    ['replaces all rules by removing and adding', { removeRules: [0, 1, 2], addRules: [named('z')] }, 'z'],
  ])('%s', async (_what, body, expected) => {
    expect(names((await patched(body)).rules)).toBe(expected);
  });

  it('changes only the given fields of a rule', async () => {
    const { rules } = await patched({ updateRule: { index: 0, description: 'new' } });
    expect(rules[0]).toEqual({ name: 'a', description: 'new' });
  });

  it('keeps the other fields of a rule, and removes a field that is null', async () => {
    await patched({ rules: [everyField] });
    const { rules } = await patched({ updateRule: { index: 0, name: 'n', description: 'd', owner: null } });
    const { owner: _, ...kept } = everyField;
    expect(rules).toEqual([{ ...kept, name: 'n', description: 'd' }]);
  });

  it('adds and removes knowledge files', async () => {
    expect(
      names((await patched({ addKnowledgeFiles: [file('h')], removeKnowledgeFiles: [0] })).knowledgeFiles),
    ).toBe('gh');
    expect((await patched({ knowledgeFiles: [] })).knowledgeFiles).toEqual([]);
  });

  it('adds and removes contacts by exact match, keeps duplicates, and ignores missing ones', async () => {
    const body = { addContactNotifications: ['y', 'z'], removeContactNotifications: ['x', 'nobody', 'Y'] };
    expect((await patched(body)).contactNotifications).toEqual(['y', 'y', 'z']);
  });

  it('accepts a record exactly as GET returned it', async () => {
    const read = JSON.parse((await server.owner.request('GET', path)).text).data;
    const { updatedAt } = await patched(read);
    expect(JSON.parse((await server.owner.request('GET', path)).text).data).toEqual({ ...read, updatedAt });
  });
});

describe('PATCH /politics/{id}: 400', () => {
  it.each<[string, object, string[]]>([
    ['no rules', { rules: [] }, ['rules']],
    ['rules that are null', { rules: null }, ['rules']],
    ['a position after the last rule', { removeRules: [0, 3] }, ['removeRules[1]']],
    ['a position below zero', { removeRules: [-1] }, ['removeRules[0]']],
    ['a position that is a string', { removeRules: ['0'] }, ['removeRules[0]']],
    ['a position that is null', { removeRules: [null] }, ['removeRules[0]']],
    ['a position that is a fraction', { removeRules: [0.5] }, ['removeRules[0]']],
    ['a position that is true', { removeRules: [true] }, ['removeRules[0]']],
    ['the removal of every rule', { removeRules: [0, 1, 2] }, ['removeRules']],
    ['a change of a rule after the last one', { updateRule: { index: 3, name: 'x' } }, ['updateRule.index']],
    ['a change without a position', { updateRule: { name: 'x' } }, ['updateRule.index']],
    ['a change without a new value', { updateRule: { index: 0 } }, ['updateRule']],
    ['a change to a blank value', { updateRule: { index: 0, name: ' ' } }, ['updateRule.name']],
    ['a list of changes', { updateRule: [{ index: 0, name: 'x' }] }, ['updateRule']],
    ['a rule without description', { addRules: [{ name: 'x' }] }, ['addRules[0].description']],
    ['the removal of a file after the last one', { removeKnowledgeFiles: [2] }, ['removeKnowledgeFiles[0]']],
    [
      'a file at a private address',
      { addKnowledgeFiles: [{ ...file('x'), url: 'http://127.0.0.1/' }] },
      ['addKnowledgeFiles[0].url'],
    ],
    ['a blank name', { name: '  ' }, ['name']],
    ['a name that is null', { name: null }, ['name']],
    ['an outputFormat that is a list', { outputFormat: [1] }, ['outputFormat']],
    [
      'several errors at once',
      { name: '', addRules: [{}] },
      ['name', 'addRules[0].name', 'addRules[0].description'],
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

describe('PATCH /politics/{id}: 404', () => {
  it('is the answer to an id without a record', async () => {
    const answer = await server.owner.request('PATCH', `/v1/politics/${'f'.repeat(24)}`, {
      body: { name: 'x' },
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'politics_not_found' } });
  });
});

describe('PATCH /politics/{id}: 412', () => {
  it('is the answer if the record has changed since it was read', async () => {
    const etag = (await server.owner.request('GET', path)).headers.get('etag') ?? '';
    const first = await patch({ name: 'first' }, { 'if-match': etag });
    expect(first.status).toBe(200);
    expect(first.headers.get('etag')).not.toBe(etag);
    expect(await patch({ name: 'second' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'precondition_failed' },
    });
    expect((await patch({ name: 'third' }, { 'if-match': first.headers.get('etag') ?? '' })).status).toBe(
      200,
    );
    expect((await server.owner.request('GET', path)).body).toMatchObject({ data: { name: 'third' } });
  });

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
