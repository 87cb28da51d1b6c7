import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../support/server.ts';

const run = promisify(execFile);
const clients = join(import.meta.dirname, 'clients');

/**
 * For each language, the commands that generate the client in an empty folder, with pinned versions, and run the test
 * program.
 */
const languages = [
  {
    name: 'TypeScript (openapi-typescript, openapi-fetch)',
    folder: 'typescript',
    needs: 'npm',
    make: ['npm ci', 'npm run generate', 'npm run build'],
    program: 'node built/program.js',
  },
  {
    name: 'Python (openapi-python-client)',
    folder: 'python',
    needs: 'python3',
    make: [
      'python3 -m venv .venv',
      'pip install --quiet --disable-pip-version-check -r requirements.txt',
      'openapi-python-client generate --path openapi.json --meta none --output-path proviso_client --fail-on-warning',
      'python -m compileall -q proviso_client',
    ],
    program: 'python program.py',
  },
  {
    name: 'Go (oapi-codegen)',
    folder: 'go',
    needs: 'go',
    make: ['mkdir proviso', 'go tool oapi-codegen -config generate.yaml openapi.json', 'go vet ./...'],
    program: 'go run .',
  },
];

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WORKERS: '1' });
});
afterAll(() => server.stop());

describe('a client generated from openapi.json', () => {
  for (const { name, folder, needs, make, program } of languages) {
    it.skipIf(!isInstalled(needs))(
      `can check a document, from rules to quotes, in ${name}`,
      async () => {
        const empty = mkdtempSync(join(tmpdir(), `proviso-client-${folder}-`));
        try {
          cpSync(join(clients, folder), empty, { recursive: true });
          cpSync('openapi.json', join(empty, 'openapi.json'));
          for (const command of make) await shell(command, empty);
          expect(JSON.parse(await shell(program, empty))).toEqual({
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
        } finally {
          rmSync(empty, { recursive: true, force: true });
        }
      },
      600_000,
    );
  }
});

/** The output of a command. If the command fails, the error contains its output. */
async function shell(command: string, cwd: string): Promise<string> {
  const env = {
    ...process.env,
    PATH: [join(cwd, '.venv/bin'), process.env.PATH].join(delimiter),
    PROVISO_URL: server.address,
    PROVISO_TOKEN: server.owner.token,
  };
  const { stdout } = await run('bash', ['-c', command], { cwd, env, maxBuffer: 16_000_000 }).catch(
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command} failed\n${error.stdout}\n${error.stderr}`);
    },
  );
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
