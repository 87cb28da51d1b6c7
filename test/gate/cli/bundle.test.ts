import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entriesOf } from '../../support/bundles/zip.ts';
import { CommandRunner, type Ended, workFolder } from './command.ts';

const clause = 'The customer may end the agreement at any time with a notice of 30 days.';
const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
let checked: Ended;
let keyId = '';
beforeAll(async () => {
  folder = workFolder({
    'rules.yml': `- name: Notice period\n  description: ${clause}\n`,
    'contract.md': `# Contract\n\n${clause}\n`,
    'policy.md': 'A notice of 30 days must be enough.\n',
  });
  const knowledge = ['--knowledge', 'policy.md'];
  checked = await check(
    ...knowledge,
    '--out',
    'whole.proviso.zip',
    '--with-sources',
    '--also-out',
    'run.json',
  );
  keyId = /signed with the key ([\w-]{43})/.exec(checked.stderr)?.[1] ?? '';
  await check('--out', 'texts.proviso.zip');
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const surroundings = () => ({ cwd: folder.path, env: { SIGNING_SECRET: 's'.repeat(32), DATA_DIR: '' } });
const check = (...args: string[]) =>
  runner.run(['check', 'contract.md', '--rules', 'rules.yml', ...args], surroundings());
const verify = (...args: string[]) => runner.run(['verify', ...args], surroundings());

it('a bundle has the checked files only with --with-sources, and says so', async () => {
  expect(checked).toMatchObject({ code: 0, stdout: '' });
  const sources = (name: string) =>
    entriesOf(readFileSync(join(folder.path, name))).filter(([path]) => path.startsWith('sources/'));
  expect(sources('texts.proviso.zip')).toEqual([]);
  expect(sources('whole.proviso.zip').map(([path, bytes]) => [path, bytes.toString()])).toEqual([
    ['sources/input-0/contract.md', `# Contract\n\n${clause}\n`],
    ['sources/authority-0/policy.md', 'A notice of 30 days must be enough.\n'],
  ]);
  expect((await verify('whole.proviso.zip')).stdout).toContain('2 of 2 files are in the bundle');
  expect((await verify('texts.proviso.zip')).stdout).toContain('0 of 1 file is in the bundle');
});

it('proviso verify says what a bundle proves, and what it does not prove', async () => {
  const { code, stdout } = await verify('whole.proviso.zip');
  const { runId } = JSON.parse(readFileSync(join(folder.path, 'run.json'), 'utf8'));
  const entries = entriesOf(readFileSync(join(folder.path, 'whole.proviso.zip'))).length;
  expect(code).toBe(0);
  expect(stdout).toMatch(
    new RegExp(`^whole\\.proviso\\.zip: unchanged since it was signed \\(run ${runId}, `),
  );
  expect(stdout).toContain(
    `All ${entries} entries are as they were signed. The signature of the key ${keyId}`,
  );
  expect(stdout).toMatch(/the 1 finding, the 0 reviews and the absence of a sign-off in this bundle\./);
  expect(stdout).toContain('Who signed. The key was not compared with anything');
  expect(stdout).not.toContain('recorded later');
  const json = JSON.parse((await verify('whole.proviso.zip', '--format', 'json')).stdout);
  expect(json).toMatchObject({
    unchanged: true,
    keyId,
    keyCompared: false,
    findings: 1,
    reviews: 0,
    late: 0,
  });
});

it('proviso verify --key accepts only the bundles of this key', async () => {
  const own = await verify('whole.proviso.zip', '--key', keyId);
  expect(own).toMatchObject({ code: 0, stdout: expect.stringContaining('issuer that you named by --key') });
  expect(own.stdout).not.toContain('Who signed');
  expect(await verify('whole.proviso.zip', '--key', 'x'.repeat(43))).toMatchObject({
    ...{ code: 1, stdout: expect.stringMatching(/^whole\.proviso\.zip: NOT VALID\n.*another key/) },
  });
});

it.each([
  [['whole.proviso.zip', '--key', 'short'], '--key short is not the id of a key'],
  [
    ['whole.proviso.zip', '--key', 'x'.repeat(43), '--issuer', 'https://a.example'],
    'either --key or --issuer',
  ],
  [['whole.proviso.zip', '--issuer', 'ftp://a.example'], 'is not an http or https URL'],
  [['whole.proviso.zip', '--sources', 'contract.md'], 'only --key, --issuer and --format table or json'],
  [['whole.proviso.zip', '--format', 'html'], 'only --key, --issuer and --format table or json'],
  [['none.proviso.zip'], 'none.proviso.zip cannot be read'],
  [['run.json', '--key', 'x'.repeat(43), '--sources', 'contract.md'], '--key and --issuer are for bundles'],
])('proviso verify refuses %j', async (args, message) => {
  expect(await verify(...args)).toMatchObject({
    ...{ code: 2, stdout: '', stderr: expect.stringContaining(message) },
  });
});

it.each([
  [['--out', 'x.json', '--with-sources'], '--with-sources is only for bundles'],
  [['--out', 'x.proviso.zip', '--format', 'json'], 'x.proviso.zip is a bundle: leave --format out'],
  [['--out', 'x.proviso.zip', '--estimate'], 'an estimate has no result: leave --out'],
  [['--also-out', 'x.json', '--estimate'], 'an estimate has no result: leave --also-out out'],
  [['--baseline', 'x.yaml', '--estimate'], 'leave --baseline and --write-baseline out'],
])('proviso check refuses options that do not fit together: %j', async (args, message) => {
  expect(await check(...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
