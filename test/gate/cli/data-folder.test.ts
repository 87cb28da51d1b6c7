import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proviso as inFolder, type Served, serve } from '../../support/served.ts';
import { CommandRunner, type Ended, workFolder } from './command.ts';

const email = 'owner@example.org';
const commands: string[][] = [
  ['serve'],
  ['worker'],
  ['user', 'add', '--email', email],
  ['token', 'list', '--user', email],
  ['backup', 'a-backup'],
  ['doctor'],
];

const runner = new CommandRunner();
let folder: ReturnType<typeof workFolder>;
let used = '';
let server: Served | null = null;
beforeAll(() => {
  folder = workFolder({ 'a-file': '' });
  used = join(folder.path, 'used');
  inFolder(used, ['user', 'add', '--email', email], 'correct horse battery\n');
});
afterAll(async () => {
  runner.stop();
  await server?.powerOff();
  folder.remove();
});

function tried(args: string[], dataFolder: string): Promise<Ended> {
  const env = { DATA_DIR: dataFolder, PORT: '0' };
  return runner.run(args, { cwd: folder.path, input: 'correct horse battery\n', env });
}

/** A data folder with one account, which another process made. */
function usedFolder(name: string): string {
  const path = join(folder.path, name);
  cpSync(used, path, { recursive: true });
  return path;
}

describe('an unusable data folder', () => {
  it('makes every command end with exit code 2 and a message that names the folder and says what to do', async () => {
    const damaged = usedFolder('damaged');
    writeFileSync(join(damaged, 'proviso.db'), 'not a database '.repeat(1_000));
    const folders: [string, RegExp][] = [
      [
        join(folder.path, 'a-file'),
        /DATA_DIR \S+a-file cannot be used: \S+ is a file|a-file has no Proviso data: set DATA_DIR/,
      ],
      [
        '/proc/nowhere',
        /DATA_DIR \/proc\/nowhere cannot be used|\/proc\/nowhere has no Proviso data: set DATA_DIR/,
      ],
      [damaged, /damaged\/proviso\.db is damaged .*Restore it from a backup/],
    ];
    for (const [path, reason] of folders) {
      for (const command of commands) {
        const { code, stdout, stderr } = await tried(command, path);
        const reported = { command, code, reason: `${stdout}${stderr}` };
        expect(reported).toMatchObject({ code: 2, reason: expect.stringMatching(reason) });
        expect(reported.reason).not.toMatch(/fault of proviso/);
      }
    }
  });
});

describe('a mistyped data folder', () => {
  const reading: string[][] = [
    ['user', 'list'],
    ...['disable', 'enable', 'passwd', 'remove'].map((verb) => ['user', verb, '--email', email]),
    ['user', 'appoint', '--email', email, '--workspace', 'a'.repeat(24)],
    ['token', 'add', '--user', email, '--name', 'n'],
    ['token', 'list', '--user', email],
    ['token', 'revoke', 'a'.repeat(24)],
    ['backup', 'a-backup'],
  ];

  it.each(reading.map((args) => [args.join(' '), args] as const))(
    'is named by %s, which makes nothing there',
    async (_, args) => {
      const mistyped = join(folder.path, 'mistyped');
      const { code, stdout, stderr } = await tried(args, mistyped);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(`the folder ${mistyped} has no Proviso data: set DATA_DIR to the data folder`);
      expect(existsSync(mistyped)).toBe(false);
    },
  );
});

describe('records with a damaged page', () => {
  it('make a command that reads the page end with exit code 2 and a message that names the file', async () => {
    const data = usedFolder('with-damage');
    const file = join(data, 'proviso.db');
    const database = new Libsql(file);
    const root = database
      .prepare("select rootpage from sqlite_master where type = 'table' and name = 'auth_records'")
      .raw()
      .get();
    database.prepare('pragma wal_checkpoint(truncate)').all();
    database.close();
    const bytes = readFileSync(file);
    bytes.fill('damage', (Number(root) - 1) * 4096, Number(root) * 4096);
    writeFileSync(file, bytes);
    const { code, stderr } = await tried(['backup', 'a-backup'], data);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/with-damage\/proviso\.db is damaged .*Restore it from a backup/),
    });
  });
});

describe.runIf(process.platform === 'linux')('the worker process', () => {
  it('has no secrets in its environment variables, because other processes of the same user could read these', async () => {
    const password = 'a password that nobody must see';
    server = await serve(join(folder.path, 'data'), {
      SMTP_URL: `smtp://user:${encodeURIComponent(password)}@127.0.0.1:2525`,
      OPENAI_API_KEY: password,
      AWS_SECRET_ACCESS_KEY: password,
    });
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8');
    const worker = children.split(' ').filter(Boolean);
    expect(worker).toHaveLength(1);
    const environment = readFileSync(`/proc/${worker[0]}/environ`, 'utf8');
    const names = environment.split('\0').map((entry) => entry.split('=')[0]);
    expect(names).toContain('PATH');
    expect(environment).not.toContain(password);
    expect(names.filter((name) => /SMTP|API_KEY|AWS|SECRET/.test(name ?? ''))).toEqual([]);
  });
});
