import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Report, reportSchema } from '../../../src/eval/report/report.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { CommandRunner, workFolder } from '../cli/command.ts';

const runner = new CommandRunner();
/**
 * The report of one live run of the cases, which records its answers in `recorded/`, and the number of requests that it
 * sent.
 */
let live: { report: Report; sent: number };

/**
 * A model that follows its prompt: it quotes the sentence with the rule's number of months, and says what that sentence
 * means.
 */
const server = await startModelServer({
  chat(request) {
    const seen = ruleRequestOf(request);
    if (seen.purpose === 'support') return entails;
    if (seen.about !== 'Break right') return { json: ruleAnswer({}) };
    // If the prompt does not ask for quotes, the answer has none.
    const quotes = request.system.includes('Give no quotes')
      ? []
      : [
          {
            ...seen.quote(
              "The Tenant may end this lease on the third anniversary of its start by giving at least six months' written notice.",
            ),
            stance: 'supports',
          },
        ];
    return {
      json: ruleAnswer({
        quotes,
        answer:
          "The Tenant may end the lease on the third anniversary by giving at least six months' written notice.",
        outcome: 'satisfied',
      }),
    };
  },
});
const folder = workFolder({});
mkdirSync(join(folder.path, 'cases/documents'), { recursive: true });
copyFileSync('prompts/cases/documents/lease.txt', join(folder.path, 'cases/documents/lease.txt'));
copyFileSync('prompts/cases/lease.yaml', join(folder.path, 'cases/lease.yaml'));
mkdirSync(join(folder.path, 'prompts/rule-check'), { recursive: true });
writeFileSync(
  join(folder.path, 'prompts/rule-check/bad.md'),
  readFileSync('prompts/rule-check/1.md', 'utf8')
    .replaceAll('version: "1"', 'version: "bad"')
    .replace('## system\n', '## system\nGive no quotes. '),
);
const { report } = await run('--answers', 'recorded', '--live', '--prices', '2,8');
live = { report, sent: server.requests.length };
afterAll(async () => {
  runner.stop();
  await server.close();
  folder.remove();
});

/** A copy of the folder of recorded answers, for a single test. */
function answersOf(name: string): string {
  cpSync(join(folder.path, 'recorded'), join(folder.path, name), { recursive: true });
  return name;
}

async function run(...args: string[]): Promise<{ report: Report; code: number | null; stderr: string }> {
  const { code, stderr } = await runner.run(
    ['eval', 'run', 'cases', '--json', 'report.json', '--base-url', server.url, ...args],
    { cwd: folder.path, env: { MODEL: 'test-model', PROMPTS_DIR: 'prompts' } },
  );
  const report = reportSchema.parse(JSON.parse(readFileSync(join(folder.path, 'report.json'), 'utf8')));
  return { report, code, stderr };
}

describe('proviso eval run --model', () => {
  it('calls the endpoint, reports the usage, and records every answer', () => {
    const { report, sent } = live;
    const { inputTokens, outputTokens } = report.usage;
    expect(report.cost).toBeCloseTo((inputTokens * 2 + outputTokens * 8) / 1e6, 12);
    expect(report.settings).toMatchObject({
      checker: 'model',
      model: 'test-model',
      prompts: ['rule-check@3'],
    });
    expect(sent).toBeGreaterThan(6);
    expect(report.calls).toEqual({ replayed: 0, recorded: sent, missing: 0 });
    expect(report.usage.inputTokens).toBeGreaterThan(0);
    expect(report.items[0]).toMatchObject({
      rule: 'Break right',
      given: 'CONFIRMED satisfied',
      grade: 'right',
    });
  });

  it('repeats the recorded answers and sends nothing', async () => {
    const before = server.requests.length;
    const { report } = await run('--answers', answersOf('replayed'));
    expect(server.requests).toHaveLength(before);
    expect(report.calls).toEqual({ replayed: live.sent, recorded: 0, missing: 0 });
    expect(report.items).toEqual(live.report.items);
  });

  it('reports how many requests are new with a changed prompt, and sends none of them', async () => {
    const sent = server.requests.length;
    const { report } = await run('--answers', answersOf('changed'), '--prompt-version', 'bad');
    expect(server.requests).toHaveLength(sent);
    expect(report.calls).toEqual({ replayed: 0, recorded: 0, missing: 6 });
    expect(report.items.map(({ given }) => given)).toEqual(Array(6).fill('not assessed undetermined'));
  });

  it('fails for a worse prompt, and shows which answer changed', async () => {
    writeFileSync(
      join(folder.path, 'limits.yaml'),
      'primary: labelAccuracy\nmodel:\n  notAssessed: { max: 0 }\n',
    );
    const limits = ['--thresholds', 'limits.yaml', '--answers', answersOf('gated'), '--live'];
    expect((await run(...limits)).code).toBe(0);
    const { code, stderr, report } = await run(...limits, '--prompt-version', 'bad');
    expect(code).toBe(1);
    expect(stderr).toContain('threshold missed: rules not assessed');
    expect(report.items[0]).toMatchObject({ rule: 'Break right', grade: 'wrong' });
  });

  it('runs every combination of models and prompts, with one column each, and compares each with the first', async () => {
    const sent = server.requests.length;
    const { code, stdout } = await runner.run(
      [
        ...['eval', 'run', 'cases', '--base-url', server.url, '--json', 'matrix.json'],
        ...['--answers', answersOf('combined'), '--live', '--model', 'test-model', '--model', 'other-model'],
        ...['--prompt-version', 'rule-check@3', '--prompt-version', 'rule-check@bad'],
      ],
      { cwd: folder.path, env: { PROMPTS_DIR: 'prompts' } },
    );
    expect(code).toBe(0);
    const run = z.object({ name: z.string(), report: reportSchema });
    const { runs } = z
      .object({ runs: z.array(run) })
      .parse(JSON.parse(readFileSync(join(folder.path, 'matrix.json'), 'utf8')));
    expect(runs.map(({ name, report }) => [name, report.settings.model, report.settings.prompts])).toEqual([
      ['test-model, rule-check@3', 'test-model', ['rule-check@3']],
      ['test-model, rule-check@bad', 'test-model', ['rule-check@bad']],
      ['other-model, rule-check@3', 'other-model', ['rule-check@3']],
      ['other-model, rule-check@bad', 'other-model', ['rule-check@bad']],
    ]);
    expect(server.requests.length - sent).toBe(
      runs.reduce((sum, { report }) => sum + (report.calls?.recorded ?? 0), 0),
    );
    expect(
      stdout.match(/ against \(1\) test-model, rule-check@3\. [\s\S]*?\d+ answers differ between the runs/g),
    ).toEqual([
      expect.stringMatching(/^ [\s\S]*\n1 answers differ between the runs$/),
      expect.stringMatching(/^ [\s\S]*\n0 answers differ between the runs$/),
      expect.stringMatching(/^ [\s\S]*\n1 answers differ between the runs$/),
    ]);
  });

  it('refuses --live without a folder for the recorded answers', async () => {
    const { code, stderr } = await runner.run(['eval', 'run', 'cases', '--live'], { cwd: folder.path });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('--answers') });
  });
});
