import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ProvisoError } from '../../engine/model/errors.ts';

/**
 * Reads a file with one JSON value per line. Throws an error with the code `bad_data`, whose message names the file,
 * the line and the problem.
 */
export async function readLines<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line, at) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (error) {
      const why = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
      throw new ProvisoError('bad_data', `${path}:${at + 1} is not as expected: ${why}`, { cause: error });
    }
  });
}

export const textSpanSchema = z.tuple([z.int().min(0), z.int().min(0)]);
