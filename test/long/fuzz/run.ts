/**
 * Started by `npm run test:long fuzz`. Schemathesis creates valid and invalid requests from openapi.json and sends them to a
 * real server with a worker, as two users. It checks every response against openapi.json. Without options it sends more than
 * 10,000 requests; with `-- --max-time 60` it stops after about a minute. Other options of `schemathesis run` also
 * work.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { startTestServer } from '../../support/server.ts';
import { seedsOf } from './seeds.ts';

const fullForm = ['--max-examples', '320'];
const fewest = 10_000;

const requirements = join(import.meta.dirname, 'requirements.txt');
const hooks = join(import.meta.dirname, 'hooks.py');
const settings = join(import.meta.dirname, 'schemathesis.toml');
const document = resolve('openapi.json');
const report = z.object({ test_cases: z.object({ generated: z.int() }) });

async function fuzz(options: readonly string[]): Promise<number> {
  const program = await installed();
  const server = await startTestServer({ WORKERS: '1', LOG_LEVEL: 'error' });
  const folder = mkdtempSync(join(tmpdir(), 'proviso-fuzz-'));
  const files = { PROVISO_USERS: join(folder, 'users.json'), PROVISO_SEEDS: join(folder, 'seeds.json') };
  const reported = join(folder, 'report.json');
  try {
    writeFileSync(files.PROVISO_USERS, JSON.stringify({ auth: [user('owner'), user('stranger')] }));
    writeFileSync(files.PROVISO_SEEDS, JSON.stringify(await seedsOf(server.owner)));
    const status = await ended(
      program,
      [
        ...['--config-file', settings, 'run', document, '--report-json-path', reported],
        ...(options.length === 0 ? fullForm : options),
      ],
      {
        cwd: folder,
        env: { ...files, PROVISO_HOOKS: hooks, PROVISO_URL: `${server.address}/v1`, PYTHONHASHSEED: '0' },
      },
    );
    if (status !== 0 || options.length > 0) return status;
    const { generated } = report.parse(JSON.parse(readFileSync(reported, 'utf8'))).test_cases;
    if (generated < fewest)
      throw new Error(`${generated} requests were sent, which are fewer than ${fewest}`);
    return 0;
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }

  function user(name: 'owner' | 'stranger') {
    return { name, fixedHeaders: [{ name: 'api-token', value: server[name].token }] };
  }
}

/** The path of the program, which is installed once for each list of versions. */
async function installed(): Promise<string> {
  const versions = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 16);
  const folder = resolve('node_modules/.cache', `proviso-fuzz-${versions}`);
  const program = join(folder, 'bin/schemathesis');
  if (existsSync(program)) return program;
  for (const [command, ...args] of [
    ['python3', '-m', 'venv', folder],
    [join(folder, 'bin/pip'), 'install', '--quiet', '--disable-pip-version-check', '-r', requirements],
  ]) {
    if ((await ended(command ?? '', args)) !== 0) throw new Error(`${command} ${args.join(' ')} failed`);
  }
  return program;
}

type Surroundings = { cwd?: string; env?: Record<string, string> };

async function ended(
  command: string,
  args: readonly string[],
  { cwd, env }: Surroundings = {},
): Promise<number> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
  });
  const [status] = await once(child, 'exit');
  return typeof status === 'number' ? status : 1;
}

process.exitCode = await fuzz(process.argv.slice(2));
