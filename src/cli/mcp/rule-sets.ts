import { readdir, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { RuleSet, RuleSetHead } from '../../mcp/agent-service.ts';
import { firstComment, starterSets } from '../rules/init.ts';
import { readRules } from '../rules/read.ts';
import { badInput, CommandFailure } from '../terminal/ending.ts';
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
  for (const { name, path, about } of await starterSets()) {
    const { rules } = await readRules(path);
    found.push({ id: `${starter}${name}`, name, description: about, rules: rules.length });
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
  const found = (await starterSets()).find((set) => set.name === name);
  if (found) return found.path;
  throw new LocalFailure('rule_set_not_found', `there is no starter rule set ${name}: call list_rule_sets`);
}
