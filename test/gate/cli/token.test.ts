import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandRunner, workFolder } from './command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
beforeAll(() => {
  folder = workFolder({});
});
afterAll(() => {
  runner.stop();
  folder.remove();
});

it('the name of a revoked token is printed without control characters', async () => {
  const surroundings = { cwd: folder.path, env: { DATA_DIR: folder.path } };
  const account = ['--user', 'a@example.org'];
  await runner.run(['user', 'add', '--email', 'a@example.org'], {
    ...surroundings,
    input: 'correct horse battery\n',
  });
  const name = 'x\u001b]0;owned\u0007\u001b[2J';
  const { stdout: token, stderr } = await runner.run(
    ['token', 'add', ...account, '--name', name],
    surroundings,
  );
  expect(token, stderr).toMatch(/^pv_/);
  const { stdout, code } = await runner.run(['token', 'revoke', token.trim()], surroundings);
  expect(code).toBe(0);
  expect(stdout).toBe('token x␛]0;owned␇␛[2J was revoked\n');
});
