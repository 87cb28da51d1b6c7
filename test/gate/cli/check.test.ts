import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Result, resultSchema } from '../../../engine/model/result.ts';
import { attackSchemas } from '../engine/shape/support/attack-schemas.ts';
import { CommandRunner, pdfOf, proviso, workFolder } from './command.ts';

const rules = `- name: Notice period
  description: The customer may end the agreement with a notice of 30 days.
- name: Unicorns
  description: Unicorns must be groomed with silver combs.
  ifAbsent: violated
`;
const contract = [
  'The supplier delivers the goods to the premises of the customer.',
  'The customer may end the agreement at any time with a notice of 30 days.',
];

const runner = new CommandRunner();
const folder = workFolder({
  'rules.yml': rules,
  'contract.pdf': await pdfOf(contract),
  'contract.md': `# Contract\n\n${contract.join('\n\n')}\n`,
  'empty.pdf': '',
  'loop.json': JSON.stringify({
    rules: [{ name: 'Notice', description: 'A notice of 30 days.' }],
    outputFormat: attackSchemas.loop,
  }),
});
for (const name of ['void', 'filled']) mkdirSync(join(folder.path, name));
writeFileSync(join(folder.path, 'filled', 'own.md'), contract.join('\n'));
afterAll(() => {
  runner.stop();
  folder.remove();
});

const check = (...args: string[]) => runner.run(['check', ...args], { cwd: folder.path });
const checkedResult = async (...args: string[]): Promise<Result> => {
  const { stdout, stderr, code } = await check(...args, '--format', 'json');
  expect(code, stderr).toBe(0);
  return resultSchema.parse(JSON.parse(stdout));
};

