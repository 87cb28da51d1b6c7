#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const built = new URL('../dist/run/cli.js', import.meta.url);
try {
  if (!existsSync(built)) throw new Error('it is not built yet. Run: npm run build');
  keepCompiledCode();
  await import(built.href);
} catch (error) {
  process.stderr.write(`proviso: ${process.env.PROVISO_DEBUG ? error.stack : error.message}\n`);
  process.exitCode = 70;
}

/**
 * Makes Node 22 and later keep the compiled code for the next start. The folder belongs to the user, because Node runs the
 * code in it. If the folder cannot be written, Node compiles as before.
 */
function keepCompiledCode() {
  const { HOME, XDG_CACHE_HOME } = process.env;
  const caches = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
  if (caches) module.enableCompileCache?.(join(caches, 'proviso'));
}
