import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyField } from '../../../support/rules.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rule = { name: 'Notice', description: 'The notice period is at least three months.' };
const body = { name: 'Leases', description: 'What a lease must say', rules: [rule] };
const create = (sent: object) => server.owner.request('POST', '/v1/politics', { body: sent });

describe('POST /politics: 201', () => {
  it('returns the complete record, with the fields that the service adds', async () => {
    const answer = await create(body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      success: true,
      message: expect.any(String),
      data: {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        workspaceId: server.owner.actor.workspaceId,
        userId: server.owner.actor.userId,
        ...body,
        knowledgeFiles: [],
        contactNotifications: [],
        outputFormat: null,
        metadata: {},
        secondSignOff: false,
        status: 1,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  it('returns the URL of the record in Location and its version in ETag', async () => {
    const { headers } = await create(body);
    const read = await server.owner.request('GET', headers.get('location') ?? '');
    expect(read).toMatchObject({ status: 200, body: { data: body } });
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
  });

  it('stores every allowed field as it was sent', async () => {
    const full = {
      ...body,
      name: '  Leases \u0000 ☃  ',
      rules: [{ ...rule, ifAbsent: 'violated' }, rule, rule, everyField],
      knowledgeFiles: [
        { url: 'https://example.org/law.pdf', type: 'pdf', name: 'Law', size: 12.5 },
        { url: 'HTTP://example.org:80/a%20b?c=d#e', type: 'word', name: 'Guide' },
      ],
      contactNotifications: ['a@example.org', 'a@example.org', 'the office'],
      outputFormat: { type: 'object', properties: { '': { deep: [1, null, { constructor: true }] } } },
    };
    expect((await create(full)).body).toMatchObject({ data: full });
  });

  it('accepts a record exactly as GET returned it, and creates a new one', async () => {
    const first = await create(body);
    const again = await create(JSON.parse(first.text).data);
    expect(again.status).toBe(201);
    expect(JSON.parse(again.text).data._id).not.toBe(JSON.parse(first.text).data._id);
  });
});

describe('POST /politics: 400', () => {
  it.each<[string, object, string[]]>([
    ['an empty object', {}, ['name', 'description', 'rules']],
    ['no rules', { ...body, rules: [] }, ['rules']],
    ['a name that is null', { ...body, name: null }, ['name']],
    ['a name that is a number', { ...body, name: 5 }, ['name']],
    ['a blank name', { ...body, name: ' \n\t' }, ['name']],
    ['a blank description', { ...body, description: '' }, ['description']],
    ['rules that are an object', { ...body, rules: { 0: rule } }, ['rules']],
    ['a rule that is a string', { ...body, rules: ['Notice'] }, ['rules[0]']],
    ['a rule without description', { ...body, rules: [rule, { name: 'n' }] }, ['rules[1].description']],
    [
      'a rule as long as a document',
      { ...body, rules: [{ ...rule, description: 'x'.repeat(10_001) }] },
      ['rules[0].description'],
    ],
    [
      'a rule with an unknown field',
      { ...body, rules: [{ ...rule, sevrity: 'high', source: { file: 'a', quote: 'b', pg: 1 } }] },
      ['rules[0].source.pg', 'rules[0].sevrity'],
    ],
    [
      'a rule with fields of the wrong kind',
      { ...body, rules: [{ ...rule, severity: 1, source: { file: 'a', quote: 'b', page: '3' } }] },
      ['rules[0].severity', 'rules[0].source.page'],
    ],
    [
      'a rule with fields out of bounds',
      { ...body, rules: [{ ...rule, id: 'a b', deadline: '2026-02-30', tags: Array(21).fill('t') }] },
      ['rules[0].id', 'rules[0].tags', 'rules[0].deadline'],
    ],
    [
      'two rules with the same id',
      { ...body, rules: [{ ...rule, id: 'a' }, rule, { ...rule, id: 'a' }] },
      ['rules[0].id', 'rules[2].id'],
    ],
    [
      'a rule with an unknown ifAbsent',
      { ...body, rules: [{ ...rule, ifAbsent: 'no' }] },
      ['rules[0].ifAbsent'],
    ],
    ['an operation of an update, such as addRules', { ...body, addRules: [rule] }, ['addRules']],
    ['an outputFormat that is a list', { ...body, outputFormat: [] }, ['outputFormat']],
    ['an outputFormat that is a string', { ...body, outputFormat: '{}' }, ['outputFormat']],
    ['a contact that is a number', { ...body, contactNotifications: [1] }, ['contactNotifications[0]']],
    [
      'a knowledge file of an unknown type',
      { ...body, knowledgeFiles: [{ url: 'https://example.org/a', type: 'excel', name: 'n' }] },
      ['knowledgeFiles[0].type'],
    ],
    [
      'a size that is a string or negative',
      {
        ...body,
        knowledgeFiles: [
          { url: 'https://example.org/a', type: 'pdf', name: 'n', size: '12' },
          { url: 'https://example.org/a', type: 'pdf', name: 'n', size: -1 },
        ],
      },
      ['knowledgeFiles[0].size', 'knowledgeFiles[1].size'],
    ],
  ])('is the answer to %s', async (_what, sent, paths) => {
    const answer = await create(sent);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        errors: paths.map((path) => ({ path, message: expect.any(String) })),
      },
    });
    for (const path of paths) expect(answer.body).toMatchObject({ detail: expect.stringContaining(path) });
  });

  it.each([
    'ftp://example.org/a.pdf',
    'file:///etc/passwd',
    'example.org/a.pdf',
    'https://user:secret@example.org/a.pdf',
    'https://localhost/a.pdf',
    'http://127.0.0.1/a.pdf',
    'http://[::1]/a.pdf',
    'http://169.254.169.254/latest/meta-data',
    'http://10.1.2.3/a.pdf',
    'http://intranet/a.pdf',
    'http://2130706433/a.pdf',
    'https://',
  ])('is the answer to a knowledge file at %s', async (url) => {
    const sent = { ...body, knowledgeFiles: [{ url, type: 'pdf', name: 'n' }] };
    expect(await create(sent)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'knowledgeFiles[0].url' }] },
    });
  });

  it('is the answer to more rules or recipients than the limits allow, and names the limits', async () => {
    const rules = Array.from({ length: 201 }, () => rule);
    const contactNotifications = Array.from({ length: 101 }, () => 'a@example.org');
    const answer = await create({ ...body, rules, contactNotifications });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [
          { path: 'rules', message: expect.stringContaining('200') },
          { path: 'contactNotifications', message: expect.stringContaining('100') },
        ],
      },
    });
  });

  it('is the answer to an invalid record, of which nothing is stored', async () => {
    const before = (await server.owner.request('GET', '/v1/politics')).body;
    await create({ ...body, rules: [] });
    expect((await server.owner.request('GET', '/v1/politics')).body).toEqual(before);
  });
});
