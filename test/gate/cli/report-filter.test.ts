import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'rules.yml': `- name: Notice period
  description: The customer may end the agreement with a notice of 30 days.
- name: Unicorns
  description: Unicorns must be groomed with silver combs.
  ifAbsent: violated
`,
  });
  const put = (name: string, text: string) => {
    mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, name, 'contract.md'), text);
  };
  put('a', 'The customer may end the agreement with a notice of 30 days.\n');
  put('b', 'The supplier delivers the goods to the premises of the customer.\n');
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const check = (...args: string[]) =>
  runner.run(['check', 'a', 'b', '--rules', 'rules.yml', '--scope', 'each', ...args], { cwd: folder.path });
const selected = async (...args: string[]) => {
  const { stdout, stderr, code } = await check(...args, '--format', 'json');
  expect(code, stderr).toBe(0);
  const { findings, report } = JSON.parse(stdout);
  return {
    found: findings.map(
      ({ rule, subject }: { rule: { index: number }; subject: { name: string } }) =>
        `${rule.index + 1} ${subject.name}`,
    ),
    of: report.findingsOfRun,
  };
};

describe('the report of proviso check contains only the findings', () => {
  it.each([
    [
      ['--only-outcome', 'violated'],
      ['2 a/contract.md', '2 b/contract.md'],
    ],
    [['--only-label', 'CONFIRMED'], ['1 a/contract.md']],
    [
      ['--only-rule', 'notice PERIOD'],
      ['1 a/contract.md', '1 b/contract.md'],
    ],
    [
      ['--only-rule', '2'],
      ['2 a/contract.md', '2 b/contract.md'],
    ],
    [['--only-file', './b/contract.md', '--only-rule', '2'], ['2 b/contract.md']],
    [['--only-text', 'DAYS customer', '--only-file', 'a/contract.md'], ['1 a/contract.md']],
    [['--only-label', 'CONFIRMED', '--only-outcome', 'violated'], []],
  ])('that match %j', async (args, expected) => {
    expect(await selected(...args)).toEqual({ found: expected, of: 4 });
  });
});

describe('a filter of proviso check', () => {
  it('is named in the report, in a table too, and does not change the exit code', async () => {
    const table = await check('--only-rule', '1', '--only-outcome', 'violated', '--fail-on', 'violated');
    expect(table.code).toBe(1);
    expect(table.stdout).toContain('Only findings with outcome “violated”, rule “Notice period”: 0 of 4');
    await check('--only-rule', '1', '--out', 'report.csv');
    expect(readFileSync(join(folder.path, 'report.csv'), 'utf8')).toContain('rule “Notice period”');
  });

  it.each([
    [['--only-outcome', 'bad'], 'Allowed choices are satisfied'],
    [['--only-label', 'confirmed'], 'Allowed choices are CONFIRMED'],
    [['--only-rule', '3'], 'is not a rule of this check, which has 1. Notice period, 2. Unicorns'],
    [['--only-file', 'c.md'], 'is not a file of this check, which has a/contract.md, b/contract.md'],
    [['--only-text', ' '], '--only-text has no word'],
    [['--only-rule', '1', '--out', 'run.proviso.zip'], 'leave it out for a bundle'],
    [['--only-rule', '1', '--estimate'], 'leave it out for an estimate'],
  ])('is refused if it cannot select anything: %j', async (args, message) => {
    const { code, stderr, stdout } = await check(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
