import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { officePdfs } from '../../../src/services/evidence/office-pdfs.ts';
import { reportFormats } from '../../../src/services/report/formats.ts';
import { type CitedOfficeFile, citedOfficeFile } from '../../support/office-records.ts';
import { type OwnedRecords, ownedRecordsOf } from '../../support/owned-records.ts';
import { type Answer, type RequestOptions, startTestServer, type TestServer } from '../../support/server.ts';
import { makePdf } from '../engine/load/support/make-pdf.ts';
import { makeDocx, paragraph } from '../engine/load/support/make-zip.ts';

const header = z.object({ required: z.boolean().default(false), schema: z.record(z.string(), z.unknown()) });
const response = z.object({
  headers: z.record(z.string(), z.object({ $ref: z.string() })).default({}),
  content: z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) })).default({}),
});
const committed: unknown = JSON.parse(readFileSync('openapi.json', 'utf8'));
const documented = z
  .object({
    paths: z.record(
      z.string(),
      z.record(z.string(), z.object({ responses: z.record(z.string(), response) })),
    ),
    components: z.looseObject({ headers: z.record(z.string(), header) }),
  })
  .parse(committed);
const operations = Object.entries(documented.paths).flatMap(([path, item]) =>
  Object.keys(item).map((method) => ({ name: `${method.toUpperCase()} ${path}`, path, method })),
);

const ajv = addFormats.default(new Ajv2020.default({ strict: false, allErrors: true }));
ajv.addSchema({ $id: 'document', components: documented.components });

/** Headers that any web server sends or that protect browsers. openapi.json does not have to document them. */
const ordinary = new Set([
  ...['date', 'connection', 'keep-alive', 'content-type', 'content-length', 'transfer-encoding'],
  ...['content-encoding', 'vary'],
  ...[
    'content-security-policy',
    'cross-origin-resource-policy',
    'referrer-policy',
    'strict-transport-security',
  ],
  ...['x-content-type-options', 'x-frame-options', 'x-accel-buffering'],
]);

let server: TestServer;
let owned: OwnedRecords;
let office: CitedOfficeFile;
/** The id of a rule set that no project uses. */
let unusedId: string;
/** The id of an open invitation to the workspace of the owner, of which the administrator is a member. */
let invitationId: string;

const invite = (email: string) =>
  server.members.invite(server.owner.actor, server.owner.actor.workspaceId, { email, role: 'viewer' });

const secretOf = ({ link }: { link: string | null }) => link?.split('#')[1] ?? '';

beforeAll(async () => {
  server = await startTestServer();
  owned = await ownedRecordsOf(server, server.owner.actor);
  const words = 'The notice period is four months.';
  office = await citedOfficeFile(server, server.owner.actor, {
    ...{ text: words, quotes: [words], bytes: makeDocx(paragraph(words)) },
  });
  const pdf = join(server.folder, 'pages.pdf');
  await writeFile(pdf, await makePdf([[{ text: words, y: 700 }]]));
  const { actor } = server.owner;
  await officePdfs(server.dependencies).put(
    { owner: actor.userId, sha256: office.source.sha256 },
    pdf,
    1_000_000,
  );
  await server.members.accept(server.admin.actor, secretOf(await invite('admin@example.org')));
  invitationId = (await invite('ada@example.org'))._id;
  unusedId = (await server.services.politics.create(server.owner.actor, content))._id;
});
afterAll(() => server.stop());

