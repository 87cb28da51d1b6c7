import { afterAll, describe, expect, it } from 'vitest';
import { everyField } from '../../../support/rules.ts';
import { startTestServer } from '../../../support/server.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const rule = { name: 'Notice', description: 'The notice period is at least three months.' };
const body = { name: 'Leases', description: 'What a lease must say', rules: [rule] };
const create = (sent: object) => server.owner.request('POST', '/v1/politics', { body: sent });

describe('POST /politics: 201', () => {
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
    ['a rule that is a string', { ...body, rules: ['Notice'] }, ['rules[0]']],
    ['a rule without description', { ...body, rules: [rule, { name: 'n' }] }, ['rules[1].description']],
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
    ['an operation of an update, such as addRules', { ...body, addRules: [rule] }, ['addRules']],
    ['a contact that is a number', { ...body, contactNotifications: [1] }, ['contactNotifications[0]']],
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
});
