import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createClient } from '../../../src/client/index.ts';
import { agentOver } from '../../support/agents.ts';
import { newToken, serve } from '../../support/served.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { waitUntil } from '../../support/wait.ts';
import { pdfOf } from '../cli/command.ts';

const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const rules = [{ name: 'Notice', description: clause }];

const folder = temporaryFolder('clients');
const contract = await pdfOf(['Preamble.', `5. Security\n\n5.1 ${clause}`]);
writeFileSync(join(folder, 'contract.pdf'), contract);
const token = newToken(join(folder, 'data'));
const server = await serve(join(folder, 'data'), { WORKERS: '1' });
afterAll(() => server.powerOff());

/** What every client gets: the rule is met, and its words are on page 2. */
const finding = {
  label: 'CONFIRMED',
  outcome: 'satisfied',
  citations: [{ quote: expect.stringContaining(clause), locator: { kind: 'page', page: 2 } }],
};
const agentFinding = {
  label: 'CONFIRMED',
  outcome: 'satisfied',
  quotes: [{ quote: expect.stringContaining(clause), place: 'contract.pdf, p. 2' }],
};

describe('a running server gives the same finding to', () => {
  it('a program over REST', async () => {
    const headers = { 'api-token': token };
    const ask = async (method: string, path: string, body: unknown = undefined) => {
      const answer = await fetch(`${server.address}/v1${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return z.looseObject({ data: z.unknown() }).parse(await answer.json()).data;
    };
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(contract)], { type: 'application/pdf' }), 'contract.pdf');
    const uploaded = await fetch(`${server.address}/v1/files`, { method: 'POST', headers, body: form });
    const { data: file } = z.object({ data: z.object({ url: z.string() }) }).parse(await uploaded.json());

    const made = z.object({ _id: z.string() });
    const politics = await ask('POST', '/politics', { name: 'Breach', description: 'Notices', rules });
    const project = await ask('POST', '/projects', {
      name: 'By a program',
      description: 'One contract',
      politicsId: made.parse(politics)._id,
      files: [{ name: 'contract.pdf', type: 'document', url: file.url }],
    });
    const path = `/projects/${made.parse(project)._id}`;
    await ask('PUT', path, { status: 'deploying' });
    const status = z.object({ status: z.string() });
    await waitUntil(async () => status.parse(await ask('GET', path)).status === 'completed');
    expect(await ask('GET', `${path}/findings`)).toMatchObject([finding]);
  });

  it('a TypeScript program with the typed client', async () => {
    const proviso = createClient({ url: server.address, token });
    const file = await proviso.files.upload(new Blob([new Uint8Array(contract)]), 'contract.pdf');
    const politics = await proviso.politics.create.mutate({ name: 'Typed', description: 'Notices', rules });
    const { data } = await proviso.projects.create.mutate({
      name: 'By a typed program',
      description: 'One contract',
      politicsId: politics.data._id,
      files: [{ name: 'contract.pdf', type: 'document', url: file.url }],
    });
    await proviso.projects.update.mutate({ id: data._id, status: 'deploying' });
    await waitUntil(
      async () => (await proviso.projects.get.query({ id: data._id })).data.status === 'completed',
    );
    const found = await proviso.findings.list.query({ id: data._id });
    expect(found.data).toMatchObject([finding]);
  });

  it('an agent over HTTP', async () => {
    const upload = createClient({ url: server.address, token }).files.upload;
    const file = await upload(new Blob([new Uint8Array(contract)]), 'contract.pdf');
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    const agent = await agentOver(
      new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }),
    );
    expect(await agent.call('check', { files: [file.url], rules })).toMatchObject({
      state: 'completed',
      findings: [agentFinding],
    });
    await agent.client.close();
  });

  it('an agent of this machine, without the server', async () => {
    const agent = await agentOver(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(process.cwd(), 'bin/proviso.js'), 'mcp', '--folder', folder],
        env: { PATH: process.env.PATH ?? '' },
      }),
    );
    expect(await agent.call('check', { files: ['contract.pdf'], rules })).toMatchObject({
      state: 'completed',
      findings: [agentFinding],
    });
    await agent.client.close();
  });
});
