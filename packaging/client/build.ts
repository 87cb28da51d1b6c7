import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';
import { bundledNotices } from '../notices/notices.ts';
import { apiTypes } from './api-types.ts';

const versioned = z.object({ version: z.string() });

/** The parts of the client with public types, in the order in which the declarations contain them. */
const publicParts = ['surface', 'errors', 'index'];

/**
 * Writes the folder of the package `@proviso/client`: the client as a module and as CommonJS, each in one file with
 * what it needs of tRPC, and its types in one file that imports nothing. Needs the build in `dist`.
 */
export async function buildClient(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [format, file] of [
    ['esm', 'index.js'],
    ['cjs', 'index.cjs'],
  ] as const) {
    await build({
      entryPoints: ['src/client/index.ts'],
      outfile: join(folder, file),
      ...{ bundle: true, format, platform: 'neutral', mainFields: ['module', 'main'], target: 'es2022' },
      logLevel: 'warning',
    });
  }
  const types = clientTypes();
  writeFileSync(join(folder, 'index.d.ts'), types);
  writeFileSync(join(folder, 'index.d.cts'), types);
  copyFileSync('packaging/client/README.md', join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), clientManifest());
  writeFileSync(join(folder, 'THIRD_PARTY_NOTICES.md'), bundledNotices(['@trpc/client', '@trpc/server']));
}

/** Both packages have the same version. */
function clientManifest(): string {
  const { version } = versioned.parse(JSON.parse(readFileSync('package.json', 'utf8')));
  const manifest = z.looseObject({}).parse(JSON.parse(readFileSync('packaging/client/package.json', 'utf8')));
  return `${JSON.stringify({ ...manifest, version }, null, 2)}\n`;
}

/** All types of the client in one file. */
function clientTypes(): string {
  const parts = publicParts.map((part) => readFileSync(`dist/src/client/${part}.d.ts`, 'utf8'));
  const text = [apiTypes(), ...parts].join('\n').replaceAll(/^(?:import|export) .* from '\.\/.*';$/gm, '');
  return execFileSync('node_modules/.bin/biome', ['format', '--stdin-file-path=client.d.ts'], {
    input: text,
    encoding: 'utf8',
  });
}
