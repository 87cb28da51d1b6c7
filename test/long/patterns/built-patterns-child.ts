/*
 * Prints, as JSON, the regular expressions that the engine and the service build from strings: those built when a module
 * is imported, and those built from the text of a document.
 */
import { readdirSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const built = new Map<string, { source: string; flags: string; place: string }>();

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, args, newTarget) {
    const pattern: RegExp = Reflect.construct(target, args, newTarget);
    const place = new Error().stack?.split('\n').find((line) => /\/(?:engine|src)\//.test(line));
    if (place?.includes(root) && !place.includes('node_modules'))
      built.set(`${pattern}`, {
        source: pattern.source,
        flags: pattern.flags,
        place: place.split(root)[1] ?? '',
      });
    return pattern;
  },
});

/** Files that start a process when they are imported. */
const entries = /(?:child|worker|cli|write)\.ts$/;

for (const folder of ['engine', 'src'])
  for (const file of readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.ts') && !entries.test(file)) await import(`${root}${folder}/${file}`);

const { ask } = await import('../../gate/engine/check/support/ask.ts');
await ask('The Supplier shall notify the Customer of a breach within 24 hours.', [
  '7.2 The Supplier shall notify the Customer of a breach within the period set out in Schedule 2.',
  '8.1 Clause 7.2 and section 4(b) are deleted.\n9 Nothing in clauses 7 to 9 applies.',
  'Schedule 2\n\nThe period is 24 hours.',
]);
writeSync(1, JSON.stringify([...built.values()]));
process.exit();
