import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ProvisoError } from '../model/errors.ts';
import { badPrompt, type PromptVersion, parsePrompt } from './prompt-file.ts';

/**
 * Which version of which prompt to use, such as `{ 'rule-check': '2' }`. For every prompt that is not named, Proviso's
 * newest version is used.
 */
export type PromptChoice = Readonly<Record<string, string>>;

export interface PromptLibrary {
  /**
   * Throws an error with the code `bad_prompt` if there is no such prompt or version; the message names the existing
   * ones.
   */
  find(id: string, choice?: PromptChoice): PromptVersion;
}

/**
 * The folder of Proviso's own prompts: two levels above this file in the sources, three levels above it in the build.
 */
export function ownPromptFolder(): string {
  const [beside, above] = ['../../prompts', '../../../prompts'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  );
  const found = [beside, above].find(
    (folder) => folder !== undefined && existsSync(join(folder, 'rule-check')),
  );
  if (found === undefined)
    throw badPrompt('rule-check', 'the folder of the prompts is missing: install Proviso again');
  return found;
}

/** Reads all prompts. Each prompt has a folder with its name, and each file in that folder is a version. */
export function readPrompts(ours: string, others: string | null = null): PromptLibrary {
  const own = versionsIn(ours);
  const added = others === null ? [] : versionsIn(others);
  const all = new Map<string, PromptVersion[]>();
  for (const prompt of [...own, ...added]) {
    const known = all.get(prompt.id) ?? [];
    const twin = known.find(({ version }) => version === prompt.version);
    if (twin && twin.hash !== prompt.hash) {
      throw badPrompt(
        `${prompt.id}@${prompt.version}`,
        'there are two different files of this version: give yours another version number',
      );
    }
    if (!twin) all.set(prompt.id, [...known, prompt]);
  }
  return {
    find(id, choice = {}) {
      const asked = choice[id];
      const known = all.get(id) ?? [];
      const found =
        asked === undefined
          ? own.filter((prompt) => prompt.id === id).sort(newestFirst)[0]
          : known.find(({ version }) => version === asked);
      if (found) return found;
      const there = known.map(({ version }) => version).join(', ');
      throw badPrompt(
        `${id}@${asked ?? 'newest'}`,
        there ? `there is no such version, only ${there}` : 'there is none',
      );
    },
  };
}

/**
 * Parses `rule-check@2,support-check@1`, or `2` for the rule check alone. Throws an error with the code
 * `bad_prompt_choice` for any other text.
 */
export function parsePromptChoice(text: string): PromptChoice {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry): [string, string] => {
      const [, id = 'rule-check', version] =
        /^(?:([a-z][a-z0-9-]*)@)?([A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(entry) ?? [];
      if (version !== undefined) return [id, version];
      throw new ProvisoError(
        'bad_prompt_choice',
        `"${entry}" is not a version of a prompt: write, for example, rule-check@2`,
      );
    });
  return Object.fromEntries(entries);
}

/** Why the chosen versions of prompts cannot be used; null if all of them exist. */
export function promptProblem(library: PromptLibrary, versions: string): string | null {
  try {
    const choice = parsePromptChoice(versions);
    for (const id of Object.keys(choice)) library.find(id, choice);
    return null;
  } catch (error) {
    if (error instanceof ProvisoError) return error.message;
    throw error;
  }
}

function versionsIn(folder: string): PromptVersion[] {
  return filesIn(folder)
    .sort()
    .map((file) => parsePrompt(readFileSync(file, 'utf8'), shortName(file)));
}

/** Names of folders in the prompt folder that do not contain versions of a prompt. */
const others = ['cases', 'knowledge'];

/** The prompt files in the subfolders of a folder. Files directly in the folder, such as notes, are not prompts. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md') && entry.parentPath !== folder)
      .filter(({ parentPath }) => !others.includes(relative(folder, parentPath).split(sep)[0] ?? ''))
      .map((entry) => join(entry.parentPath, entry.name));
  } catch (error) {
    throw badPrompt(folder, 'the folder is missing or cannot be read', error);
  }
}

function shortName(file: string): string {
  return file.split(/[\\/]/).slice(-2).join('/');
}

function newestFirst(one: PromptVersion, other: PromptVersion): number {
  return other.version.localeCompare(one.version, 'en', { numeric: true });
}
