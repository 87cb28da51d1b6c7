import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { CommandRunner, workFolder } from './command.ts';

const words = 'The customer may end the agreement with a notice of 30 days';

const runner = new CommandRunner();
const server = await startModelServer({
  chat(request) {
    const seen = ruleRequestOf(request);
    if (seen.purpose === 'support') return entails;
    if (seen.about !== 'Notice') return { json: ruleAnswer({}) };
    return {
      json: ruleAnswer({
        quotes: [{ ...seen.quote(words), stance: 'supports' }],
        answer: `${words}.`,
        outcome: 'satisfied',
      }),
    };
  },
});
const folder = workFolder({
  'contract.txt': `${words}.\n\nInvoices are payable within 14 days.\n`,
  'rules.json': JSON.stringify([
    { name: 'Notice', description: 'The customer can end the agreement with a notice of 30 days.' },
    { name: 'Insurance', description: 'The provider holds a liability insurance.' },
  ]),
});
afterAll(async () => {
  runner.stop();
  await server.close();
  folder.remove();
});

const check = (...args: string[]) =>
  runner.run(['check', 'contract.txt', '--rules', 'rules.json', ...args], { cwd: folder.path });
const byModel = (...args: string[]) => check('--model', 'test-model', '--base-url', server.url, ...args);

describe('proviso check --model', () => {
  it('prints the findings of the model, the prompt versions and the usage', async () => {
    const { stdout, stderr, code } = await byModel('--format', 'json');
    expect(code, stderr).toBe(0);
    const { findings, usage } = resultSchema.parse(JSON.parse(stdout));
    expect(findings).toMatchObject([
      {
        label: 'CONFIRMED',
        outcome: 'satisfied',
        checker: {
          method: 'model',
          model: 'test-model',
          prompt: { id: 'rule-check', version: '3' },
          passages: ['P001'],
          quotes: { claimed: 1, corrected: 0, dropped: 0 },
          exchange: [{ purpose: 'check' }, { purpose: 'support' }],
        },
      },
      { label: 'NOT FOUND', search: { complete: true } },
    ]);
    expect(usage.modelCalls).toBe(3);
  });

  it('reads the files and sends nothing with --estimate', async () => {
    const sent = server.requests.length;
    const args = ['check', 'contract.txt', '--rules', 'rules.json', '--model', 'test-model', '--estimate'];
    const { stdout, code } = await runner.run([...args, '--base-url', server.url], {
      cwd: folder.path,
      env: { MODEL_PRICES: '1000,2000' },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/cost +about [\d.]+ to [\d.]+, by MODEL_PRICES/);
    expect(stdout).toMatch(/2 checks of 1 files by test-model[\s\S]*calls +4[\s\S]*Nothing was sent/);
    expect(server.requests).toHaveLength(sent);
  });

  it('leaves rules not assessed, rather than NOT FOUND, if --budget-tokens is reached', async () => {
    const sent = server.requests.length;
    const { stdout, code } = await byModel('--budget-tokens', '100', '--format', 'json');
    expect(code).toBe(3);
    const { findings, incomplete } = resultSchema.parse(JSON.parse(stdout));
    expect(incomplete).toBe(true);
    for (const finding of findings)
      expect(finding).toMatchObject({ assessed: false, notAssessedReason: 'budget_reached' });
    expect(server.requests).toHaveLength(sent);
  });

  it('sends no request twice with --keep-answers', async () => {
    await byModel('--keep-answers', 'answers');
    const sent = server.requests.length;
    const { stdout } = await byModel('--keep-answers', 'answers', '--format', 'json');
    expect(server.requests).toHaveLength(sent);
    expect(resultSchema.parse(JSON.parse(stdout)).findings[0]?.label).toBe('CONFIRMED');
  });

  it('accepts a prompt version from the folder PROMPTS_DIR with --prompt-version', async () => {
    const own = join(folder.path, 'prompts', 'rule-check');
    mkdirSync(own, { recursive: true });
    const ours = readFileSync('prompts/rule-check/1.md', 'utf8');
    writeFileSync(
      join(own, 'mine.md'),
      ours
        .replaceAll('version: "1"', 'version: "mine"')
        .replace('You check documents', 'Please check documents'),
    );
    const args = [
      'check',
      'contract.txt',
      '--rules',
      'rules.json',
      '--format',
      'json',
      '--model',
      'test-model',
    ];
    const { stdout, stderr } = await runner.run(
      [...args, '--base-url', server.url, '--prompt-version', 'mine'],
      {
        cwd: folder.path,
        env: { PROMPTS_DIR: 'prompts' },
      },
    );
    expect(stderr).toBe('');
    const { findings } = resultSchema.parse(JSON.parse(stdout));
    expect(findings[0]?.checker.prompt).toMatchObject({ id: 'rule-check', version: 'mine' });
    expect(server.requests.at(-1)?.system).toMatch(/Please check documents|You judge/);
  });

  it.each([
    [['--estimate'], 'set it with --model'],
    [
      ['--model', 'm', '--base-url', 'localhost'],
      '--base-url is "localhost", which is not allowed: set it to an http(s) URL',
    ],
    [['--model', 'm', '--prompt-version', 'rule-check@99'], 'there is no such version, only 1'],
    [['--model', 'm', '--budget-tokens', 'many'], 'not a whole number'],
  ])('refuses the options %j, and says what to do', async (args, message) => {
    const { code, stderr } = await check(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
