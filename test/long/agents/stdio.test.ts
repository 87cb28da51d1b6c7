import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfOf } from '../../gate/cli/command.ts';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { waitFor } from '../../support/wait.ts';

const command = resolve(import.meta.dirname, '../../../bin/proviso.js');
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const notice = { name: 'Notice', description: clause };
const secret = 'The secret code is 4711.';

let root = '';
let agent: TestAgent;
let transport: StdioClientTransport;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'proviso-agents-'));
  mkdirSync(join(root, 'open/sub'), { recursive: true });
  mkdirSync(join(root, 'closed'));
  mkdirSync(join(root, 'tmp'));
  const write = (name: string, text: string | Buffer) => writeFileSync(join(root, name), text);
  write('open/contract.pdf', await pdfOf(['Preamble.', `5. Security\n\n5.1 ${clause}`]));
  write('open/rules.yaml', `# What we ask.\n- name: Notice\n  description: ${clause}\n`);
  write('open/not-rules.yaml', 'a: 1\n');
  const sentences = Array.from(
    { length: 60 },
    (_, index) => `Clause ${index} has a notice of ${index} days.`,
  );
  write('open/large.pdf', await pdfOf(Array.from({ length: 400 }, () => sentences.join(' '))));
  write('closed/secret.txt', secret);
  write('closed/rules.yaml', `- name: Secret\n  description: ${secret}\n`);
  symlinkSync(join(root, 'closed/secret.txt'), join(root, 'open/link.txt'));
  symlinkSync(join(root, 'closed'), join(root, 'open/sub/closed'));
  symlinkSync(join(root, 'closed/rules.yaml'), join(root, 'open/linked.yaml'));
  [agent, transport] = await started();
});

afterAll(async () => {
  await agent.client.close();
  rmSync(root, { recursive: true, force: true });
});

async function started(env: Record<string, string> = {}): Promise<[TestAgent, StdioClientTransport]> {
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--folder', 'open'],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', TMPDIR: join(root, 'tmp'), ...env },
  });
  return [await agentOver(stdio), stdio];
}

describe('an agent of proviso mcp', () => {
  it('gets tools whose descriptions say that an ESTIMATED is not a proof', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['check', 'start_run', 'get_run', 'cancel_run', 'list_findings', 'get_finding', 'list_runs'],
      ...['list_rule_sets', 'get_rule_set', 'lint_rules', 'verify_citations'],
    ]);
    expect(agent.client.getInstructions()).toContain('ESTIMATED');
    expect(tools.find(({ name }) => name === 'list_findings')?.description).toContain(
      'must not be presented as proof',
    );
  });

  it('checks a file against its own rules and gets the quote, its page, and the progress', async () => {
    const percents: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => percents.push(progress);
    const answer = await agent.call('check', { files: ['contract.pdf'], rules: [notice] }, { onprogress });
    expect(answer).toMatchObject({
      ...{ isError: false, state: 'completed', total: 1, labels: { CONFIRMED: 1 } },
      findings: [
        {
          ...{ outcome: 'satisfied', label: 'CONFIRMED' },
          quotes: [{ quote: expect.stringContaining(clause), place: 'contract.pdf, p. 2' }],
        },
      ],
    });
    expect(percents.length).toBeGreaterThan(0);
    const [finding] = answer.findings ?? [];
    const page = await agent.read(finding?.quotes[0]?.page ?? '');
    expect(page).toMatchObject({ place: 'contract.pdf, p. 2', text: expect.stringContaining(clause) });
    expect(page).not.toMatchObject({ text: expect.stringContaining('Preamble') });
    expect(await agent.call('get_finding', { run: answer.run, finding: finding?.id })).toMatchObject({
      id: finding?.id,
    });
    const { resources } = await agent.client.listResources();
    expect(resources.map(({ uri }) => uri)).toContain(`proviso://runs/${answer.run}`);
    expect(await agent.read(`proviso://runs/${answer.run}/findings`)).toMatchObject({ total: 1 });
  });

  it('starts a run with a rules file and texts, polls it, and reads the findings with a filter', async () => {
    expect(await agent.call('list_rule_sets')).toMatchObject({
      ruleSets: expect.arrayContaining([
        { id: 'rules.yaml', name: 'rules.yaml', description: 'What we ask.', rules: 1 },
        expect.objectContaining({ id: 'starter:nda' }),
      ]),
    });
    const { run } = await agent.call('start_run', {
      ...{ ruleSet: 'rules.yaml', texts: [{ name: 'mail.txt', text: clause }] },
    });
    expect(await agent.call('get_run', { run, waitSeconds: 30 })).toMatchObject({
      state: 'completed',
      total: 1,
    });
    expect(await agent.call('list_findings', { run, label: 'CONFIRMED' })).toMatchObject({ total: 1 });
    expect(await agent.call('list_findings', { run, outcome: 'violated' })).toMatchObject({
      total: 0,
      findings: [],
    });
    expect(readdirSync(join(root, 'tmp')).filter((name) => name.startsWith('proviso-mcp'))).toEqual([]);
  });

  it('verifies citations and lints rules', async () => {
    const citations = [{ quote: clause }, { quote: clause.replace('24', '72') }];
    expect(await agent.call('verify_citations', { citations, files: ['contract.pdf'] })).toMatchObject({
      ...{ passed: 1, total: 2 },
      citations: [
        { id: '2', verdict: 'altered', changes: [{ kind: 'number', source: '24', quote: '72' }] },
        { id: '1', passes: true, found: { place: 'contract.pdf, p. 2' } },
      ],
    });
    const rules = [{ name: 'Pay', description: 'Invoices shall be paid in a timely manner.' }];
    expect(await agent.call('lint_rules', { rules })).toMatchObject({
      problems: expect.arrayContaining([expect.objectContaining({ rule: 1, code: 'vague_words' })]),
    });
  });

  it.each([
    ['check', {}, 'validation_failed', /ruleSet or rules is required.*files or texts needs/],
    [
      'check',
      { rules: [{ name: 'x' }], files: ['contract.pdf'] },
      'validation_failed',
      /rules\[0\]\.description is required/,
    ],
    ['check', { rule: 1 }, 'validation_failed', /rule is not a field: did you mean rules\?/],
    ['check', { rules: [notice], files: ['none.pdf'] }, 'file_not_found', /none\.pdf does not exist/],
    ['check', { ruleSet: 'not-rules.yaml', files: ['contract.pdf'] }, 'bad_input', /not-rules\.yaml/],
    ['check', { ruleSet: 'starter:no', files: ['contract.pdf'] }, 'rule_set_not_found', /list_rule_sets/],
    ['get_run', { run: 'abc' }, 'run_not_found', /no run abc/],
    ['list_findings', { run: 'abc' }, 'run_not_found', /no run abc/],
    ['dance', {}, 'path_not_found', /no tool dance/],
  ])('gets an error with a stable code: %s %j', async (tool, given, code, message) => {
    const answer = await agent.call(tool, given);
    expect(answer).toMatchObject({ isError: true, error: { code, message: expect.stringMatching(message) } });
  });
});

