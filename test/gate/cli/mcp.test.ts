import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, describe, expect, it } from 'vitest';
import { agentOver, type TestAgent } from '../../support/agents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { makeDocx, paragraph } from '../engine/load/support/make-zip.ts';
import { pdfOf } from './command.ts';

const command = resolve(import.meta.dirname, '../../../bin/proviso.js');
const clause = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const notice = { name: 'Notice', description: clause };
const secret = 'The secret code is 4711.';

const root = temporaryFolder('agents');
mkdirSync(join(root, 'open/sub'), { recursive: true });
mkdirSync(join(root, 'closed'));
mkdirSync(join(root, 'tmp'));
const write = (name: string, text: string | Buffer) => writeFileSync(join(root, name), text);
write('open/contract.pdf', await pdfOf(['Preamble.', `5. Security\n\n5.1 ${clause}`]));
write('open/rules.yaml', `# What we ask.\n- name: Notice\n  description: ${clause}\n`);
write('open/not-rules.yaml', 'a: 1\n');
write('open/huge-rules.yaml', `- name: Notice\n  description: ${clause}\n#${' '.repeat(1024 * 1024)}`);
write('closed/secret.txt', secret);
write('closed/rules.yaml', `- name: Secret\n  description: ${secret}\n`);
symlinkSync(join(root, 'closed/secret.txt'), join(root, 'open/link.txt'));
symlinkSync(join(root, 'closed'), join(root, 'open/sub/closed'));
symlinkSync(join(root, 'closed/rules.yaml'), join(root, 'open/linked.yaml'));
const agent = await started();

afterAll(() => agent.client.close());

async function started(env: Record<string, string> = {}): Promise<TestAgent> {
  const stdio = new StdioClientTransport({
    command: process.execPath,
    args: [command, 'mcp', '--folder', 'open'],
    cwd: root,
    env: { PATH: process.env.PATH ?? '', TMPDIR: join(root, 'tmp'), ...env },
  });
  return agentOver(stdio);
}

describe('an agent of proviso mcp', () => {
  it('gets tools whose descriptions say that an ESTIMATED is not a proof', async () => {
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['check', 'start_run', 'get_run', 'cancel_run', 'list_findings', 'get_finding', 'list_runs'],
      ...['suggest_changes', 'list_rule_sets', 'get_rule_set', 'lint_rules', 'verify_citations'],
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

  it('lists only rules files of at most 1 MB, and its runs with the latest first', async () => {
    expect(JSON.stringify(await agent.call('list_rule_sets'))).not.toContain('huge-rules');
    const texts = ['a', 'b'].map((name) => ({ name: `${name}.txt`, text: clause }));
    for (const [name, total, scope] of [
      ['first', 1, 'together'],
      ['second', 2, 'each'],
    ] as const)
      expect(await agent.call('check', { name, scope, texts, rules: [notice] })).toMatchObject({
        ...{ state: 'completed', total },
      });
    const { runs } = await agent.call('list_runs');
    expect(runs).toMatchObject([
      { name: 'second' },
      { name: 'first' },
      ...Array.from({ length: 2 }, () => ({})),
    ]);
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

  it('gets changes that were checked, writes no file, and is told if the file has changed since', async () => {
    const files = ['agreed.docx'];
    const file = join(root, 'open/agreed.docx');
    const bytes = Buffer.from(makeDocx(paragraph(clause.replace('24', '72'))));
    writeFileSync(file, bytes);
    const { run } = await agent.call('check', { files, rules: [notice] });
    expect(await agent.call('suggest_changes', { run })).toMatchObject({
      ...{ isError: false, offered: 1, total: 1, document: null },
      suggestions: [
        {
          ...{ offered: true, before: { outcome: 'violated' }, after: { outcome: 'satisfied' } },
          changes: [
            { place: 'agreed.docx, paragraph 1', quote: clause.replace('24', '72'), becomes: clause },
          ],
        },
      ],
    });
    expect([readFileSync(file), readdirSync(join(root, 'tmp'))]).toEqual([bytes, []]);
    expect(await agent.call('suggest_changes', { run, file: 1 })).toMatchObject({
      error: { code: 'validation_failed', message: expect.stringContaining('file is not the index') },
    });
    writeFileSync(file, makeDocx(paragraph(clause.replace('24', '48'))));
    expect(await agent.call('suggest_changes', { run })).toMatchObject({ error: { code: 'file_changed' } });
    rmSync(file);
    const sent = await agent.call('check', {
      ...{ files: ['contract.pdf'], rules: [notice] },
      texts: [{ name: 'mail.txt', text: clause.replace('24', '72') }],
    });
    expect(await agent.call('suggest_changes', { run: sent.run, file: 1 })).toMatchObject({
      error: { code: 'bad_input', message: expect.stringContaining('save them as files') },
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

it('an answer is as long as the limit allows and no longer, and paging gets every finding once', async () => {
  const small = await started({ LIMIT_MCP_CHARACTERS: '6000' });
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
    expect(page.characters).toBeGreaterThan(3_000);
    page = await small.call('list_findings', { run, after: page.nextCursor });
  }
  expect(seen).toEqual(rules.map((_, index) => index + 1));
  expect((await small.call('lint_rules', { rules })).characters).toBeLessThanOrEqual(6_000);
  await small.client.close();
});
