import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { packageFolder } from '../../process/package-folder.ts';
import { clean } from '../../services/report/clean.ts';
import { badInput } from '../terminal/failure.ts';
import { writeOut } from '../terminal/output.ts';

/**
 * `proviso rules init`: writes a starter rule set to a new file to edit. Without a name, lists the starter rule sets.
 * Throws `bad_input` if there is no such set, or if the file exists.
 */
export async function initRules(name: string | undefined, { out }: { out?: string }): Promise<void> {
  const folder = join(packageFolder(), 'samples', 'rule-sets');
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .sort();
  if (name === undefined) return writeOut(`${(await Promise.all(names.map(describe(folder)))).join('\n')}\n`);
  if (!names.includes(name))
    throw badInput(`there is no starter rule set "${name}": the names are ${names.join(', ')}`);
  const path = out ?? `${name}.yaml`;
  const text = await readFile(join(folder, `${name}.yaml`), 'utf8');
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

/** The name of a set, and the first sentence of its file, which says what it is for. */
function describe(folder: string) {
  return async (name: string): Promise<string> => {
    const [first = ''] = (await readFile(join(folder, `${name}.yaml`), 'utf8')).split('\n');
    return `${name.padEnd(28)} ${first.replace(/^#\s*/, '')}`;
  };
}
