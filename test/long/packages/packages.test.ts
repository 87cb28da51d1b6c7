import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const run = promisify(execFile);
const root = process.cwd();
const tsc = join(root, 'node_modules/typescript/bin/tsc');

let server: TestServer;
const empty = temporaryFolder('packages');
const bash = (command: string, cwd: string) =>
  run('bash', ['-c', command], {
    cwd,
    maxBuffer: 16_000_000,
    env: { ...process.env, NO_COLOR: '1', TOKEN: server.owner.token },
  }).then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string }) => {
      throw new Error(`${command} failed\n${error.stdout}\n${error.stderr}`);
    },
  );
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')));
const packed = (name: string) => resolve(root, 'dist/packages', `${name}-${version}.tgz`);
const installed = (name: string, tarball: string) => {
  const folder = join(empty, name);
  mkdirSync(folder);
  return bash(`npm init -y >/dev/null && npm install --no-audit --no-fund ${tarball}`, folder).then(
    () => folder,
  );
};

beforeAll(async () => {
  server = await startTestServer({ WORKERS: '1' });
  await run('npx', ['tsx', 'packaging/pack.ts'], { cwd: root });
}, 300_000);
afterAll(() => server.stop());

describe('the package @proviso/client, installed into an empty folder', () => {
  it('brings one package and less than 1 MB, compiles under six sets of options, and checks a document', async () => {
    const folder = await installed('client', packed('proviso-client'));
    const listed = (await bash('npm ls --all --parseable', folder)).trim().split('\n').slice(1);
    expect(listed).toHaveLength(1);
    expect(Number((await bash('du -sk node_modules', folder)).split('\t')[0])).toBeLessThan(1_000);
    const sample = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync('docs/api.md', 'utf8'))?.[1] ?? '';
    const program = sample
      .replace('http://localhost:3000', server.address)
      .replace('samples/agreement.pdf', join(root, 'samples/agreement.pdf'));
    const [, imports = '', body = ''] = /^((?:import .*\n)+)([\s\S]*)$/.exec(program) ?? [];
    writeFileSync(join(folder, 'esm.mts'), program);
    writeFileSync(join(folder, 'cjs.cts'), `${imports}async function main() {${body}}\nvoid main();\n`);
    for (const [name, options] of optionSets.entries()) {
      const config = {
        compilerOptions: { ...strictest, ...options.compilerOptions, outDir: `built-${name}` },
        files: options.files,
      };
      writeFileSync(join(folder, `tsconfig-${name}.json`), JSON.stringify(config));
      await bash(`node ${tsc} -p tsconfig-${name}.json`, folder);
    }
    expect(await bash('node built-0/esm.mjs', folder)).toMatch(/^[A-Z_]+ \w+/);
    expect(await bash('node built-0/cjs.cjs', folder)).toMatch(/^[A-Z_]+ \w+/);
    writeFileSync(join(folder, 'page.mts'), programOf(readFileSync('docs/client.md', 'utf8')));
    const page = { compilerOptions: { ...strictest, module: 'NodeNext' }, files: ['page.mts'] };
    writeFileSync(join(folder, 'tsconfig-page.json'), JSON.stringify(page));
    await bash(`node ${tsc} -p tsconfig-page.json`, folder);
    expect(await bash('node page.mjs', folder)).toMatch(
      /^completed \{[\s\S]*\}\nan unknown project: null\n$/,
    );
  }, 300_000);
});

describe('the package proviso, installed into an empty folder', () => {
  it('runs the demo and checks a document', async () => {
    const folder = await installed('proviso', packed('proviso'));
    expect(await bash('npx proviso demo', folder)).toContain('That was a sample');
    const samples = 'node_modules/proviso/samples';
    const command = `npx proviso check ${samples}/agreement.pdf --rules ${samples}/rules.yaml --format json`;
    expect(JSON.parse(await bash(command, folder))).toMatchObject({ findings: expect.any(Array) });
  }, 600_000);
});

/** A program with the two examples of docs/client.md, which continue the program of docs/api.md. */
function programOf(page: string): string {
  const [wait, handle] = [...page.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, block]) => block);
  return `import { createClient, ProvisoRequestError, type Outputs } from '@proviso/client';
const proviso = createClient({ url: '${server.address}', token: process.env.TOKEN });
async function wait(id: string) {${wait}}
async function read(id: string): Promise<Outputs['projects']['get'] | null | undefined | void> {${handle}}
const { data } = await proviso.projects.list.query({});
await wait(data[0]?._id ?? '');
console.log('an unknown project:', await read('0'.repeat(24)));
`;
}

const strictest = {
  target: 'ES2022',
  strict: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')],
};
const both = ['esm.mts', 'cjs.cts'];
const optionSets = [
  { compilerOptions: { module: 'NodeNext', moduleResolution: 'NodeNext' }, files: both },
  { compilerOptions: { module: 'Node16', moduleResolution: 'Node16' }, files: both },
  { compilerOptions: { module: 'ESNext', moduleResolution: 'Bundler' }, files: ['esm.mts'] },
  { compilerOptions: { module: 'Preserve', moduleResolution: 'Bundler' }, files: both },
  {
    compilerOptions: { module: 'NodeNext', verbatimModuleSyntax: true, isolatedModules: true },
    files: ['esm.mts'],
  },
  {
    compilerOptions: {
      module: 'NodeNext',
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: false,
    },
    files: ['cjs.cts'],
  },
];
