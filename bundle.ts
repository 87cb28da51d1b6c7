/**
 * Makes the programs that start as processes out of few files each: Node takes longer to find and open the hundreds of
 * files of LangChain than Proviso takes to check a page. Packages of our own choosing stay outside, because two copies
 * of one (zod, above all) would not know each other's values; LangChain and what it brings along come from here alone,
 * and so does yaml, whose 70 files every check of files opens.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

const shared: BuildOptions = {
  outdir: 'dist/run',
  entryNames: '[name]',
  chunkNames: 'part-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'linked',
  // Some of what LangChain brings along is CommonJS and asks for Node's own modules.
  banner: { js: "import { createRequire as r_ } from 'node:module'; const require = r_(import.meta.url);" },
};

/** All packages except LangChain, yaml and the given ones. */
function except(inside: readonly string[] = []): string[] {
  return Object.keys(dependencies).filter(
    (name) => !name.startsWith('@langchain/') && name !== 'yaml' && !inside.includes(name),
  );
}

await build({
  ...shared,
  entryPoints: ['src/cli.ts', 'src/worker.ts', 'src/reporter.ts'],
  external: except(),
});
const sandboxed = [
  'engine/load/sandbox/child.ts',
  'engine/redline/process/redline-child.ts',
  'engine/rules/process/rules-child.ts',
  'engine/shape/process/shape-child.ts',
  'engine/verify/process/verify-child.ts',
];
// The processes in sandboxes exchange only plain values with others, so they can have their own copies of packages.
await build({ ...shared, entryPoints: sandboxed, external: except(['ajv', 'ajv-formats', 'zod']) });

// A module outside of these bundles, of the package's engine or in a test, starts the same processes.
for (const entry of [...sandboxed, 'src/compose/worker.ts', 'src/compose/reporter.ts']) {
  const name = `${basename(entry, '.ts')}.js`;
  writeFileSync(`dist/${dirname(entry)}/${name}`, `import '${relative(dirname(entry), 'run')}/${name}';\n`);
}
