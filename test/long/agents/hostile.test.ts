import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, describe, expect, it } from 'vitest';
import { start } from '../../gate/cli/command.ts';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { startTestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const command = resolve(import.meta.dirname, '../../../bin/proviso.js');
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const rules = [{ name: 'Notice', description: clause }];
const texts = [{ name: 'contract.txt', text: clause }];
const usual = { rules, texts };

const agents: Record<string, TestAgent> = {};
const root = temporaryFolder('hostile-agents');
mkdirSync(join(root, 'open'));
writeFileSync(join(root, 'open/contract.txt'), clause);
const server = await startTestServer({ WORKERS: '1', LIMIT_MCP_WAIT_SECONDS: '60' });
const stdio = new StdioClientTransport({
  ...{ command: process.execPath, args: [command, 'mcp', '--folder', 'open'], cwd: root },
  env: { PATH: process.env.PATH ?? '' },
});
agents['over stdio'] = await agentOver(stdio);
agents['over HTTP'] = await overHttp();
afterAll(async () => {
  for (const agent of Object.values(agents)) await agent.client.close();
  await server.stop();
});

function overHttp() {
  const requestInit = { headers: { Authorization: `Bearer ${server.owner.token}` } };
  return agentOver(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }));
}

function agentNamed(name: string): TestAgent {
  const agent = agents[name];
  if (agent === undefined) throw new Error(`there is no agent ${name}`);
  return agent;
}

const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);
let nested: object = {};
for (let depth = 0; depth < 5_000; depth += 1) nested = { rules: nested };

const arguments_: [string, string, Record<string, unknown>][] = [
  ['100,000 rules', 'check', { ...usual, rules: many(100_000, { name: 'n', description: 'd' }) }],
  [
    'a rule of 2 million characters',
    'check',
    { ...usual, rules: [{ name: 'n', description: 'x'.repeat(2_000_000) }] },
  ],
  ['100,000 files', 'check', { rules, files: many(100_000, 'contract.txt') }],
  [
    '100,000 unknown fields',
    'check',
    Object.fromEntries(many(100_000, 0).map((_, at) => [`field${at}`, at])),
  ],
  ['5,000 levels', 'check', { ...usual, ...nested }],
  ['a number as rules', 'check', { ...usual, rules: 7 }],
  [
    'a field of the prototype',
    'check',
    JSON.parse(`{"rules": ${JSON.stringify(rules)}, "__proto__": {"texts": []}}`),
  ],
  ['a name with NUL', 'check', { rules, files: ['contract.txt\0.pdf'] }],
  ['a path of 100,000 characters', 'check', { rules, files: ['a/'.repeat(50_000)] }],
  ['a run of a million characters', 'get_run', { run: 'f'.repeat(1_000_000) }],
  ['an endless wait', 'get_run', { run: '0'.repeat(24), waitSeconds: 1e308 }],
  ['a foreign cursor', 'list_findings', { run: '0'.repeat(24), after: '../../etc/passwd' }],
  ['100,000 citations', 'verify_citations', { texts, citations: many(100_000, { quote: clause }) }],
  ['a search with the characters of a pattern', 'list_rule_sets', { search: '(a+)+$'.repeat(10_000) }],
];

describe.each(['over stdio', 'over HTTP'])('an agent %s that sends', (transport) => {
  it.each(arguments_)('%s gets a short answer, and the server goes on', async (_, tool, given) => {
    const agent = agentNamed(transport);
    const answer = await agent.call(tool, given).catch((error: Error) => error);
    if (answer instanceof Error) expect(answer.message.length).toBeLessThan(5_000);
    else {
      expect(answer.characters).toBeLessThan(21_000);
      expect(answer.error?.code).not.toBe('internal');
      if (tool !== 'list_rule_sets') expect(answer).toMatchObject({ isError: true });
    }
    expect(await agent.call('check', usual)).toMatchObject({ state: 'completed', labels: { CONFIRMED: 1 } });
  });
});

it('lines on standard input that are not messages do not end proviso mcp', async () => {
  const child = start(['mcp'], { cwd: join(root, 'open'), input: null });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  for (const line of ['not JSON', '[]', '{}', '{"jsonrpc":"2.0","id":1}', `"${'x'.repeat(5_000_000)}"`, '\0'])
    child.stdin.write(`${line}\n`);
  child.stdin.end('{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
  await new Promise((ended) => child.once('close', ended));
  expect(output).toContain('{"result":{},"jsonrpc":"2.0","id":7}');
});

it('an agent that starts runs without end is refused, and the runs that it has started go on', async () => {
  const agent = agentNamed('over stdio');
  const started = await Promise.all(many(60, 0).map(() => agent.call('start_run', usual)));
  const refused = started.filter(({ isError }) => isError);
  expect(refused.length).toBeGreaterThan(0);
  for (const one of refused) expect(one.error?.code).toBe('too_many_runs');
  const last = started.findLast(({ isError }) => !isError);
  expect(await agent.call('get_run', { run: last?.run, waitSeconds: 60 })).toMatchObject({
    state: 'completed',
  });
});

it('two agents with the same numbers of requests do not cancel or read each other’s calls', async () => {
  const [one, other] = [await overHttp(), await overHttp()];
  const long = { rules, texts: [{ name: 'a.txt', text: `${clause}\n\n`.repeat(20_000) }] };
  const controller = new AbortController();
  const canceled = expect(one.call('check', long, { signal: controller.signal })).rejects.toThrow();
  const kept = other.call('check', long);
  controller.abort('no longer needed');
  await canceled;
  expect(await kept).toMatchObject({ isError: false, state: 'completed' });
  await one.client.close();
  await other.client.close();
});
