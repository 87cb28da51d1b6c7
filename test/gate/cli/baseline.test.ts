import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resultSchema } from '../../../engine/model/result.ts';
import { CommandRunner, workFolder } from './command.ts';

const rules = `- name: Unicorns
  description: Unicorns must be groomed with silver combs.
  ifAbsent: violated
`;
const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({
    'rules.yml': rules,
    'contract.md': 'The supplier delivers the goods to the premises of the customer.\n',
    'wrong.yaml': 'accepted:\n  - finding: abc\n    rule: R\n    reason: Known\n',
  });
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const proviso = (...args: string[]) => runner.run(args, { cwd: folder.path });
const check = (...args: string[]) => proviso('check', 'contract.md', '-r', 'rules.yml', ...args);
const writing = (file: string, ...more: string[]) =>
  check('--fail-on', 'violated', '--write-baseline', file, '--reason', 'Known', ...more);

it('--write-baseline accepts what --fail-on fails on, and --baseline then lets the command pass', async () => {
  expect((await check('--fail-on', 'violated')).code).toBe(1);
  expect(await writing('accepted.yaml', '--until', '2999-12-31')).toMatchObject({
    code: 0,
    stderr: 'proviso: 1 accepted finding added to accepted.yaml\n',
  });
  const later = await check('--fail-on', 'violated', '--baseline', 'accepted.yaml', '-f', 'json');
  expect(later).toMatchObject({ code: 0, stderr: '' });
  const [finding] = resultSchema.parse(JSON.parse(later.stdout)).findings;
  expect(finding).toMatchObject({
    ...{ outcome: 'violated', label: 'NOT FOUND' },
    accepted: { reason: 'Known', until: '2999-12-31' },
  });
  const table = await check('--baseline', 'accepted.yaml');
  expect(table.stdout).toContain('1 accepted');
  expect(table.stdout).toContain('Accepted: Known (until 2999-12-31)');
});

it('an expired entry does not let the command pass, and --write-baseline renews it', async () => {
  await writing('renewed.json', '--until', '2999-12-31');
  const file = join(folder.path, 'renewed.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('2999', '2001'));
  const expired = await check('--fail-on', 'violated', '--baseline', 'renewed.json');
  expect(expired).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/“Unicorns”.* expired after 2001/),
  });
  expect(await writing('renewed.json')).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8')).accepted).toMatchObject([
    { rule: 'Unicorns', reason: 'Known' },
  ]);
  expect(readFileSync(file, 'utf8')).not.toContain('until');
});

it.each([
  [
    'a wrong baseline',
    ['--baseline', 'wrong.yaml'],
    /wrong\.yaml:2 \$\.accepted\[0\]\.finding must be the fingerprint/,
  ],
  ['a missing baseline', ['--baseline', 'no.yaml'], /the baseline file no\.yaml does not exist/],
  ['no --fail-on', ['--write-baseline', 'x.yaml', '--reason', 'Known'], /add --fail-on violated/],
  ['no reason', ['--write-baseline', 'x.yaml', '--fail-on', 'violated'], /needs --reason/],
  ['a reason alone', ['--reason', 'Known'], /are for --write-baseline/],
  [
    'a day in the past',
    ['--write-baseline', 'x.yaml', '--fail-on', 'violated', '--reason', 'Known', '--until', '2001-01-01'],
    /--until 2001-01-01 is in the past/,
  ],
  ['a severity of incomplete', ['--fail-on', 'incomplete:high'], /"incomplete:high" is not one of/],
])('is an error that says what to do: %s', async (_, args, message) => {
  expect(await check(...args)).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});

it('proviso diff exits with 1 only if --fail-on worse finds a finding that is worse', async () => {
  await check('--out', 'violated.json');
  writeFileSync(join(folder.path, 'contract.md'), 'Unicorns must be groomed with silver combs.\n');
  await check('--out', 'met.json');
  const diff = (...args: string[]) => proviso('diff', ...args);
  expect((await diff('met.json', 'violated.json')).code).toBe(0);
  const worse = await diff('met.json', 'violated.json', '--fail-on', 'worse');
  expect(worse).toMatchObject({ code: 1, stdout: expect.stringContaining('! worse: Unicorns') });
  expect((await diff('violated.json', 'met.json', '--fail-on', 'worse')).code).toBe(0);
  const json = await diff('violated.json', 'met.json', '--format', 'json');
  expect(JSON.parse(json.stdout)).toMatchObject({ counts: { worse: 0, outcome_changed: 1 } });
  expect(await diff('met.json', 'rules.yml')).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/rules\.yml is not valid JSON/),
  });
});
