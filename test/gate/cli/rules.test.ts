import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandRunner, workFolder } from './command.ts';

const starters = resolve(import.meta.dirname, '../../../samples/rule-sets');
const rule = (name: string, description: string, more = '') =>
  `- name: ${name}\n  description: ${description}\n${more}`;
const breach = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
const examples = `  examples:
    satisfies: [The Supplier shall notify the Customer of a data breach within 24 hours.]
    violates: [The Supplier shall notify the Customer of a data breach within 72 hours.]
`;

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'clean.yaml': rule('Breach', breach),
    'vague.yaml': rule('Pay', 'The Customer shall pay each invoice in a timely manner.'),
    'twice.yaml': rule('Breach', breach) + rule('Breach', breach),
    'topic.yaml': rule('Security', 'Security of the data.'),
    'term.yaml': rule('Parts', 'The Supplier shall give the SBOM to the Customer within 24 hours.'),
    'terms.txt': 'SBOM means a list of the parts of a program.\n',
    'right.yaml': rule('Breach', breach, examples) + rule('Pay', 'The Customer shall pay the fee.'),
    'wrong.yaml': rule('Breach', breach, examples.replace('24 hours', '96 hours').replace('72', '12')),
    'half.yaml': rule('Breach', breach, examples.replace('72', '12')),
    'open.yaml': rule('Breach', breach, examples.replace(/violates: .*/, 'violates: [The sky is blue.]')),
    'both.yaml':
      rule('Breach', breach, '  examples:\n    violates: [The sky is blue.]\n') +
      rule('Late', breach, examples.replace('24 hours', '96 hours')),
    'no.yaml': 'a: 1\n',
  });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const rules = (...args: string[]) => runner.run(['rules', ...args], { cwd: folder.path });
const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');

describe('proviso rules lint', () => {
  it.each([
    ['clean.yaml', 'error', 0],
    ['clean.yaml', 'info', 0],
    ['vague.yaml', 'error', 0],
    ['vague.yaml', 'warning', 1],
    ['vague.yaml', 'info', 1],
    ['term.yaml', 'warning', 0],
    ['term.yaml', 'info', 1],
    ['topic.yaml', 'error', 1],
    ['topic.yaml', 'info', 1],
  ])('%s with --fail-on %s exits with %d', async (file, failOn, code) => {
    expect(await rules('lint', file, '--fail-on', failOn)).toMatchObject({ code, stderr: '' });
  });

  it('fails on errors only, unless --fail-on says otherwise, and on the problems of any file', async () => {
    expect((await rules('lint', 'vague.yaml')).code).toBe(0);
    const { code, stdout } = await rules('lint', 'topic.yaml', 'term.yaml', 'twice.yaml');
    expect(stdout.match(/^\w+\.yaml.*$/gm)).toEqual([
      'topic.yaml:2:16  error  no_duty  Security',
      'term.yaml:2:44  info  undefined_term  Parts',
      'twice.yaml:4:16  warning  repeated  Breach',
    ]);
    expect(stdout).toMatch(/\n4 rules, 3 problems: 1 error, 1 warning, 1 info\n$/);
    expect(code).toBe(1);
  });

  it('writes the format of --format, or of the extension of --out', async () => {
    const counts = { error: 0, warning: 1, info: 0 };
    const printed = await rules('lint', 'vague.yaml', '--format', 'json');
    expect(JSON.parse(printed.stdout)).toMatchObject({ files: [{ file: 'vague.yaml', rules: 1 }], counts });
    const written = await rules('lint', 'vague.yaml', '--out', 'lint.json');
    expect([written.code, written.stdout, read('lint.json')]).toEqual([0, '', printed.stdout]);
    await rules('lint', 'vague.yaml', '--out', 'lint.sarif');
    expect(JSON.parse(read('lint.sarif'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'vague_words' }] }],
    });
  });

  it('--knowledge defines terms, and --max-rules limits the rules', async () => {
    const defined = await rules('lint', 'term.yaml', '--fail-on', 'info', '--knowledge', 'terms.txt');
    expect(defined).toMatchObject({ code: 0, stdout: '1 rule, no problems\n' });
    expect(await rules('lint', 'twice.yaml', '--max-rules', '1')).toMatchObject({ code: 2 });
    expect((await rules('lint', 'twice.yaml', '--max-rules', '2')).code).toBe(0);
  });

  it.each([
    [['none.yaml'], 'none.yaml does not exist'],
    [['no.yaml'], 'no.yaml'],
    [['clean.yaml', '-o', './clean.yaml', '-f', 'json'], 'would replace a file'],
    [['clean.yaml', '--max-rules', '0'], 'is not a whole number from 1 to 999999'],
    [['clean.yaml', '-k', 'none.txt'], 'the knowledge file none.txt does not exist'],
  ])('refuses %j', async (args, message) => {
    const ended = await rules('lint', ...args);
    expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });
});

