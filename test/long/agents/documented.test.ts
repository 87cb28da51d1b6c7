import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { repositoryRoot } from '../../gate/unit/house/repository.ts';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const page = readFileSync(join(repositoryRoot, 'docs/mcp.md'), 'utf8');
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const rules = [{ name: 'Notice', description: clause }];
const local = z.object({ command: z.string(), args: z.array(z.string()) });
const remote = z.object({
  type: z.literal('http'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
});
const [onMachine = {}, withService = {}, error = {}] = blocks('json').map((text) => JSON.parse(text));

let agents: { stdio: TestAgent; http: TestAgent };
const folder = temporaryFolder('documented-agents');
writeFileSync(join(folder, 'contract.txt'), clause);
const server = await startTestServer({ WORKERS: '1', LIMIT_MCP_WAIT_SECONDS: '60' });
const { command, args } = local.parse(onMachine.mcpServers.proviso);
const stdio = new StdioClientTransport({
  command,
  args: args.map((one) =>
    one.replace('/home/ada/contracts', folder).replace('/home/ada/proviso', repositoryRoot),
  ),
});
const { url, headers } = remote.parse(withService.mcpServers.proviso);
const requestInit = {
  headers: { Authorization: (headers.Authorization ?? '').replace('TOKEN', server.owner.token) },
};
const address = new URL(url.replace('http://localhost:3000', server.address));
const http = new StreamableHTTPClientTransport(address, { requestInit });
agents = { stdio: await agentOver(stdio), http: await agentOver(http) };
afterAll(async () => {
  await agents.stdio.client.close();
  await agents.http.client.close();
  await server.stop();
});

describe('docs/mcp.md', () => {
  it('has configurations with which an agent checks a document', async () => {
    const files = { rules, files: ['contract.txt'] };
    expect(await agents.stdio.call('check', files)).toMatchObject({ labels: { CONFIRMED: 1 } });
    const texts = { rules, texts: [{ name: 'contract.txt', text: clause }] };
    expect(await agents.http.call('check', texts)).toMatchObject({ labels: { CONFIRMED: 1 } });
  });

  it('has the same command and folder for every program', () => {
    const { command, args } = local.parse(onMachine.mcpServers.proviso);
    const [toml = ''] = blocks('toml');
    expect(toml).toContain(`command = ${JSON.stringify(command)}\n`);
    expect(toml).toContain(`args = ${JSON.stringify(args).replaceAll(',', ', ')}\n`);
    expect(page).toContain(`claude mcp add proviso -- ${[command, ...args].join(' ')}`);
    const { url } = remote.parse(withService.mcpServers.proviso);
    expect(page).toContain(
      `claude mcp add --transport http proviso ${url} --header "Authorization: Bearer TOKEN"`,
    );
  });

  it('lists every tool and resource, and no other', async () => {
    const rows = (heading: string) =>
      (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '')
        .split('\n')
        .flatMap((line) => (/^\| (`[^|]+`) \|/.exec(line)?.[1] ?? '').split(', '))
        .flatMap((name) => name.replaceAll('`', '') || []);
    for (const { client } of Object.values(agents)) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).toSorted()).toEqual(rows('Tools').toSorted());
      const { resourceTemplates } = await client.listResourceTemplates();
      const written = resourceTemplates.map(({ uriTemplate }) =>
        uriTemplate
          .replace('{list}/{index}', 'citations/0')
          .replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase()),
      );
      expect(written).toEqual(rows('Resources'));
    }
  });

  it('shows an error that agents get', async () => {
    const answer = await agents.stdio.call('check', { rules, files: ['../x.pdf'] });
    expect(answer.error?.code).toBe(error.error.code);
    expect(answer.error?.message).toContain(error.error.message.replace(/: …$/, ''));
  });
});

/** The code blocks of the page that have the language. */
function blocks(language: string): string[] {
  return [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === language && body !== undefined ? [body] : [],
  );
}
