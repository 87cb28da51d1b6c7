// Counts the lines of the product and of its tests, and fails if there are more than the limits allow. A limit may only
// become smaller: what needs more room makes room first.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

const kinds = new Set(['.ts', '.tsx', '.mjs', '.css']);
const areas = [
  { name: 'product', folders: ['engine', 'src', 'dashboard'], most: 109_500, goal: 75_000 },
  { name: 'engine', folders: ['engine'], most: 45_350, goal: 30_000 },
  { name: 'tests', folders: ['test'], most: 75_400, goal: 45_000 },
];

const number = (value) => value.toLocaleString('en');
for (const { name, folders, most, goal } of areas) {
  const lines = folders.reduce((sum, folder) => sum + linesIn(folder), 0);
  process.stdout.write(
    `${name.padEnd(8)} ${number(lines)} lines of at most ${number(most)} (goal ${number(goal)})\n`,
  );
  if (lines > most) {
    process.stderr.write(
      `${name} has ${number(lines - most)} lines too many: remove some before you add more\n`,
    );
    process.exitCode = 1;
  }
}

function linesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return sum;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sum + linesIn(path);
    return kinds.has(extname(path)) ? sum + readFileSync(path, 'utf8').split('\n').length - 1 : sum;
  }, 0);
}
