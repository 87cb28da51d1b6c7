import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listening } from '../../../support/listening.ts';
import { CommandRunner, start as startCommand, workFolder } from '../../cli/command.ts';

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
let children: ChildProcess[] = [];

beforeEach(() => {
  folder = workFolder({});
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children = [];
  folder.remove();
});
afterAll(() => runner.stop());

const settings = { DATA_DIR: 'data', PORT: '0', LOG_LEVEL: 'silent' };

const run = (args: string[], more: Record<string, string> = {}, input = '') =>
  runner.run(args, { cwd: folder.path, env: { ...settings, ...more }, input });

/** Starts the server; `port` is set once the server has printed where to create an account. */
async function serve(more: Record<string, string> = {}) {
  const child = startCommand(['serve'], { cwd: folder.path, env: { ...settings, ...more } });
  children.push(child);
  let wording = '';
  const ended = once(child, 'close').then(([code]) => ({ code, wording }));
  for await (const text of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    wording += text;
    const [, port] = /^Create your account and a token: http:\/\/localhost:(\d+)\/$/m.exec(wording) ?? [];
    if (port === undefined) continue;
    child.stdout.on('data', (more) => {
      wording += more;
    });
    return { child, ended, port };
  }
  throw new Error(`the server ended: ${wording}`);
}

