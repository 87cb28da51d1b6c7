import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ownedRecordsOf } from '../../support/owned-records.ts';
import { startTestServer } from '../../support/server.ts';

/** Number of requests. They are sent ten at a time, so that some run concurrently. */
const howMany = 5_000;
const atOnce = 10;

const schemaOf = z.object({ $ref: z.string().optional() }).loose();
const documented = z
  .object({
    paths: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional(),
          requestBody: z.object({ content: z.record(z.string(), z.object({ schema: schemaOf })) }).optional(),
          responses: z.record(z.string(), z.unknown()),
        }),
      ),
    ),
  })
  .parse(JSON.parse(readFileSync('openapi.json', 'utf8')));

const operations = Object.entries(documented.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
);

/** The names of fields and parameters of the whole API; most do not fit a given request. */
const names = [
  ...new Set(
    [
      ...readFileSync('openapi.json', 'utf8').matchAll(
        /"(\w+)": \{\s+"(?:type|anyOf|\$ref|items|description)"/g,
      ),
    ].map(([, name]) => name ?? ''),
  ),
];

const server = await startTestServer();
const owned = await ownedRecordsOf(server, server.owner.actor);
afterAll(() => server.stop());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'draft',
    'deploying',
    'text',
    'document',
    'pdf',
    'https://example.org/a.pdf',
  ),
  fc.constantFrom(
    'http://127.0.0.1/',
    '__proto__',
    'constructor',
    '😀',
    '\ud800',
    'CONFIRMED',
    "'; drop table",
    '%',
  ),
);
const id = fc.constantFrom('politics', 'project', 'run', 'finding', 'unknown', 'none');
const number = fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, 1, -1, 1.5, 2 ** 53, 1e308));
const { json } = fc.letrec<{ json: unknown; list: unknown[]; object: object }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { weight: 4, arbitrary: text },
    { weight: 2, arbitrary: number },
    fc.constantFrom(null, true, false),
    tie('list'),
    tie('object'),
  ),
  list: fc.array(tie('json'), { maxLength: 4 }),
  object: fc.dictionary(fc.oneof(fc.constantFrom(...names), text), tie('json'), { maxKeys: 5 }),
}));
const rule = fc.record({ name: text, description: text }, { requiredKeys: [] });
const file = fc.record(
  { name: text, type: text, url: text, content: text, size: number },
  { requiredKeys: [] },
);
/** Bodies that are almost valid, so that many are accepted and stored. */
const likely = fc.record(
  {
    name: text,
    description: text,
    rules: fc.oneof(fc.array(rule, { maxLength: 3 }), json),
    politicsId: id,
    files: fc.oneof(fc.array(file, { maxLength: 3 }), json),
    scope: fc.oneof(fc.constantFrom('together', 'each'), json),
    status: fc.oneof(fc.constantFrom('draft', 'deploying'), json),
    knowledgeFiles: fc.oneof(fc.array(file, { maxLength: 2 }), json),
    contactNotifications: fc.oneof(fc.array(text, { maxLength: 3 }), json),
    outputFormat: json,
    addRules: fc.oneof(fc.array(rule, { maxLength: 2 }), json),
    removeRules: fc.oneof(fc.array(number, { maxLength: 2 }), json),
    updateRule: fc.oneof(fc.record({ index: number, name: text }, { requiredKeys: [] }), json),
    removeKnowledgeFiles: fc.array(number, { maxLength: 2 }),
    label: fc.oneof(fc.constantFrom('CONFIRMED', 'NOT FOUND', 'ESTIMATED'), json),
    reason: text,
  },
  { requiredKeys: [] },
);
/** Bodies that are each valid for some operation. */
const right = fc.constantFrom(
  { name: 'n', description: 'd', rules: [{ name: 'r', description: 'd' }] },
  { name: 'n', description: 'd', politicsId: 'politics', files: [{ name: 't', type: 'text', content: 'c' }] },
  { status: 'deploying' },
  { addRules: [{ name: 'r', description: 'd' }], removeRules: [0] },
  { label: 'ESTIMATED', reason: 'r' },
  {},
);
const oddHeaders = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data; boundary=x',
      ';',
    ),
    'if-match': fc.constantFrom('"1"', '*', '"2.1"', 'W/"1"', ',', '"99999999999999999999"'),
    'if-none-match': fc.constantFrom('"1"', '*', '"2.3"', ','),
    'idempotency-key': fc.constantFrom('a', 'b', '\u00e9', ' ', 'x'.repeat(300)),
    'x-request-id': fc.constantFrom('abc', '<>', 'x'.repeat(100)),
    'content-encoding': fc.constantFrom('gzip', 'identity', 'br', 'none'),
    'api-token': fc.constantFrom('', 'pv_x', 'x'.repeat(500)),
    range: fc.constantFrom('bytes=0-1', 'x'),
  },
  { requiredKeys: [] },
);
const request = fc.record({
  operation: fc.constantFrom(...operations.map(({ method, path }) => `${method} ${path}`)),
  ids: fc.tuple(id, id),
  query: fc.dictionary(
    fc.oneof(fc.constantFrom('page', 'pageSize', 'search', 'label', 'runId', 'name'), text),
    fc.oneof(text, number.map(String)),
    { maxKeys: 3 },
  ),
  body: fc.oneof(
    { weight: 4, arbitrary: right },
    { weight: 6, arbitrary: likely },
    { weight: 2, arbitrary: json },
    fc.constant(undefined),
  ),
  headers: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, oddHeaders),
});

type Sent = typeof request extends fc.Arbitrary<infer Value> ? Value : never;

const statusesOf = new Map(
  operations.map(({ method, path, responses }) => [`${method} ${path}`, Object.keys(responses)]),
);

describe('a random request', () => {
  it(`(${howMany} of them) is answered with a documented status below 500, and with a problem if it fails`, async () => {
    const seen = new Map<number, number>();
    const idOf = (kind: string) =>
      ({
        politics: owned.politicsId,
        project: owned.projectId,
        run: owned.runId,
        finding: owned.findingId,
        unknown: 'f'.repeat(24),
      })[kind] ?? kind;

    const sendOne = async ({ operation, ids, query, body, headers }: Sent) => {
      const [method = '', path = ''] = operation.split(' ');
      const [first, ...more] = ids;
      const at = path.replace('{id}', idOf(first)).replace(/\{\w+\}/g, () => idOf(more.shift() ?? ''));
      const search = new URLSearchParams(query);
      const hasNoBody = method === 'GET' || method === 'DELETE' || body === undefined;
      const raw = JSON.stringify(body, (key, value) =>
        key === 'politicsId' && typeof value === 'string' ? idOf(value) : value,
      );
      const answer = await server.owner.request(method, `/v1${at}${search.size > 0 ? `?${search}` : ''}`, {
        ...(!hasNoBody && raw !== undefined && { raw }),
        headers: { 'content-type': 'application/json', ...headers },
      });
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      expect(statusesOf.get(operation)).toContain(String(answer.status));
      if (answer.status >= 400) {
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(answer.body).toMatchObject({
          success: false,
          status: answer.status,
          code: expect.any(String),
        });
      }
    };

    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: atOnce, maxLength: atOnce }), async (sent) => {
        await Promise.all(sent.map(sendOne));
      }),
      { numRuns: howMany / atOnce, seed: 20261121, endOnFailure: true },
    );
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404]));
    expect((await server.anonymous('GET', '/healthz')).status).toBe(200);
  });
});
