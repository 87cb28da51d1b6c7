/**
 * Makes the programs that start as processes out of few files each: Node takes longer to find and open the hundreds of
 * files of LangChain than Proviso takes to check a page. Packages of our own choosing stay outside, because two copies
 * of one (zod, above all) would not know each other's values; LangChain and what it brings along come from here alone,
 * and so does yaml, whose 70 files every check of files opens.
 */
import { readFileSync } from 'node:fs';
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
// The processes in sandboxes exchange only plain values with others, so they can have their own copies of packages.
await build({
  ...shared,
  entryPoints: [
    'engine/load/sandbox/child.ts',
    'engine/redline/process/redline-child.ts',
    'engine/rules/process/rules-child.ts',
    'engine/shape/process/shape-child.ts',
    'engine/verify/process/verify-child.ts',
  ],
  external: except(['ajv', 'ajv-formats', 'zod']),
});
