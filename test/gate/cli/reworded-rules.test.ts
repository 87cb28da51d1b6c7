import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startModelServer } from '../../support/model-server/model-server.ts';
import { CommandRunner, workFolder } from './command.ts';

const policy = `1 Passwords
The Supplier shall encrypt passwords and shall delete old passwords.
Staff shall not share passwords.
`;

const runner = new CommandRunner();
const server = await startModelServer({});
const folder = workFolder({ 'policy.txt': policy });
afterAll(async () => {
  runner.stop();
  await server.close();
  folder.remove();
});

const from = (...args: string[]) =>
  runner.run(['rules', 'from', 'policy.txt', '--model', 'test-model', ...args], { cwd: folder.path });

describe('proviso rules from --model', () => {
  it('writes the reworded rules and what was not reworded, as a rules file that is valid', async () => {
    const texts = ['The Supplier shall encrypt passwords.', 'The Supplier shall delete old passwords.'];
    server.answerWith({
      chat: () => ({ json: { rules: texts.map((text) => ({ sentences: [1], text })) } }),
    });
    const { code, stderr } = await from('--base-url', server.url, '--out', 'rules.yaml');
    expect(code).toBe(0);
    expect(stderr).toMatch(/2 normative sentences: 2 in 3 rules, 0 left out/);
    expect(stderr).toMatch(/Reworded by test-model: 1 sentence, 0 left as they were, 1 not reworded/);
    expect(readFileSync(join(folder.path, 'rules.yaml'), 'utf8')).toContain('# Not reworded: the model gave');
    const lint = ['rules', 'lint', 'rules.yaml', '--format', 'json'];
    expect((await runner.run(lint, { cwd: folder.path })).code).toBe(0);
  });

  it('exits with 3 and keeps all rules if the model does not answer', async () => {
    server.answerWith({ chat: () => ({ status: 401, message: 'wrong key' }) });
    const { code, stdout, stderr } = await from('--base-url', server.url, '--format', 'json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      rules: [{ note: expect.stringContaining('refuses the key') }, {}],
      rewording: { sent: 2, reworded: 0 },
    });
    expect(stderr).toMatch(/proviso: warning: The model did not reword 2 of the 2 rules/);
  });

  it('refuses to start, as a check does, if the server cannot be reached', async () => {
    const { code, stdout, stderr } = await from('--base-url', 'http://127.0.0.1:9/v1');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('127.0.0.1:9');
  });

  it('sends no more rules than its options allow', async () => {
    server.answerWith({ chat: () => ({ json: { rules: [] } }) });
    const limits = ['--max-reworded', '1', '--budget-tokens', '50'];
    const { stdout } = await from('--base-url', server.url, '--format', 'json', ...limits);
    expect(JSON.parse(stdout)).toMatchObject({
      rules: [{ note: expect.stringContaining('the budget of 50 tokens is reached') }, {}],
      rewording: { sent: 1, requests: 0 },
    });
  });
});
