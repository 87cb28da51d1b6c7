import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import { z } from 'zod';

const repository = resolve(import.meta.dirname, '../../..');
const cache = join(repository, 'node_modules/.cache/faults');

/** Bundles as the build of the real processes does: direct dependencies except LangChain stay external. */
function optionsFor(folder: string): BuildOptions {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));
  return {
    absWorkingDir: repository,
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    external: Object.keys(dependencies)
      .filter((name) => !name.startsWith('@langchain/'))
      .concat('esbuild'),
  };
}

/**
 * Bundles a process and its file reader into a few files, like the real processes, because a start from TypeScript
 * takes seconds. The caller chooses a unique `name`. Returns the file to start.
 */
export async function buildProcess(
  name: string,
  entry: string,
  reader = 'engine/load/sandbox/child.ts',
): Promise<string> {
  const shaper = 'engine/shape/process/shape-child.ts';
  return join(await bundle(name, { process: entry, child: reader, 'shape-child': shaper }), 'process.js');
}

/** Bundles a file reader of a test. The caller chooses a unique `name`. Returns the module of the reader. */
export async function buildReader(name: string, reader: string): Promise<URL> {
  return pathToFileURL(join(await bundle(name, { [name]: reader }), `${name}.js`));
}

/** Bundles modules, and returns the folder of the bundles. */
async function bundle(name: string, entryPoints: Record<string, string>): Promise<string> {
  const folder = join(cache, name);
  await build({
    ...optionsFor(folder),
    entryPoints,
    splitting: true,
    format: 'esm',
    banner: { js: "import { createRequire as r_ } from 'node:module'; const require = r_(import.meta.url);" },
  });
  return folder;
}

/** Packages that can be bundled into one file, and that workers load when they start. */
const bundled = [
  'zod',
  'undici',
  'yaml',
  'yauzl',
  'ajv',
  'ajv-formats',
  'ipaddr.js',
  '@langchain/textsplitters',
  'stemmer',
];

/**
 * Bundles a process that is started thousands of times into a single file, and its file reader like `buildProcess`.
 * The first start caches the compiled code, and each later start takes about a third of the time.
 */
export async function buildQuickProcess(name: string, entry: string): Promise<string> {
  const folder = join(cache, name);
  const options = optionsFor(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await buildProcess(name, entry);
  await build({
    ...options,
    entryPoints: { process: entry },
    outExtension: { '.js': '.cjs' },
    external: options.external?.filter((dependency) => !bundled.includes(dependency)) ?? [],
    format: 'cjs',
    minify: true,
    define: { 'import.meta.url': 'ownUrl_' },
    banner: { js: "const ownUrl_ = require('node:url').pathToFileURL(__dirname + '/process.js').href;" },
  });
  const start = join(folder, 'start.cjs');
  writeFileSync(start, startFromCachedCode);
  return start;
}

const startFromCachedCode = `
const { existsSync, readFileSync, writeFileSync, renameSync } = require('node:fs');
const { constants, Script } = require('node:vm');
const file = __dirname + '/process.cjs';
const kept = __dirname + '/kept-code';
const script = new Script('(function (exports, require, module, __filename, __dirname) {' + readFileSync(file, 'latin1') + '\\n})', {
  filename: file,
  cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
});
script.runInThisContext()({}, require, {}, file, __dirname);
if (!existsSync(kept)) {
  writeFileSync(kept + process.pid, script.createCachedData());
  renameSync(kept + process.pid, kept);
}
`;