/** A successful request to each operation, in an order in which each request finds the records that it needs. */
const requests: Record<string, () => RequestOptions & { query?: string }> = {
  'POST /files': () => ({
    query: '?name=a.txt',
    raw: 'Four months.',
    headers: { 'idempotency-key': 'file' },
  }),
  'POST /politics': () => ({ body: content, headers: { 'idempotency-key': 'politics' } }),
  'POST /politics/lint': () => ({ body: { rules: content.rules } }),
  'POST /politics/extract': () => ({
    body: { files: [{ name: 'a.txt', type: 'text', content: 'The tenant shall pay the rent.' }] },
  }),
  'GET /politics': () => ({ query: '?search=Leases' }),
  'GET /politics/{id}': () => ({}),
  'PATCH /politics/{id}': () => ({ body: { addRules: content.rules } }),
  'POST /projects': () => ({ body: { ...content, rules: undefined, politicsId: owned.politicsId } }),
  'GET /projects': () => ({}),
  'GET /projects/{id}': () => ({}),
  'GET /projects/{id}/findings': () => ({}),
  'GET /projects/{id}/runs/{runId}/findings/{findingId}/text': () => ({}),
  'GET /projects/{id}/runs/{runId}/findings/{findingId}/pages': () => ({}),
  'GET /projects/{id}/runs': () => ({}),
  'GET /projects/{id}/runs/{runId}': () => ({}),
  'GET /projects/{id}/runs/{runId}/diff': () => ({}),
  'POST /projects/{id}/runs/{runId}/redline': () => ({ body: {} }),
  'PUT /projects/{id}/runs/{runId}/sign-off': () => ({ body: { comment: 'read' } }),
  'GET /projects/{id}/runs/{runId}/sign-off': () => ({}),
  'DELETE /projects/{id}/runs/{runId}/sign-off': () => ({}),
  'GET /overview': () => ({}),
  'GET /usage': () => ({}),
  'GET /workspaces': () => ({}),
  'PATCH /workspaces/{id}': () => ({ body: { name: 'Buying' }, headers: { 'idempotency-key': 'rename' } }),
  'GET /workspaces/{id}/budget': () => ({}),
  'PUT /workspaces/{id}/budget': () => ({ body: { tokens: 1_000, cost: null } }),
  'GET /workspaces/{id}/members': () => ({}),
  'PUT /workspaces/{id}/members/{userId}': () => ({ body: { role: 'editor' } }),
  'DELETE /workspaces/{id}/members/{userId}': () => ({}),
  'GET /workspaces/{id}/invitations': () => ({}),
  'POST /workspaces/{id}/invitations': () => ({ body: { email: 'bob@example.org', role: 'viewer' } }),
  'DELETE /workspaces/{id}/invitations/{invitationId}': () => ({}),
  'DELETE /workspaces/{id}': () => ({}),
  'GET /audit': () => ({}),
  'GET /audit/export': () => ({}),
  'GET /audit/verify': () => ({}),
  'GET /projects/{id}/report': () => ({}),
  'GET /projects/{id}/bundle': () => ({}),
  'GET /.well-known/jwks.json': () => ({}),
  'GET /projects/{id}/events': () => ({}),
  'POST /projects/{id}/events/ticket': () => ({}),
  'POST /projects/{id}/estimate': () => ({}),
  'PUT /projects/{id}/findings/{findingId}/review': () => ({ body: { label: 'ESTIMATED', reason: 'read' } }),
  'PUT /projects/{id}/findings/{findingId}/assignee': () => ({ body: { userId: server.owner.actor.userId } }),
  'DELETE /projects/{id}/findings/{findingId}/review': () => ({}),
  'GET /projects/{id}/notifications': () => ({}),
  'POST /projects/{id}/notifications/{notificationId}/resend': () => ({}),
  'POST /verify': () => ({
    body: {
      citations: [{ quote: 'Four months are the notice.' }],
      sources: [{ name: 'a.txt', type: 'text', content: 'Four weeks are the notice.' }],
    },
  }),
  'GET /webhooks/key': () => ({ query: '?url=https%3A%2F%2Fexample.org' }),
  'POST /webhooks/key/rotate': () => ({
    body: { url: 'https://example.org' },
    headers: { 'idempotency-key': 'rotate' },
  }),
  'POST /webhooks/test': () => ({ body: { url: 'https://nowhere.invalid' } }),
  'PUT /projects/{id}': () => ({ body: { status: 'deploying' }, headers: { 'idempotency-key': 'deploy' } }),
  'POST /projects/{id}/cancel': () => ({ headers: { 'idempotency-key': 'cancel' } }),
  'DELETE /projects/{id}': () => ({}),
  'DELETE /politics/{id}': () => ({}),
};
const content = {
  name: 'Terms',
  description: 'of rent',
  rules: [{ name: 'Notice', description: 'The notice is three months.' }],
};

