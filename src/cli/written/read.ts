import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { badInput } from '../terminal/ending.ts';
import { parseWritten, type Written } from './parse.ts';

/**
 * Reads a file, as JSON if its extension is `.json`, otherwise as YAML. `what` describes the file in messages, such as
 * "the rules file". Throws `bad_input` if the file cannot be read, has a duplicate key, or nests values too deeply.
 */
export async function readWritten(path: string, what: string, name = basename(path)): Promise<Written> {
  return parseWritten(await readText(path, what), name);
}

/** The text of a UTF-8 file. Throws `bad_input` if the file cannot be read; `what` describes it in the message. */
export async function readText(path: string, what: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw badInput(`${what} ${path} ${whyUnreadable(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw badInput(`${what} ${path} is not UTF-8 text`, 'Save it as YAML or JSON in UTF-8.');
  }
}

function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist';
  if (code === 'EISDIR') return 'is a folder';
  if (code === 'EACCES' || code === 'EPERM') return 'is not readable for this user';
  return `cannot be read (${String(code ?? error)})`;
}