describe('proviso serve', () => {
  it('prints its settings and, once it is ready, where to sign in; a signal stops it after the request that arrived before', async () => {
    const { child, ended, port } = await serve({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    const at = `http://127.0.0.1:${port}`;
    expect((await fetch(`${at}/readyz`)).status).toBe(200);
    const answer = fetch(`${at}/trpc/account.signUp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', password: 'engine number one' }),
    });
    await fetch(`${at}/healthz`);
    child.kill('SIGTERM');
    expect((await answer).status).toBe(200);
    const { code, wording } = await ended;
    expect(code).toBe(0);
    for (const part of [
      'listens on 127.0.0.1',
      'records: SQLite in data',
      'files: folder data',
      'checks: by words alone',
      'note: OPENAI_BASE_URL is set but has no effect: set MODEL',
      'Stopping',
    ]) {
      expect(wording).toContain(part);
    }
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'a wrong value of a setting',
      { PORT: '80x' },
      /PORT is "80x", which is not allowed: set it to a whole number/,
    ],
    ['several wrong values', { WORKERS: 'many', SIGN_UP: 'maybe' }, /SIGN_UP[\s\S]*WORKERS/],
    [
      'an address that is not of this machine',
      { HOST: '192.0.2.1' },
      /HOST 192\.0\.2\.1 is not an address of this machine/,
    ],
  ])('does not start with %s, and says why', async (_what, wrong, why) => {
    const { code, stderr } = await run(['serve'], wrong);
    expect(code).toBe(2);
    expect(stderr).toMatch(why);
    expect(stderr).not.toMatch(/ at .*\.js/);
  });

  it.each([
    [401, 'rejects the key in OPENAI_API_KEY (401)'],
    [500, 'failed with 500'],
  ])('starts with a model whose server answers %i, and warns of it with the reason', async (status, why) => {
    const models = createHttpServer((_, answer) => answer.writeHead(status).end());
    const url = `http://127.0.0.1:${await listening(models)}/v1`;
    const { child } = await serve({
      ...{ MODEL: 'gpt', OPENAI_BASE_URL: url, OPENAI_API_KEY: 'k', LOG_LEVEL: 'warn' },
    });
    let log = '';
    child.stderr.on('data', (more) => {
      log += more;
    });
    await expect.poll(() => log).toContain(why);
    models.close();
  });

  it('does not start on a port that is in use', async () => {
    const other = createServer();
    const port = String(await listening(other));
    const { code, stderr } = await run(['serve'], { PORT: port });
    other.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} is in use`);
  });

  it('warns of settings whose names look misspelt', async () => {
    const { stderr } = await run(['serve'], { DATADIR: 'elsewhere', PORT: 'x' });
    expect(stderr).toContain('DATADIR is not a setting: did you mean DATA_DIR?');
  });
});

describe('the first account', () => {
  it('is not created from a page whose host name anybody may have pointed to this server', async () => {
    const { port } = await serve({ SIGN_UP: 'open' });
    /** `fetch` sends no other host than that of the URL. */
    const signUp = async (
      origin: string,
      email = 'ada@example.org',
    ): Promise<{ status: number | undefined; wording: string }> => {
      const headers = { origin, host: new URL(origin).host, 'content-type': 'application/json' };
      const sent = request(`http://127.0.0.1:${port}/trpc/account.signUp`, { method: 'POST', headers });
      sent.end(JSON.stringify({ email, password: 'engine number one' }));
      const [answer] = await once(sent, 'response');
      return { status: answer.statusCode, wording: await text(answer) };
    };
    for (const host of ['rebinding.example', 'localhost.example', '127.0.0.1.example', 'localhostx']) {
      const refused = await signUp(`http://${host}:${port}`);
      expect(refused).toEqual({ status: 403, wording: expect.stringContaining('PUBLIC_URL') });
    }
    expect((await signUp(`http://[::1]:${port}`)).status).toBe(200);
    // Later accounts do not administer the service, so they are made at any name under which people reach it.
    const later = await signUp(`http://rebinding.example:${port}`, 'bob@example.org');
    expect(later.status, later.wording).toBe(200);
  });
});

describe('proviso user and proviso token', () => {
  it('work while a server is running: an account, a token, a call with it, and its revocation', async () => {
    const { port } = await serve({ WORKERS: '0' });
    const added = await run(['user', 'add', '--email', 'Ada@Example.org'], {}, 'engine number one\n');
    expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('ada@example.org') });

    const made = await run(['token', 'add', '--user', 'ada@example.org', '--name', 'import']);
    expect(made.stdout).toMatch(/^pv_[0-9a-f]{24}_[0-9A-Za-z]{43}\n$/);
    const token = made.stdout.trim();
    const ask = () => fetch(`http://127.0.0.1:${port}/v1/politics`, { headers: { 'api-token': token } });
    expect((await ask()).status).toBe(200);

    const listed = await run(['token', 'list', '--user', 'ada@example.org']);
    expect(listed.stdout).toMatch(new RegExp(`import +…${token.slice(-4)} +active`));
    expect(listed.stdout).not.toContain(token);
    expect((await run(['token', 'revoke', token.split('_')[1] ?? ''])).code).toBe(0);
    expect((await ask()).status).toBe(401);

    await run(['user', 'passwd', '--email', 'ada@example.org'], {}, 'engine number two\n');
    const signIn = (password: string) =>
      fetch(`http://127.0.0.1:${port}/trpc/account.signIn`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'ada@example.org', password }),
      });
    expect((await signIn('engine number one')).status).toBe(401);
    expect((await signIn('engine number two')).status).toBe(200);
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'an invalid email address',
      ['user', 'add', '--email', 'ada'],
      'engine number one',
      /email must be an email address/,
    ],
    ['a short password', ['user', 'add', '--email', 'a@example.org'], 'short', /password must have 8 to 128/],
    ['no password', ['user', 'add', '--email', 'a@example.org'], '', /send the password on standard input/],
    [
      'an unknown user',
      ['token', 'add', '--user', 'b@example.org', '--name', 'n'],
      '',
      /there is no account b@/,
    ],
    ['an unknown token', ['token', 'revoke', 'f'.repeat(24)], '', /there is no token/],
    ['text that is not a token', ['token', 'revoke', 'x'], '', /give the id that `proviso token list` shows/],
    [
      'a fraction of a day',
      ['token', 'add', '--user', 'b@example.org', '--name', 'n', '--expires-days', '1.5'],
      '',
      /--expires-days "1\.5"/,
    ],
  ])('end with exit code 2 for %s', async (_what, args, input, why) => {
    if (args[0] === 'token')
      await run(['user', 'add', '--email', 'a@example.org'], {}, 'engine number one\n');
    const { code, stderr, stdout } = await run(args, {}, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(why);
  });
});
