import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeDocx, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { agentOver } from '../../support/agents.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';
import { contentOf } from '../../support/tracked-changes.ts';
import { waitUntil } from '../../support/wait.ts';

const clauses = [
  'Every invoice must be paid within forty-five (45) days of receipt.',
  'Backups must be kept for at least 6 months.',
];
const facade = 'The tenant shall repaint every facade.';
const rules = [
  { name: 'Payment', description: 'Every invoice must be paid within 30 days of receipt.' },
  { name: 'Backups', description: 'Backups must be kept for at least 12 months.' },
  // An id that each object of JavaScript has too.
  { id: 'constructor', name: 'Facade', description: facade, wording: facade },
];
const lease = Buffer.from(makeDocx(clauses.map((one) => paragraph(one)).join('')));
const text = Buffer.from(clauses.join('\n\n'));

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WORKERS: '1' });
});
afterAll(() => server.stop());

const stored = z.object({ data: z.object({ url: z.string() }) });
const made = z.object({ data: z.object({ _id: z.string() }) });

/** Checks these files, and returns the path of the redline of the run. */
async function checked(names: readonly string[], scope: 'together' | 'each' = 'together'): Promise<string> {
  const { owner } = server;
  const files = [];
  for (const name of names) {
    const { body } = await owner.request('POST', `/v1/files?name=${name}`, {
      raw: name.endsWith('.docx') ? lease : text,
    });
    files.push({ name, type: 'document', url: stored.parse(body).data.url });
  }
  const set = await owner.request('POST', '/v1/politics', { body: { name: 's', description: 'd', rules } });
  const politicsId = made.parse(set.body).data._id;
  const project = await owner.request('POST', '/v1/projects', {
    body: { name: 'p', description: 'd', politicsId, files, scope },
  });
  const path = `/v1/projects/${made.parse(project.body).data._id}`;
  await owner.request('PUT', path, { body: { status: 'deploying' } });
  const ended = z.object({
    data: z.object({ status: z.string(), runs: z.array(z.object({ _id: z.string() })) }),
  });
  const run = await waitUntil(async () => {
    const { status, runs } = ended.parse((await owner.request('GET', path)).body).data;
    return status === 'completed' ? runs[0] : undefined;
  });
  return `${path}/runs/${run?._id}/redline`;
}

const redlined = z.object({
  data: z.object({
    document: z.object({ name: z.string(), url: z.string() }).nullable(),
    findings: z.array(z.looseObject({ rule: z.object({ key: z.string(), name: z.string() }) })),
  }),
});

describe('POST /projects/{id}/runs/{runId}/redline', () => {
  it('answers with the changes that were checked, and stores the Word file that has them', async () => {
    const { owner, stranger } = server;
    const path = await checked(['lease.docx']);
    const { status, body } = await owner.request('POST', path, { body: {} });
    expect(status).toBe(200);
    const { document, findings } = redlined.parse(body).data;
    const answer = {
      offered: true,
      withheld: null,
      before: { outcome: 'violated' },
      after: { outcome: 'satisfied' },
    };
    expect(findings).toMatchObject([
      {
        ...answer,
        rule: { name: 'Payment' },
        changes: [
          {
            file: 'lease.docx',
            quote: clauses[0],
            becomes: clauses[0]?.replace('forty-five (45)', 'thirty (30)'),
          },
        ],
      },
      { ...answer, rule: { name: 'Backups' }, changes: [{ quote: clauses[1] }] },
      { rule: { name: 'Facade' }, changes: [], withheld: expect.stringContaining('comes near') },
    ]);
    expect(document?.name).toBe('lease.redlined.docx');
    const download = () =>
      fetch(document?.url.replace(server.url, server.address) ?? '', {
        headers: { 'api-token': owner.token },
      });
    const bytes = new Uint8Array(await (await download()).arrayBuffer());
    expect(contentOf(bytes, 'accept').join('')).toMatch(/thirty \(30\) days.*12 months/);
    expect(contentOf(bytes, 'reject')).toEqual(contentOf(lease, 'reject'));

    const one = await owner.request('POST', path, { body: { accept: [findings[1]?.rule.key] } });
    expect(redlined.parse(one.body).data.findings.map(({ rule }) => rule.name)).toEqual(['Backups']);
    const key = findings[2]?.rule.key ?? '';
    const placed = await owner.request('POST', path, {
      body: { accept: [key], after: { [key]: '6 months' } },
    });
    expect(redlined.parse(placed.body).data.findings).toMatchObject([
      {
        offered: true,
        changes: [{ quote: clauses[1], becomes: `${clauses[1]}\n${facade}`, inserted: facade }],
      },
    ]);
    expect(await stranger.request('POST', path, { body: {} })).toMatchObject({ status: 404 });
    const unknown = await owner.request('POST', path, {
      body: { accept: ['none'], after: { none: '5.1' } },
    });
    const errors = [{ path: 'accept[0]' }, { path: 'after.none' }];
    expect(unknown).toMatchObject({ status: 400, body: { errors } });
    const without = { message: 'needs a language model: set MODEL', path: 'propose' };
    expect(await owner.request('POST', path, { body: { propose: true } })).toMatchObject({
      ...{ status: 400, body: { errors: [without] } },
    });
  });

  it('redlines the file that is named, if each file is checked on its own, and lists the changes of a file that is not Word', async () => {
    const { owner } = server;
    const path = await checked(['one.docx', 'two.docx', 'three.txt'], 'each');
    const of = async (file: number) =>
      redlined.parse((await owner.request('POST', path, { body: { file } })).body).data;
    const { document, findings } = await of(1);
    expect([document?.name, findings.map(({ offered }) => offered)]).toEqual([
      'two.redlined.docx',
      [true, true, false],
    ]);
    const listed = await of(2);
    expect(listed).toMatchObject({
      document: null,
      findings: [
        { offered: true, changes: [{ file: 'three.txt', locator: { kind: 'lines', from: 1, to: 1 } }] },
        { offered: true, changes: [{ quote: clauses[1], becomes: clauses[1]?.replace('6', '12') }] },
        { offered: false, changes: [] },
      ],
    });
    for (const body of [{}, { file: 3 }])
      expect(await owner.request('POST', path, { body })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'file' }] },
      });
  });

  it('is open to agents, who learn which changes were checked and where the Word file is', async () => {
    const [, project, run] = /projects\/(\w+)\/runs\/(\w+)/.exec(await checked(['lease.docx'])) ?? [];
    const agentOf = ({ token }: TestUser) =>
      agentOver(
        new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), {
          requestInit: { headers: { authorization: `Bearer ${token}` } },
        }),
      );
    const [owner, stranger] = [await agentOf(server.owner), await agentOf(server.stranger)];
    const given = { run: `${project}.${run}` };
    expect(await owner.call('suggest_changes', given)).toMatchObject({
      ...{ isError: false, offered: 2, total: 3, document: { name: 'lease.redlined.docx' } },
      suggestions: [
        {
          ...{ offered: true, before: { outcome: 'violated' }, after: { outcome: 'satisfied' } },
          changes: [{ place: 'lease.docx, paragraph 1', quote: clauses[0] }],
        },
        {},
        { offered: false },
      ],
    });
    expect(await owner.call('suggest_changes', { ...given, propose: true })).toMatchObject({
      error: { code: 'validation_failed', message: expect.stringContaining('needs a language model') },
    });
    expect(await stranger.call('suggest_changes', given)).toMatchObject({
      error: { code: 'project_not_found' },
    });
    for (const { client } of [owner, stranger]) await client.close();
  });
});
