import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';
import { waitFor } from '../../support/wait.ts';

const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const rules = [{ name: 'Notice', description: clause }];
const texts = [{ name: 'contract.txt', text: clause }];

let server: TestServer;
let owner: TestAgent;
let stranger: TestAgent;

beforeAll(async () => {
  server = await startTestServer({ WORKERS: '1', LIMIT_MCP_WAIT_SECONDS: '30', LIMIT_UNENDED_RUNS: '3' });
  owner = await agentOf(server.owner);
  stranger = await agentOf(server.stranger);
});
afterAll(async () => {
  await owner.client.close();
  await stranger.client.close();
  await server.stop();
});

function transportOf(token: string, { address } = server) {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  return new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit });
}

const agentOf = ({ token }: TestUser, on = server) => agentOver(transportOf(token, on));

describe('an agent over HTTP', () => {
  it('checks a text, and the check is a project that people see', async () => {
    const percents: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => percents.push(progress);
    const answer = await owner.call('check', { rules, texts, name: 'By an agent' }, { onprogress });
    expect(answer).toMatchObject({
      ...{ isError: false, state: 'completed', total: 1 },
      findings: [{ label: 'CONFIRMED', quotes: [{ quote: clause, place: 'contract.txt, line 1' }] }],
    });
    expect(percents.length).toBeGreaterThan(0);
    const [finding] = answer.findings ?? [];
    expect(await owner.read(finding?.quotes[0]?.page ?? '')).toMatchObject({ text: clause });
    const { body } = await server.owner.request('GET', '/v1/projects');
    expect(body).toMatchObject({ data: [{ name: 'By an agent', status: 'completed' }] });
    const again = await owner.call('check', { project: answer.run?.split('.')[0] });
    expect(again).toMatchObject({ state: 'completed', total: 1 });
    expect(again.run).not.toBe(answer.run);
  });

  it('uses a stored rule set, and the same rules are stored once', async () => {
    await owner.call('check', { rules, texts });
    const listed = await owner.call('list_rule_sets');
    expect(listed).toMatchObject({ total: 1, ruleSets: [{ rules: 1 }] });
    const [{ id = '' } = {}] = JSON.parse(JSON.stringify(listed)).ruleSets;
    expect(await owner.call('get_rule_set', { ruleSet: id })).toMatchObject({
      rules: [{ number: 1, description: clause }],
    });
    const { run } = await owner.call('start_run', { ruleSet: id, texts });
    expect(await owner.call('get_run', { run, waitSeconds: 30 })).toMatchObject({ state: 'completed' });
    expect(await owner.call('list_findings', { run, outcome: 'violated' })).toMatchObject({ total: 0 });
  });

  it('verifies citations and lints rules', async () => {
    const citations = [{ quote: clause.replace('24', '72'), source: 'contract.txt' }];
    expect(await owner.call('verify_citations', { citations, texts })).toMatchObject({
      citations: [{ verdict: 'altered' }],
    });
    expect(await owner.call('lint_rules', { rules })).toMatchObject({ total: expect.any(Number) });
  });

  it('cannot read files of the server or of its network', async () => {
    for (const file of ['/etc/passwd', 'file:///etc/passwd', 'contract.pdf'])
      expect(await owner.call('check', { rules, files: [file] })).toMatchObject({
        ...{
          isError: true,
          error: { code: 'validation_failed', message: expect.stringContaining('http(s) link') },
        },
      });
    for (const file of ['http://127.0.0.1/a.pdf', 'http://169.254.169.254/latest'])
      expect(await owner.call('check', { rules, files: [file] })).toMatchObject({
        ...{ isError: true, error: { code: 'validation_failed' } },
      });
  });

  it('reads an uploaded file by its URL', async () => {
    const form = new FormData();
    form.append('file', new Blob([`${clause}\n`]), 'own.txt');
    const uploaded = await fetch(`${server.address}/v1/files`, {
      ...{ method: 'POST', body: form, headers: { 'api-token': server.owner.token } },
    });
    const { data } = JSON.parse(await uploaded.text());
    expect(await owner.call('check', { rules, files: [data.url] })).toMatchObject({
      ...{ state: 'completed', findings: [{ label: 'CONFIRMED', quotes: [{ place: 'own.txt, line 1' }] }] },
    });
    expect(await stranger.call('check', { rules, files: [data.url] })).toMatchObject({ isError: true });
  });
});

describe('another user', () => {
  it('finds none of the runs, findings, pages, projects and rule sets', async () => {
    const { run = '', findings = [] } = await owner.call('check', { rules, texts });
    const [projectId = '', runId = ''] = run.split('.');
    const own = await stranger.call('check', { rules, texts });
    const mixed = `${own.run?.split('.')[0]}.${runId}`;
    for (const ref of [run, mixed]) {
      for (const tool of ['get_run', 'cancel_run', 'list_findings'])
        expect(await stranger.call(tool, { run: ref })).toMatchObject({
          ...{ isError: true, error: { code: expect.stringMatching(/^(project|run)_not_found$/) } },
        });
      expect(await stranger.call('get_finding', { run: ref, finding: findings[0]?.id })).toMatchObject({
        isError: true,
      });
      const page = (findings[0]?.quotes[0]?.page ?? '').replace(run, ref);
      await expect(stranger.read(page)).rejects.toThrow(/not_found/);
    }
    expect(await stranger.call('check', { project: projectId })).toMatchObject({
      error: { code: 'project_not_found' },
    });
    expect(JSON.stringify(await stranger.call('list_runs'))).not.toContain(projectId);
    expect(await stranger.call('get_run', { run: 'x' })).toMatchObject({
      error: { code: 'validation_failed' },
    });
  });

  it('cannot cancel a call by its session and number', async () => {
    const transport = transportOf(server.owner.token);
    const victim = await agentOver(transport);
    const work = victim.call('check', {
      rules,
      texts: [{ name: 'a.txt', text: `${clause}\n\n`.repeat(20_000) }],
    });
    for (let requestId = 0; requestId < 5; requestId += 1)
      await server.stranger.request('POST', '/mcp', {
        body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } },
        headers: {
          accept: 'application/json, text/event-stream',
          'mcp-session-id': transport.sessionId ?? '',
        },
      });
    expect(await work).toMatchObject({ isError: false });
    await victim.client.close();
  });
});

it('a canceled call cancels the run', async () => {
  // Without a worker, the run cannot end before it is canceled.
  const idle = await startTestServer({ WORKERS: '0', LIMIT_MCP_WAIT_SECONDS: '600' });
  const agent = await agentOf(idle.owner, idle);
  const controller = new AbortController();
  const given = { rules, texts, name: 'to cancel' };
  const refused = expect(agent.call('check', given, { signal: controller.signal })).rejects.toThrow();
  const project = async () => {
    const { body } = await idle.owner.request('GET', '/v1/projects?search=to%20cancel');
    return body;
  };
  await waitFor(async () => expect(await project()).toMatchObject({ data: [{ status: 'deploying' }] }));
  controller.abort('no longer needed');
  await refused;
  await waitFor(async () => expect(await project()).toMatchObject({ data: [{ status: 'canceled' }] }));
  await agent.client.close();
  await idle.stop();
});
