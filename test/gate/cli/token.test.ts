import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src/compose/adapters.ts';
import { readConfig } from '../../../src/config.ts';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
const account = ['--user', 'a@example.org'];
let folder: ReturnType<typeof workFolder>;
beforeAll(async () => {
  folder = workFolder({});
  const args = ['user', 'add', '--email', 'a@example.org'];
  const { code, stderr } = await runner.run(args, { ...surroundings(), input: 'correct horse battery\n' });
  expect(code, stderr).toBe(0);
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

const surroundings = () => ({ cwd: folder.path, env: { DATA_DIR: folder.path } });
const token = (...args: string[]) => runner.run(['token', ...args], surroundings());
const added = async (...args: string[]) => {
  const { stdout, stderr } = await token('add', ...account, ...args);
  expect(stdout, stderr).toMatch(/^pv_[0-9a-f]{24}_[0-9A-Za-z]{43}\n$/);
  return stdout.trim();
};

it('a token has the name, the scopes and the days of the options, and is recorded in the audit log', async () => {
  const secret = await added('--name', 'CI', '--scope', 'run', '--scope', 'read', '--expires-days', '30');
  const store = await openStore(readConfig({ DATA_DIR: folder.path }), () => {});
  const stored = await store.tokens.find(secret.slice(3, 27));
  const entries = await store.audit.walk(stored?.userId ?? '', 0, 10);
  await store.close();
  const { createdAt = '', expiresAt } = stored ?? {};
  expect(stored).toMatchObject({ name: 'CI', scopes: ['read', 'run'], last4: secret.slice(-4) });
  expect((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 86_400_000).toBeCloseTo(30, 2);
  expect(entries.at(-1)).toMatchObject({
    ...{ action: 'tokens.create', outcome: 'done', record: { kind: 'token', id: stored?._id } },
    origin: { via: 'command', userId: null },
  });
  const { stdout } = await token('list', ...account);
  expect(stdout).toMatch(
    new RegExp(`^${stored?._id} +CI +…${secret.slice(-4)} +active +read, run +own +\\S+ \\S+ +never +2`, 'm'),
  );
});

it('a token is not made for a disabled account, where it would be refused', async () => {
  const operate = (verb: string) => runner.run(['user', verb, '--email', 'a@example.org'], surroundings());
  await operate('disable');
  const before = (await token('list', ...account)).stdout;
  expect(await token('add', ...account, '--name', 'n')).toMatchObject({
    ...{ code: 2, stdout: '', stderr: expect.stringContaining('run proviso user enable --email a@') },
  });
  await operate('enable');
  expect((await token('list', ...account)).stdout).toBe(before);
});

it('a revoked token stays in the list, and its name is printed without control characters', async () => {
  const secret = await added('--name', 'x\u001b]0;owned\u0007\u001b[2J');
  expect(await token('revoke', secret)).toMatchObject({
    ...{ code: 0, stdout: 'token x␛]0;owned␇␛[2J was revoked\n' },
  });
  expect((await token('list', ...account)).stdout).toMatch(/ x␛]0;owned␇␛\[2J .* revoked +everything /);
});

it.each([
  [['add', ...account, '--name', 'CI', '--expires-days', '0'], '--expires-days "0" is not a whole number'],
  [['add', ...account, '--name', 'CI', '--scope', 'all'], '--scope "all" is not one of read, write'],
  [['add', ...account, '--name', 'CI', '--project', '0'.repeat(24)], `project ${'0'.repeat(24)} was not`],
  [['add', ...account, '--name', 'CI', '--rule-set', '1'.repeat(24)], `${'1'.repeat(24)} was not found`],
  [['add', ...account], '--name <name>'],
  [['add', '--user', 'b@example.org', '--name', 'CI'], 'there is no account b@example.org: create one'],
  [['list', '--user', 'b@example.org'], 'there is no account b@example.org: create one'],
  [['revoke', '2'.repeat(24)], `there is no token ${'2'.repeat(24)}`],
  [['revoke', 'CI'], 'give the id that `proviso token list` shows'],
])('proviso token %s is refused, and the message says why', async (args, message) => {
  expect(await token(...args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(message),
  });
});
