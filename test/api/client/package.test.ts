import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const root = process.cwd();

let folder = '';

beforeAll(async () => {
  if (!existsSync('dist/src/client/index.js')) throw new Error('there is no build: run npm run build');
  folder = await mkdtemp(join(root, 'dist', 'client-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A module hook that records the URL of every loaded module. */
const hook = `
export async function load(url, context, next) {
  process._rawDebug('loaded ' + url);
  return next(url, context);
}`;

describe('proviso/client, imported by a program', () => {
  it('loads none of the heavy dependencies of the server', async () => {
    const hooks = join(folder, 'hooks.mjs');
    await writeFile(hooks, hook);
    const register = `import { register } from 'node:module'; register(${JSON.stringify(`file://${hooks}`)});`;
    const { stderr } = await run(process.execPath, [
      '--import',
      `data:text/javascript,${encodeURIComponent(register)}`,
      '--input-type=module',
      '-e',
      `const { createClient } = await import('proviso/client'); createClient({ url: 'http://localhost' });`,
    ]);
    const loaded = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url]) => url ?? '');
    expect(loaded.some((url) => url.includes('/dist/src/client/index.js'))).toBe(true);
    const packages = loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
    expect([...new Set(packages)].sort()).toEqual(['@trpc/client', '@trpc/server']);
    expect(loaded.filter((url) => /\/dist\/(engine|src\/(?!client))/.test(url))).toEqual([]);
  });

  it('has the types of inputs and outputs', async () => {
    await writeFile(
      join(folder, 'use.mts'),
      `import { createClient, type Finding } from 'proviso/client';
const proviso = createClient({ url: 'http://localhost:3000', token: 'pv_x' });
const { data } = await proviso.projects.get.query({ id: 'x' });
export const percent: number | undefined = data.progress?.percent;
export const pages: Finding['citations'] = data.result?.findings[0]?.citations ?? [];
// @ts-expect-error: a politics needs a name
await proviso.politics.create.mutate({ description: 'd', rules: [] });
// @ts-expect-error: there is no such type of file
await proviso.projects.update.mutate({ id: 'x', files: [{ name: 'n', type: 'spreadsheet', url: 'u' }] });
`,
    );
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2023',
          module: 'NodeNext',
          strict: true,
          exactOptionalPropertyTypes: true,
          skipLibCheck: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [join(root, 'node_modules', '@types')],
        },
        files: ['use.mts'],
      }),
    );
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const wording = await run(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(wording.stdout).toBe('');
  });
});
