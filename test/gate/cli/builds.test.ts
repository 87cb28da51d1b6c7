import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { reportFormatNames, reportFormats } from '../../../src/services/report/formats.ts';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'rules.yml': `- name: Unicorns
  description: Unicorns must be groomed with silver combs.
  ifAbsent: violated
`,
    'contract.md': 'The supplier delivers the goods to the premises of the customer.\n',
  });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const check = (...args: string[]) =>
  runner.run(['check', 'contract.md', '-r', 'rules.yml', ...args], { cwd: folder.path });
const failed = `proviso: 1 finding matches --fail-on violated:
  rule 1 “Unicorns”: violated, NOT FOUND: all files
`;

it('exit code 1 comes with the names of what failed on standard error, in every format', async () => {
  expect(await check('--fail-on', 'violated')).toMatchObject({ code: 1, stderr: failed });
  expect(await check('--fail-on', 'violated', '-f', 'json')).toMatchObject({ code: 1, stderr: failed });
  const files = reportFormatNames.flatMap((name) => [
    '--also-out',
    `failed.${reportFormats[name].endings[0]}`,
  ]);
  const ended = await check('--fail-on', 'violated', '--out', 'failed.txt', ...files);
  expect(ended).toMatchObject({ code: 1, stdout: '', stderr: failed });
});

it('--quiet shows only what failed, and leaves out the table and warnings', async () => {
  writeFileSync(join(folder.path, 'other.xyz'), '');
  const loud = await runner.run(['check', '.', '-r', 'rules.yml', '--fail-on', 'violated'], {
    cwd: folder.path,
  });
  expect(loud.stderr).toContain('warning');
  const args = ['check', '.', '-r', 'rules.yml', '--fail-on', 'violated', '--quiet'];
  const quiet = await runner.run(args, { cwd: folder.path });
  expect(quiet).toMatchObject({ code: 1, stdout: '', stderr: failed });
  expect(await check('--quiet')).toMatchObject({ code: 0, stdout: '', stderr: '' });
  const json = await check('--quiet', '-f', 'json');
  expect(resultSchema.parse(JSON.parse(json.stdout)).findings).toHaveLength(1);
});

it('--also-out writes the reports of one check, and the SARIF report names files by their paths', async () => {
  const args = ['--out', 'all.json', '--also-out', 'all.sarif', '--also-out', 'all.xml', '--scope', 'each'];
  const ended = await runner.run(
    ['check', `../${folder.path.split('/').at(-1)}/contract.md`, '-r', 'rules.yml', ...args],
    {
      cwd: folder.path,
    },
  );
  expect(ended).toMatchObject({ code: 0, stdout: '' });
  const read = (name: string) => readFileSync(join(folder.path, name), 'utf8');
  const { runId } = resultSchema.parse(JSON.parse(read('all.json')));
  expect(read('all.xml')).toContain(runId);
  expect(read('all.sarif')).toContain(runId);
  expect(read('all.sarif')).toContain(`"uri": "../${folder.path.split('/').at(-1)}/contract.md"`);
});

it.each([
  [['--also-out', 'x.foo'], /extension of --out x\.foo is not a known format/],
  [['--out', 'x.json', '--also-out', './x.json'], /--also-out \.\/x\.json is written already/],
  [['--also-out', 'contract.md'], /--out contract\.md would replace a file that this command reads/],
])('--also-out refuses %s', async (args, message) => {
  expect(await check(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

it('--annotations names the file and what was found', async () => {
  const { stderr } = await check('--annotations', '--scope', 'each', '--fail-on', 'violated');
  expect(stderr).toMatch(/^::error file=contract\.md,title=Unicorns%3A violated%2C NOT FOUND::/);
});
