import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AuditCheck, auditEntrySchema, sealSchema } from '../../domain/audit.ts';
import { badInput } from '../terminal/ending.ts';

/**
 * Checks an export of the audit log. `words` describes the result. Throws `bad_input` if the file cannot be read or is
 * not an export.
 */
export async function verifyAuditFile(path: string): Promise<{ problem: string | null; words: string }> {
  const check = new AuditCheck();
  let sealed: z.infer<typeof sealSchema> | null = null;
  let number = 0;
  for await (const line of lines(path)) {
    number += 1;
    const value = parsed(line, path, number);
    const seal = sealSchema.safeParse(value);
    if (sealed !== null) throw badInput(`line ${number} of ${path} follows the last line of the export`);
    if (seal.success) sealed = seal.data;
    else {
      const entry = auditEntrySchema.safeParse(value);
      if (!entry.success)
        throw badInput(`line ${number} of ${path} is not an entry: ${z.prettifyError(entry.error)}`);
      check.add(entry.data);
    }
  }
  if (sealed === null) return refused('the last line, which is signed, is missing');
  const problem = check.sealedBy(sealed);
  if (problem !== null) return refused(problem);
  const { entries, exportedAt } = sealed.seal;
  const words = `${entries} entries are intact, exported at ${exportedAt}\nsigned with the key ${sealed.key.id}`;
  return { problem: null, words };
}

function refused(problem: string) {
  return { problem, words: `NOT INTACT: ${problem}` };
}

async function* lines(path: string): AsyncGenerator<string> {
  try {
    const input = createReadStream(path);
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badInput(`${path} cannot be read: ${reason}`);
  }
}

function parsed(line: string, path: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw badInput(`line ${number} of ${path} is not JSON`);
  }
}
