import { readFile } from 'node:fs/promises';
import { badInput } from '../terminal/failure.ts';

/** Reads the JSON in a file that should be `what`; the caller validates it. Throws `bad_input`. */
export async function readJson(path: string, what: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw badInput(
      `${path} cannot be read as ${what}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