describe('files outside of the folders', () => {
  it.each([
    ['../closed/secret.txt'],
    ['/etc/passwd'],
    ['../closed/none.txt'],
    ['link.txt'],
    ['sub/closed'],
    ['sub/closed/secret.txt'],
    ['sub/../../closed/secret.txt'],
    ['../open-other'],
  ])('cannot be read: %s', async (file) => {
    for (const [tool, given] of [
      ['check', { files: [file], rules: [notice] }],
      ['verify_citations', { files: [file], citations: [{ quote: secret }] }],
    ] as const) {
      const answer = await agent.call(tool, given);
      expect(answer).toMatchObject({ isError: true, error: { code: 'file_not_allowed' } });
      expect(JSON.stringify(answer)).not.toContain('4711');
    }
  });

  it('cannot be read as rules, and rules files behind links are not listed', async () => {
    for (const ruleSet of ['../closed/rules.yaml', 'linked.yaml', 'starter:../../../etc/passwd'])
      expect(await agent.call('get_rule_set', { ruleSet })).toMatchObject({
        error: { code: expect.stringMatching(/^(file_not_allowed|rule_set_not_found)$/) },
      });
    expect(JSON.stringify(await agent.call('list_rule_sets'))).not.toContain('linked');
  });

  it('are left out of a folder that has links to them', async () => {
    const answer = await agent.call('verify_citations', {
      files: ['sub/..'],
      citations: [{ quote: secret }],
    });
    expect(answer).toMatchObject({ passed: 0, citations: [{ verdict: 'not_found' }] });
  });
});

it('no answer is longer than the limit, and paging gets every finding once', async () => {
  const [small] = await started({ LIMIT_MCP_CHARACTERS: '6000' });
  const rules = Array.from({ length: 60 }, (_, index) => ({
    name: `Rule ${index} ${'long '.repeat(80)}`.slice(0, 490),
    description: `${clause} ${'The Customer pays the fee. '.repeat(40)}`,
  }));
  const text = `${clause} ${'word '.repeat(2_000)}.\n`.repeat(3);
  let page = await small.call('check', { rules, texts: [{ name: `${'n'.repeat(200)}.txt`, text }] });
  const { run } = page;
  const seen: number[] = [];
  for (;;) {
    expect(page).toMatchObject({ isError: false, total: 60 });
    expect(page.characters).toBeLessThanOrEqual(6_000);
    for (const finding of page.findings ?? []) seen.push(finding.rule.number);
    if (page.nextCursor === null) break;
    page = await small.call('list_findings', { run, after: page.nextCursor });
  }
  expect(seen).toEqual(rules.map((_, index) => index + 1));
  expect((await small.call('lint_rules', { rules })).characters).toBeLessThanOrEqual(6_000);
  await small.client.close();
});

it.runIf(process.platform === 'linux')(
  'a canceled check leaves no process, and the next check works',
  async () => {
    const controller = new AbortController();
    const work = agent.call(
      'check',
      { rules: [notice], files: ['large.pdf'], name: 'to cancel' },
      {
        signal: controller.signal,
      },
    );
    const refused = expect(work).rejects.toThrow();
    await waitFor(() => expect(childrenOf(transport.pid)).not.toEqual([]));
    // A stopped process never answers, so that the check cannot end before it is canceled.
    for (const child of childrenOf(transport.pid)) process.kill(Number(child), 'SIGSTOP');
    controller.abort('no longer needed');
    await refused;
    await waitFor(() => expect(childrenOf(transport.pid)).toEqual([]));
    await waitFor(async () =>
      expect(JSON.stringify(await agent.call('list_runs'))).toMatch(/"name":"to cancel","state":"canceled"/),
    );
    const texts = [{ name: 'a.txt', text: clause }];
    expect(await agent.call('check', { rules: [notice], texts })).toMatchObject({ state: 'completed' });
  },
);

it.runIf(process.platform === 'linux')('an agent that goes away ends the process and the check', async () => {
  const [other, { pid }] = await started();
  await other.call('start_run', { rules: [notice], files: ['large.pdf'] });
  await waitFor(() => expect(childrenOf(pid)).not.toEqual([]));
  const children = childrenOf(pid);
  await other.client.close();
  const alive = () => [String(pid), ...children].filter((one) => commandOf(one) !== '');
  await waitFor(() => expect(alive()).toEqual([]));
});

function childrenOf(pid: number | null): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
