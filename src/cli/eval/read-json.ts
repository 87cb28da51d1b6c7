import { readFile } from 'node:fs/promises';
import { badInput } from '../terminal/failure.ts';

/**
 * Reads a JSON file; the caller validates the value. `what` names the expected content in messages. Throws `bad_input`
 * if the file cannot be read or is not JSON.
 */
export async function readJson(path: string, what: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw badInput(
      `${path} cannot be read as ${what}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
