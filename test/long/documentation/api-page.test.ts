import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildClient } from '../../../packaging/client/build.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const repository = resolve(import.meta.dirname, '../../..');
const program = join(repository, 'bin/proviso.js');
const folder = temporaryFolder('documented-api');
/** Defines the command `proviso`, which runs this checkout. */
const prelude = `set -eo pipefail; proviso() { "${process.execPath}" "${program}" "$@"; }\n`;

let service: ReturnType<typeof startService>;
let address = '';

beforeAll(async () => {
  service = startService();
  address = await addressOf(service);
});

afterAll(async () => {
  service.kill('SIGTERM');
  await once(service, 'exit');
});

describe.skipIf(!hasCurl())('the commands in docs/api.md and the README', () => {
  let token = '';

  test('create an account and get its findings, with curl alone', () => {
    const [start, ...rest] = blocks('docs/api.md', 'bash');
    expect(start?.trim()).toBe('npm start');
    const reported = shell(`${rest.join('\n')}\nprintf '\\n%s' "$TOKEN"`);
    token = reported.trim().split('\n').at(-1) ?? '';
    expect(reported).toContain('"outcome":"satisfied"');
    expect(reported).toContain('professional indemnity insurance of at least £5,000,000');
    expect(token).toMatch(/^pv_/);
  });

  test('get a finding with the typed client', async () => {
    await buildClient(join(folder, 'node_modules/@proviso/client'));
    const [example = ''] = blocks('docs/api.md', 'ts');
    const file = join(folder, 'documented.mjs');
    writeFileSync(file, here(example));
    const reported = run(process.execPath, [file], { TOKEN: token });
    expect(reported).toMatch(/^ESTIMATED satisfied .*#page=\d+$/m);
  });

  test('create a rule set as described in the README', () => {
    const [commands = ''] = blocks('README.md', 'bash');
    expect(shell(commands, { TOKEN: token })).toContain('rule set Buying was created');
  });
});

function startService() {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' };
  return spawn(process.execPath, [program, 'serve'], {
    cwd: repository,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Waits for the line with the address at which to sign in, and returns the address. */
async function addressOf({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<string> {
  let reported = '';
  for await (const chunk of stdout) {
    reported += String(chunk);
    const found = /http:\/\/localhost:\d+(?=\/v1)/.exec(reported);
    if (found) return found[0];
  }
  throw new Error(`the service ended before it was ready: ${reported}`);
}

function shell(commands: string, env: Record<string, string> = {}): string {
  return run('bash', ['-c', prelude + here(commands)], env);
}

function run(file: string, args: string[], env: Record<string, string>): string {
  return execFileSync(file, args, {
    cwd: repository,
    env: { ...process.env, DATA_DIR: folder, ...env },
    encoding: 'utf8',
    maxBuffer: 16_000_000,
  });
}

function here(documented: string): string {
  return documented.replaceAll('http://localhost:3000', address);
}

function blocks(page: string, language: string): string[] {
  const text = readFileSync(join(repository, page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === language && body !== undefined ? [body] : [],
  );
}

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      'SKIPPED because curl is not installed: the commands of docs/api.md were not tested\n',
    );
    return false;
  }
}