describe('proviso rules test', () => {
  it('exits with 0 if no answer is wrong, and names the rules without examples', async () => {
    const { code, stdout } = await rules('test', 'right.yaml');
    expect(stdout).toBe('2 examples of 1 rule: 2 right, 0 wrong, 0 undecided\n    Without examples: Pay\n');
    expect(code).toBe(0);
  });

  it('exits with 1 if an answer is wrong, and shows the example with what was expected and found', async () => {
    const { code, stdout } = await rules('test', 'wrong.yaml', '--format', 'json');
    const { examples: found, counts } = JSON.parse(stdout);
    expect([code, counts]).toEqual([1, { examples: 2, right: 0, wrong: 2, undecided: 0 }]);
    expect(found).toMatchObject([
      { rule: 'Breach', kind: 'satisfies', verdict: 'wrong', outcome: 'violated' },
      { rule: 'Breach', kind: 'violates', verdict: 'wrong', outcome: 'satisfied' },
    ]);
    const table = await rules('test', 'wrong.yaml');
    expect(table.stdout).toMatch(
      /^wrong {2}Breach\n.*Example: “.*96 hours\.”\n.*Expected satisfied, found violated\./,
    );
    expect(table.stdout).toContain('Expected violated, found satisfied.');
    expect(table.stdout).toContain('2 examples of 1 rule: 0 right, 2 wrong, 0 undecided\n');
  });

  it.each([
    ['half.yaml', 1, { examples: 2, right: 1, wrong: 1, undecided: 0 }],
    ['open.yaml', 0, { examples: 2, right: 1, wrong: 0, undecided: 1 }],
    ['both.yaml', 1, { examples: 3, right: 1, wrong: 1, undecided: 1 }],
  ])(
    'of %s exits with %d, because one wrong answer is enough and an open one is none',
    async (file, code, counts) => {
      const ended = await rules('test', file, '--format', 'json');
      expect([JSON.parse(ended.stdout).counts, ended.code]).toEqual([counts, code]);
    },
  );

  it('refuses rules without examples', async () => {
    expect(await rules('test', 'clean.yaml')).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringContaining('clean.yaml has no examples') },
    });
  });
});

describe('proviso rules init', () => {
  it('lists every starter rule set with its first line', async () => {
    const names = readdirSync(starters).map((file) => file.replace('.yaml', ''));
    const lines = (await rules('init')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ +/)[0])).toEqual(names.toSorted());
    const [first = ''] = readFileSync(join(starters, 'nda.yaml'), 'utf8').split('\n');
    expect(lines.join('\n')).toMatch(new RegExp(`^nda {26}${first.slice(2)}$`, 'm'));
  });

  it('writes the set to a new file, and never to an existing one', async () => {
    expect(await rules('init', 'nda')).toMatchObject({ code: 0, stdout: '' });
    expect(read('nda.yaml')).toBe(readFileSync(join(starters, 'nda.yaml'), 'utf8'));
    const named = await rules('init', 'nda', '--out', 'mine.yaml');
    expect(named.stderr).toContain('Wrote mine.yaml.');
    expect(read('mine.yaml')).toBe(read('nda.yaml'));
    for (const [args, message] of [
      [['init', 'nda'], 'nda.yaml exists already'],
      [['init', 'nda', '-o', 'no/x.yaml'], 'no/x.yaml cannot be written (ENOENT)'],
      [['init', 'ndas'], 'there is no starter rule set "ndas": the names are data-processing-agreement'],
    ] as const)
      expect(await rules(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
