import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';

const repository = resolve(import.meta.dirname, '../../..');
const cache = join(repository, 'node_modules/.cache/faults');

/**
 * Puts a process and its reader of files into few files, as the real ones are: from its sources it takes seconds to
 * start. Whoever builds it gives it a `name` of their own. Gives the file to start.
 */
export async function buildProcess(
  name: string,
  entry: string,
  reader = 'engine/load/sandbox/child.ts',
): Promise<string> {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
  const folder = join(cache, name);
  await build({
    absWorkingDir: repository,
    entryPoints: { process: entry, child: reader },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies)
      .filter((dependency) => !dependency.startsWith('@langchain/'))
      .concat('esbuild'),
    banner: { js: "import { createRequire as r_ } from 'node:module'; const require = r_(import.meta.url);" },
  });
  return join(folder, 'process.js');
}