describe('the result of proviso check', () => {
  it('is printed to standard output as JSON, with nothing else', async () => {
    const result = await checkedResult('contract.pdf', '--rules', 'rules.yml');
    expect(result.findings.map((finding) => finding.rule.name)).toEqual(['Notice period', 'Unicorns']);
    const [notice, unicorns] = result.findings;
    expect(notice?.citations[0]?.locator).toMatchObject({ kind: 'page', page: 2 });
    expect(notice?.citations[0]?.quote).toContain('notice of 30 days');
    expect(unicorns).toMatchObject({ label: 'NOT FOUND', outcome: 'violated' });
    expect(unicorns?.search).toMatchObject({ complete: true, pagesSearched: 2, pagesTotal: 2 });
  });

  it('has a warning with the line of a comment that may cut a sentence of a rule', async () => {
    const cut = 'The customer may end the agreement # and the lease';
    writeFileSync(join(folder.path, 'cut.yml'), `- name: Notice # short\n  description: ${cut}\n`);
    const { warnings } = await checkedResult('contract.pdf', '--rules', 'cut.yml');
    const found = warnings.filter(({ code }) => code === 'comment_cuts_text');
    expect(found).toMatchObject([{ message: expect.stringContaining('cut.yml:2') }]);
  });

  it('names files as the user named them, and reveals no other path', async () => {
    const { stdout } = await check(join(folder.path, 'contract.pdf'), '-r', 'rules.yml', '-f', 'json');
    expect(stdout).toContain('"contract.pdf#page=2"');
    expect(stdout).not.toContain(folder.path);
  });

  it('has no colour or progress in a pipe, and standard error is empty', async () => {
    const args = ['check', 'contract.pdf', '--rules', 'rules.yml'];
    const { stdout, stderr, code } = await proviso(args, { cwd: folder.path });
    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout).not.toContain(String.fromCharCode(27));
    expect(stdout).toContain('notice of 30 days');
    expect(stdout).toContain('contract.pdf, p. 2');
  });

  it('has colour in a pipe only if it is forced', async () => {
    const args = ['check', 'contract.md', '--rules', 'rules.yml'];
    const bold = `${String.fromCharCode(27)}[1m`;
    for (const [more, env, isBold] of [
      [[], { FORCE_COLOR: '1' }, true],
      [['--no-color'], { FORCE_COLOR: '1' }, false],
      [[], { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ] as const) {
      const { stdout } = await runner.run([...args, ...more], { cwd: folder.path, env });
      expect(stdout.includes(bold)).toBe(isBold);
    }
  });

  it('is written to the file of --out completely, in the format of the file’s extension', async () => {
    for (const [out, pattern] of [
      ['report.txt', /Proviso {2}2 rules/],
      [`${'a'.repeat(250)}.json`, /^\{\n/],
    ] as const) {
      const { code, stdout } = await check('contract.md', '--rules', 'rules.yml', '--out', out);
      expect(code).toBe(0);
      expect(stdout).toBe('');
      expect(readFileSync(join(folder.path, out), 'utf8')).toMatch(pattern);
    }
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('the input files of proviso check', () => {
  it('can be text on standard input', async () => {
    const args = ['check', '-', '--rules', 'rules.yml', '--format', 'json'];
    const { stdout, code } = await runner.run(args, { cwd: folder.path, input: contract.join('\n\n') });
    expect(code).toBe(0);
    const result = resultSchema.parse(JSON.parse(stdout));
    expect(result.files).toMatchObject([{ name: 'standard input', status: 'read' }]);
    expect(result.findings[0]?.citations[0]?.quote).toContain('notice of 30 days');
  });

  it('can be folders: supported types are read in sorted order, hidden files are skipped, and other files are named in a warning', async () => {
    const deep = join(folder.path, 'many', 'deep');
    mkdirSync(deep, { recursive: true });
    for (const name of ['b.md', 'a.txt', 'D.TXT', '.hidden.md', 'deep/c.md', 'picture.xyz']) {
      writeFileSync(join(folder.path, 'many', name), `${name}: ${contract.join(' ')}`);
    }
    const result = await checkedResult('many', '--rules', 'rules.yml');
    expect(result.files.map((file) => file.name)).toEqual(['D.TXT', 'a.txt', 'b.md', 'c.md']);
    expect(result.warnings.map((warning) => warning.message).join()).toContain('many/picture.xyz');
  });

  it('are listed separately with their paths if they have the same content', async () => {
    mkdirSync(join(folder.path, 'copy'), { recursive: true });
    writeFileSync(join(folder.path, 'copy', 'contract.pdf'), readFileSync(join(folder.path, 'contract.pdf')));
    const result = await checkedResult('contract.pdf', 'copy/contract.pdf', '--rules', 'rules.yml');
    expect(result.files).toMatchObject([
      { name: 'contract.pdf', status: 'read', pages: 2 },
      { name: 'copy/contract.pdf', status: 'read', pages: 2 },
    ]);
  });

  it('are knowledge files if they are named by --knowledge, one per option; a comma is part of a name', async () => {
    writeFileSync(join(folder.path, 'policy, old.md'), '# Policy\n\nA notice of 30 days must be enough.\n');
    const args = ['--rules', 'rules.yml', '--knowledge', 'policy, old.md', '--knowledge', 'contract.md'];
    const result = await checkedResult(...args, 'contract.pdf');
    expect(result.files.filter((file) => file.role === 'authority').map((file) => file.name)).toEqual([
      'policy, old.md',
      'contract.md',
    ]);
    expect(result.files.filter((file) => file.role === 'input').map((file) => file.name)).toEqual([
      'contract.pdf',
    ]);
  });

  it('are checked separately with --scope each', async () => {
    const { stdout } = await check('contract.pdf', 'contract.md', '-r', 'rules.yml', '--scope', 'each');
    expect(stdout).toMatch(/Rules across:|Files across:/);
    expect(stdout).toMatch(/^ *4 findings/m);
  });
});

describe('the exit code of proviso check', () => {
  it('is 0 if only one of two files can be read, and the other is named with the reason', async () => {
    const args = ['contract.md', 'empty.pdf', '--rules', 'rules.yml'];
    const { code, stdout, stderr } = await check(...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/! 1 of 2 files could not be read\n {3}empty\.pdf: \S/);
    expect(stdout).toContain('! Incomplete');
    expect(stderr).toContain('proviso: warning: empty.pdf');
    expect((await check(...args, '--fail-on', 'incomplete')).code).toBe(1);
  });

  it('is 3 if nothing could be assessed, whatever --fail-on says', async () => {
    const args = ['empty.pdf', '-r', 'rules.yml', '--fail-on', 'incomplete', '-f', 'json'];
    const { code, stdout } = await check(...args);
    expect(code).toBe(3);
    const result = resultSchema.parse(JSON.parse(stdout));
    expect(result.findings.map((finding) => finding.assessed)).toEqual([false, false]);
  });

  it.each([
    [
      'a missing file',
      ['absent.pdf', 'gone.docx', '-r', 'rules.yml'],
      /absent\.pdf does not exist\n.*gone\.docx/,
    ],
    [
      'a missing knowledge file',
      ['contract.md', '-r', 'rules.yml', '-k', 'none.pdf'],
      /none\.pdf does not exist/,
    ],
    ['missing rules', ['contract.md', '-r', 'none.yml'], /rules file none\.yml does not exist/],
    [
      'an outputFormat that would never be filled',
      ['contract.md', '-r', 'loop.json'],
      /loop\.json:1 \$\.outputFormat refers to itself/,
    ],
    ['no rules at all', ['contract.md'], /--rules <file>/],
    ['no files', ['-r', 'rules.yml'], /files/],
    ['text instead of rules', ['contract.md', '-r', 'contract.md'], /contract\.md /],
    ['an unknown option', ['contract.md', '-r', 'rules.yml', '--frobnicate'], /--frobnicate/],
    [
      'an unknown option in place of a required one',
      ['contract.md', '--rule', 'x'],
      /'--rule'\n\(Did you mean --rules\?\)/,
    ],
    ['an unknown format', ['contract.md', '-r', 'rules.yml', '-f', 'rtf'], /table, pdf, html/],
    ['an unknown --fail-on', ['contract.md', '-r', 'rules.yml', '--fail-on', 'sad'], /"sad" is not one of/],
    [
      'an extension that names no format',
      ['contract.md', '-r', 'rules.yml', '-o', 'x.rtf'],
      /x\.rtf is not a known format/,
    ],
    [
      'an --out in a missing folder',
      ['contract.md', '-r', 'rules.yml', '-o', 'no/x.md'],
      /the folder no does not exist/,
    ],
    [
      'an --out that is the checked document',
      ['contract.md', '-r', 'rules.yml', '-o', './contract.md'],
      /--out \.\/contract\.md would replace a file/,
    ],
    [
      'an --out that is the knowledge file',
      ['contract.pdf', '-r', 'rules.yml', '-k', 'contract.md', '-o', 'contract.md'],
      /--out contract\.md would replace a file/,
    ],
    [
      'an --out that is the rules file',
      ['contract.md', '-r', 'rules.yml', '-f', 'json', '-o', 'rules.yml'],
      /--out rules\.yml would replace a file/,
    ],
    [
      'an --out that is a document in the checked folder',
      ['filled', '-r', 'rules.yml', '-o', 'filled/own.md'],
      /--out filled\/own\.md would replace a file/,
    ],
    [
      'an --out with a name that is too long',
      ['contract.md', '-r', 'rules.yml', '-o', `${'a'.repeat(251)}.json`],
      /--out a+\.json cannot be used as the name of a file: ENAMETOOLONG/,
    ],
    ['an empty folder', ['void', '-r', 'rules.yml'], /void has no file that can be read/],
  ])('is 2 for %s, and the message says what is wrong and where', async (_, args, message) => {
    const { code, stdout, stderr } = await check(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
    expect(stdout).toBe('');
  });

  it('is 2 if the output file cannot be written', async () => {
    mkdirSync(join(folder.path, 'taken.json'), { recursive: true });
    const { code, stderr } = await check('contract.md', '-r', 'rules.yml', '-o', 'taken.json');
    expect(stderr).toMatch(/taken\.json is not a file/);
    expect(code).toBe(2);
    expect(existsSync(join(folder.path, 'taken.json'))).toBe(true);
  });
});
