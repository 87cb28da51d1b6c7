#!/usr/bin/env node
import { existsSync } from 'node:fs';

const built = new URL('../dist/run/cli.js', import.meta.url);
try {
  if (!existsSync(built)) throw new Error('it is not built yet. Run: npm run build');
  await import(built.href);
} catch (error) {
  process.stderr.write(`proviso: ${process.env.PROVISO_DEBUG ? error.stack : error.message}\n`);
  process.exitCode = 70;
}
