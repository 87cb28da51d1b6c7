import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageFolder } from '../../process/package-folder.ts';
import { clean } from '../../services/report/clean.ts';
import { badInput } from '../terminal/ending.ts';
import { writeOut } from '../terminal/output.ts';

/**
 * `proviso rules init`: writes a starter rule set to a new file to edit. Without a name, lists the starter rule sets.
 * Throws `bad_input` if there is no such set, or if the file exists.
 */
export async function initRules(name: string | undefined, { out }: { out?: string }): Promise<void> {
  const sets = await starterSets();
  if (name === undefined)
    return writeOut(`${sets.map((set) => `${set.name.padEnd(28)} ${set.about}`).join('\n')}\n`);
  const found = sets.find((set) => set.name === name);
  if (found === undefined)
    throw badInput(
      `there is no starter rule set "${name}": the names are ${sets.map((set) => set.name).join(', ')}`,
    );
  const path = out ?? `${name}.yaml`;
  const text = await readFile(found.path, 'utf8');
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw badInput(
      error.code === 'EEXIST'
        ? `${path} exists already: choose another name with --out`
        : `${path} cannot be written (${error.code ?? error.message})`,
    );
  });
  const check = `proviso check YOUR-DOCUMENT.pdf --rules ${path}`;
  process.stderr.write(`${clean(`Wrote ${path}. Edit it, then run: ${check}`)}\n`);
}

/** The starter rule sets by name, each with the first line of its file, which says what it is for. */
export async function starterSets(): Promise<{ name: string; path: string; about: string }[]> {
  const folder = join(packageFolder(), 'samples', 'rule-sets');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort();
  return Promise.all(
    files.map(async (file) => {
      const path = join(folder, file);
      return { name: basename(file, '.yaml'), path, about: await firstComment(path) };
    }),
  );
}

/** The first line of a rules file if it is a comment; empty otherwise. */
export async function firstComment(path: string): Promise<string> {
  const [first = ''] = (await readFile(path, 'utf8')).split('\n', 1);
  return first.startsWith('#') ? first.replace(/^#\s*/, '') : '';
}