describe('the answers of the service match openapi.json', () => {
  it('for every operation', () => {
    expect(Object.keys(requests).sort()).toEqual(operations.map(({ name }) => name).sort());
  });

  describe.each(Object.keys(requests))('%s', (name) => {
    const ask = (user: 'owner' | 'stranger' | null): Promise<Answer> => {
      const [method = '', path = ''] = name.split(' ');
      const { query = '', ...options } = requests[name]?.() ?? {};
      const { runId, findingId } = isCited(name) ? office : owned;
      const address = `/v1${path
        .replace('{runId}', runId)
        .replace('{findingId}', findingId)
        .replace('{notificationId}', owned.notificationId)
        .replace('{userId}', server.admin.actor.userId)
        .replace('{invitationId}', invitationId)
        .replace('{id}', idFor(name))}${query}`;
      return user === null
        ? server.anonymous(method, address, options)
        : server[user].request(method, address, options);
    };

    it('without a token', async () =>
      expectDocumented(name, await ask(null), name.includes('/.well-known/') ? 200 : 401));
    it('for a user without access', async () => {
      const answer = await ask('stranger');
      expectDocumented(
        name,
        answer,
        name.includes('{id}') || name === 'POST /projects' ? 404 : answer.status,
      );
    });
    it('for the owner', async () => {
      const answer = await ask('owner');
      const makes = /^POST \/(?!verify)(\w+|workspaces\/\{id\}\/invitations)$/.test(name);
      // The own workspace of a person cannot be deleted.
      expectDocumented(name, answer, name === 'DELETE /workspaces/{id}' ? 409 : makes ? 201 : 200);
      if (!requests[name]?.().headers) return;
      const again = await ask('owner');
      expectDocumented(name, again, answer.status);
      expect(again.headers.get('idempotency-replayed')).toBe('true');
    });
  });
});

describe('the report of a run matches openapi.json', () => {
  const responseOf = (type: string) =>
    documented.paths['/projects/{id}/report']?.get?.responses['200']?.content[type]?.schema;

  it.each(Object.entries(reportFormats))('as %s', async (format, { mediaType }) => {
    const path = `/v1/projects/${office.projectId}/report?format=${format}`;
    const { status, text } = await server.owner.request('GET', path);
    expect(status).toBe(200);
    const [type = ''] = mediaType.split(';');
    expectValid(responseOf(type), /json$/.test(type) ? JSON.parse(text) : text);
  });

  it.each(['pdf', 'docx', 'xlsx'] as const)('as the bytes of a %s file', (format) => {
    expect(responseOf(reportFormats[format].mediaType)).toEqual({ type: 'string', format: 'binary' });
  });
});

/** Whether an operation needs a run whose cited text is stored. */
function isCited(name: string): boolean {
  return /\/(?:pages|bundle|redline)$/.test(name);
}

function idFor(name: string): string {
  if (name === 'DELETE /politics/{id}') return unusedId;
  if (name.includes('/workspaces/')) return server.owner.actor.workspaceId;
  if (isCited(name)) return office.projectId;
  return name.includes('/politics/') ? owned.politicsId : owned.projectId;
}

function expectDocumented(name: string, answer: Answer, status: number): void {
  expect(answer, answer.text).toMatchObject({ status });
  const [method = '', path = ''] = name.split(' ');
  const found = documented.paths[path]?.[method.toLowerCase()]?.responses[String(status)];
  if (!found) throw new Error(`${name} does not document ${status}`);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  expect(Object.keys(found.content)).toContain(type);
  if (answer.body !== null) {
    expectValid(found.content[type]?.schema, answer.body);
  }
  const sent = [...answer.headers.keys()].filter((one) => !ordinary.has(one));
  const named = new Map(Object.entries(found.headers).map(([one, { $ref }]) => [one.toLowerCase(), $ref]));
  expect(sent.filter((one) => !named.has(one))).toEqual([]);
  for (const [one, $ref] of named) {
    const { required, schema } =
      documented.components.headers[$ref.split('/').at(-1) ?? ''] ?? header.parse({});
    const value = answer.headers.get(one);
    if (value !== null) expectValid(schema, value);
    else expect(required, `${one} is missing`).toBe(false);
  }
}

function expectValid(schema: unknown, value: unknown): void {
  const resolvable = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));
  const valid = ajv.validate(resolvable, value);
  expect(valid, ajv.errorsText()).toBe(true);
}
