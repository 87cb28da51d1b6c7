import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verificationSchema } from '../../../engine/model/verification.ts';
import { CommandRunner, proviso, workFolder } from './command.ts';

const text =
  'The customer may end the agreement at any time with a notice of 30 days.\nFees are due in May.\n';
const citations = [
  { id: 'true', quote: 'The customer may end the agreement at any time', source: 'contract.txt' },
  { id: 'false', quote: 'end the agreement at any time with a notice of 90 days', source: 'contract.txt' },
];

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'contract.txt': text,
    'empty.pdf': '',
    'answers.json': JSON.stringify(citations),
    'huge.json': Buffer.alloc(65 * 1024 * 1024, ' '),
    'latin1.json': Buffer.from([0x5b, 0xe9, 0x5d]),
    'unknown.json': '{"text": "hello"}',
  });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const verify = (...args: string[]) => runner.run(['verify', ...args], { cwd: folder.path });

describe('proviso verify', () => {
  it('shows each verdict with its differences, and writes JSON, HTML and SARIF', async () => {
    const { stdout, code } = await verify('answers.json', '--sources', 'contract.txt');
    expect(code).toBe(0);
    expect(stdout).toContain('1 of 2 citations pass');
    expect(stdout).toContain('[-30-] {+90+}');

    const json = await verify('answers.json', '--sources', 'contract.txt', '--format', 'json');
    const { citations: results, counts } = verificationSchema.parse(JSON.parse(json.stdout));
    expect(results.map(({ id, verdict, passes }) => [id, verdict, passes])).toEqual([
      ['true', 'exact', true],
      ['false', 'altered', false],
    ]);
    expect(counts).toMatchObject({
      citations: 2,
      passed: 1,
      verdicts: { exact: 1, altered: 1, not_found: 0 },
    });

    await verify('answers.json', '--sources', 'contract.txt', '--out', 'report.html');
    const page = readFileSync(join(folder.path, 'report.html'), 'utf8');
    expect(page).toContain('<del>30</del> <ins>90</ins>');
    expect(page).not.toContain('<script');

    await verify('answers.json', '--sources', 'contract.txt', '--out', 'report.sarif');
    const log = JSON.parse(readFileSync(join(folder.path, 'report.sarif'), 'utf8'));
    expect(JSON.stringify(log)).not.toContain('similar words');
    expect(log).toMatchObject({
      version: '2.1.0',
      runs: [{ results: [{ ruleId: 'altered', level: 'error', locations: [expect.objectContaining({})] }] }],
    });
  });

  it('reads answers from standard input, and exits with 1 if --fail-on finds one', async () => {
    const input = JSON.stringify(citations);
    const args = ['verify', '-', '--sources', 'contract.txt', '--fail-on', 'altered'];
    expect(await proviso(args, { cwd: folder.path, input })).toMatchObject({ code: 1 });
    expect(await verify('answers.json', '--sources', 'contract.txt', '--fail-on', 'not_found')).toMatchObject(
      { code: 0 },
    );
  });

  it('verifies the rest if a source cannot be read, and exits with 3 if none can', async () => {
    const { code, stdout, stderr } = await verify('answers.json', '--sources', 'contract.txt', 'empty.pdf');
    expect(code).toBe(0);
    expect(stdout).toContain('1 of 2 citations pass');
    expect(stderr).toContain('empty.pdf was not read');
    const none = await verify('answers.json', '--sources', 'empty.pdf');
    expect(none).toMatchObject({ code: 3, stdout: expect.stringContaining('0 of 2 citations pass') });
  });

  it('takes no earlier result in a folder as a source, and replaces it', async () => {
    mkdirSync(join(folder.path, 'papers'), { recursive: true });
    writeFileSync(join(folder.path, 'papers', 'contract.txt'), text);
    const invented = [{ quote: 'Every lighthouse keeper shall polish the copper bells' }];
    writeFileSync(join(folder.path, 'invented.json'), JSON.stringify(invented));
    for (const name of ['papers/r.html', 'papers/r.json', 'papers/r.sarif', 'papers/r.txt']) {
      const { code, stderr: silent } = await verify('invented.json', '--sources', 'papers', '--out', name);
      const once = { code, stderr: silent };
      expect(once).toEqual({ code: 0, stderr: '' });
      const again = await verify('invented.json', '--sources', 'papers', '--out', name);
      expect({ code: again.code, stderr: again.stderr }).toEqual(once);
      const { stdout, stderr } = await verify('invented.json', '--sources', 'papers');
      expect(stdout).toContain('0 of 1 citations pass');
      expect(stderr).toMatch(new RegExp(`^proviso: warning: Not read because .*, in papers: ${name}\n$`));
      rmSync(join(folder.path, name));
    }
  });

  it('takes neither the answers in a folder nor a file of an unknown type as a source', async () => {
    mkdirSync(join(folder.path, 'mixed'), { recursive: true });
    const quote = 'Every lighthouse keeper shall polish the copper bells';
    writeFileSync(join(folder.path, 'mixed', 'answers.md'), `The page says “${quote}” (terms.txt).\n`);
    writeFileSync(join(folder.path, 'mixed', 'terms.txt'), text);
    writeFileSync(join(folder.path, 'mixed', 'program.xyz'), quote);
    const args = ['mixed/answers.md', '--sources', 'mixed', '--fail-on', 'not_found'];
    const { code, stdout, stderr } = await verify(...args, '--format', 'json');
    const { citations: found, files, warnings } = verificationSchema.parse(JSON.parse(stdout));
    expect([code, found.map(({ verdict }) => verdict)]).toEqual([1, ['not_found']]);
    expect(files.map(({ name, status }) => [name, status])).toEqual([['terms.txt', 'read']]);
    expect(warnings.map(({ code: kind }) => kind)).toEqual(['unsupported_files_skipped']);
    expect(stderr).toBe(`proviso: warning: ${warnings[0]?.message}\n`);
  });

  it('reads the answers in the form of --form', async () => {
    writeFileSync(
      join(folder.path, 'list.md'),
      '[{"quote": "Fees are due in May"}, "“Fees are due in June.”"]',
    );
    const form = async (name: string) => {
      const { stdout } = await verify('list.md', '--sources', 'contract.txt', '--form', name, '-f', 'json');
      return verificationSchema.parse(JSON.parse(stdout)).citations.map(({ given }) => given.quote);
    };
    expect(await form('markdown')).toEqual(['Fees are due in June.']);
    expect(await form('plain')).toEqual(['Fees are due in May']);
  });

  it.each([
    ['the answers', ['-o', 'kept.json']],
    ['a source', ['-o', 'kept.html']],
    ['a source in a folder', ['-o', 'pages/own.html']],
  ])('refuses an --out that would replace %s', async (_, out) => {
    mkdirSync(join(folder.path, 'pages'), { recursive: true });
    writeFileSync(join(folder.path, 'kept.json'), JSON.stringify(citations));
    for (const name of ['kept.html', 'pages/own.html'])
      writeFileSync(join(folder.path, name), `<p>${text}</p>`);
    const before = readFileSync(join(folder.path, out[1] ?? ''), 'utf8');
    const { code, stderr } = await verify('kept.json', '--sources', 'kept.html', 'pages', ...out);
    expect(stderr).toContain('would replace a file that this command reads');
    expect(code).toBe(2);
    expect(readFileSync(join(folder.path, out[1] ?? ''), 'utf8')).toBe(before);
  });

  it.each([
    ['no sources', ['answers.json'], 'there are no sources'],
    ['answers that do not exist', ['nothing.json', '--sources', 'contract.txt'], 'does not exist'],
    ['answers of more than 64 MB', ['huge.json', '--sources', 'contract.txt'], 'more than 64 MB'],
    ['answers that are not UTF-8', ['latin1.json', '--sources', 'contract.txt'], 'not UTF-8'],
    ['answers of an unknown form', ['unknown.json', '--sources', 'contract.txt'], 'none of the known forms'],
    [
      'an unknown extension of --out',
      ['answers.json', '--sources', 'contract.txt', '-o', 'x.doc'],
      'not a known format',
    ],
    [
      'an unknown --fail-on',
      ['answers.json', '--sources', 'contract.txt', '--fail-on', 'bad'],
      'is not one of',
    ],
  ])('refuses %s with a message and exit code 2', async (_, args, message) => {
    const { code, stdout, stderr } = await verify(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
