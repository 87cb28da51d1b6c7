import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../support/server.ts';

const run = promisify(execFile);
const clients = join(import.meta.dirname, 'programs');

/** The pages that show how to generate a client, and the name under which a reader saves their program. */
const documented = [
  {
    name: 'Python (openapi-python-client)',
    page: 'docs/clients/python.md',
    ...{ language: 'python', file: 'check.py', needs: ['python3', 'curl'] },
    registry: 'python3 -m pip download --quiet --no-deps --dest . attrs==26.1.0',
  },
  {
    name: 'Go (oapi-codegen)',
    page: 'docs/clients/go.md',
    ...{ language: 'go', file: 'main.go', needs: ['go', 'curl'] },
    registry: 'go mod download github.com/oapi-codegen/runtime@v1.8.0',
  },
];

const server = await startTestServer({ WORKERS: '1' });
afterAll(() => server.stop());

describe('a client generated from openapi.json', () => {
  it.skipIf(!isInstalled('npm'))(
    'can check a document, from rules to quotes, in TypeScript (openapi-typescript, openapi-fetch)',
    ({ skip }) =>
      inEmptyFolder(async (folder) => {
        await requireRegistry('npm view openapi-fetch@0.17.0 version', folder, skip);
        cpSync(join(clients, 'typescript'), folder, { recursive: true });
        cpSync('openapi.json', join(folder, 'openapi.json'));
        for (const command of ['npm ci', 'npm run generate', 'npm run build']) await shell(command, folder);
        expect(JSON.parse(await shell('node built/program.js', folder))).toEqual({
          status: 'completed',
          total: 1,
          found: [
            {
              rule: 'Payment term',
              label: 'CONFIRMED',
              quotes: [
                { quote: 'Invoices shall be paid within 30 days of receipt.', where: 'terms.txt, line 1' },
              ],
            },
          ],
          problem: 'project_not_found',
        });
      }),
    600_000,
  );

  for (const { name, page, language, file, needs, registry } of documented) {
    it.skipIf(!needs.every(isInstalled))(
      `does the whole job as ${page} describes, command by command, in ${name}`,
      ({ skip }) =>
        inEmptyFolder(async (folder) => {
          await requireRegistry(registry, folder, skip);
          const text = readFileSync(page, 'utf8');
          const [program = ''] = blocks(text, language);
          writeFileSync(join(folder, file), program);
          const [make = '', runIt = ''] = blocks(text, 'sh');
          await shell(make, folder);
          expect((await shell(runIt, folder)).trim().split('\n')).toEqual([
            'completed C-17',
            'CONFIRMED: Payment term',
            '  "Invoices shall be paid within 30 days of receipt." (terms.txt, line 1)',
            'NOT FOUND: Source code escrow',
            'an unknown project: project_not_found',
          ]);
        }),
      600_000,
    );
  }
});

/** Skips the test if the packages of the language cannot be downloaded here. */
async function requireRegistry(command: string, folder: string, skip: (why: string) => void): Promise<void> {
  await shell(command, folder).catch(() =>
    skip(`SKIPPED: the package registry cannot be reached: ${command}`),
  );
}

async function inEmptyFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proviso-client-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The code blocks of a page that have the language. */
function blocks(text: string, language: string): string[] {
  return [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, found, body]) =>
    found === language && body !== undefined ? [body] : [],
  );
}

/** The output of a command. If the command fails, the error contains its output. */
async function shell(command: string, cwd: string): Promise<string> {
  const env = {
    ...process.env,
    PATH: [join(cwd, '.venv/bin'), process.env.PATH].join(delimiter),
    PROVISO_URL: server.address,
    PROVISO_TOKEN: server.owner.token,
    // The packages that the generator installs are pinned too, so that the test does not depend on their releases.
    PIP_CONSTRAINT: join(clients, 'python-constraints.txt'),
  };
  const { stdout } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', command], {
    cwd,
    env,
    maxBuffer: 16_000_000,
  }).catch((error: { stdout?: string; stderr?: string }) => {
    throw new Error(`${command} failed\n${error.stdout}\n${error.stderr}`);
  });
  return stdout;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('bash', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      `SKIPPED because ${program} is not installed: the client that needs it was not tested\n`,
    );
    return false;
  }
}
