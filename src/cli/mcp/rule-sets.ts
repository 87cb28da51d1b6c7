import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { RuleSet, RuleSetHead } from '../../mcp/agent-service.ts';
import { packageFolder } from '../../process/package-folder.ts';
import { readRules } from '../rules/read.ts';
import { badInput, CommandFailure } from '../terminal/failure.ts';
import { type Folders, LocalFailure } from './folders.ts';

const starter = 'starter:';
const endings = new Set(['.yaml', '.yml', '.json']);
/** At most this many files of a folder are opened to see whether they have rules, none larger than this. */
const most = { files: 200, bytes: 1024 * 1024 };

/** Lists the rules files at the top of the folders, and the starter rule sets. */
export async function ruleSetsIn(folders: Folders): Promise<RuleSetHead[]> {
  const found: RuleSetHead[] = [];
  for (const folder of folders.paths) {
    const names = (await readdir(folder)).filter((name) => endings.has(extname(name).toLowerCase())).sort();
    for (const name of names.slice(0, most.files)) {
      const head = await headOf(folders.paths.length > 1 ? join(folder, name) : name, folders);
      if (head !== null) found.push(head);
    }
  }
  const shipped = (await readdir(starterFolder())).filter((name) => name.endsWith('.yaml')).sort();
  for (const name of shipped) {
    const id = `${starter}${basename(name, '.yaml')}`;
    const { rules, description } = await readRuleSet(id, folders);
    found.push({ id, name: basename(name, '.yaml'), description, rules: rules.length });
  }
  return found;
}

/** Reads a starter rule set or a rules file. Throws `rule_set_not_found`, `file_not_allowed` and `bad_input`. */
export async function readRuleSet(
  id: string,
  folders: Folders,
): Promise<RuleSet & { outputFormat: Awaited<ReturnType<typeof readRules>>['outputFormat'] }> {
  const path = id.startsWith(starter) ? await starterPath(id.slice(starter.length)) : await folders.find(id);
  if (!(await stat(path)).isFile()) throw badInput(`${id} is not a rules file`);
  const { rules, outputFormat } = await readRules(path);
  return { id, name: basename(id), description: await firstComment(path), rules, outputFormat };
}

async function headOf(id: string, folders: Folders): Promise<RuleSetHead | null> {
  try {
    const { size } = await stat(await folders.find(id));
    if (size > most.bytes) return null;
    const { name, description, rules } = await readRuleSet(id, folders);
    return { id, name, description, rules: rules.length };
  } catch (error) {
    // Many YAML and JSON files have no rules.
    if (error instanceof CommandFailure || error instanceof LocalFailure) return null;
    throw error;
  }
}

async function starterPath(name: string): Promise<string> {
  const file = `${name}.yaml`;
  if ((await readdir(starterFolder())).includes(file)) return join(starterFolder(), file);
  throw new LocalFailure('rule_set_not_found', `there is no starter rule set ${name}: call list_rule_sets`);
}

function starterFolder(): string {
  return join(packageFolder(), 'samples', 'rule-sets');
}

async function firstComment(path: string): Promise<string> {
  const [first = ''] = (await readFile(path, 'utf8')).split('\n', 1);
  return first.startsWith('#') ? first.replace(/^#\s*/, '') : '';
}
