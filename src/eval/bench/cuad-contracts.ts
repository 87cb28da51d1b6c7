import { join } from 'node:path';
import { z } from 'zod';
import { readLines } from './lines.ts';

const contractSchema = z.object({
  title: z.string(),
  text: z.string(),
  clauses: z.array(
    z.object({
      category: z.string(),
      question: z.string(),
      answers: z.array(z.object({ text: z.string(), start: z.int().min(0) })),
    }),
  ),
});

/** A contract with the clauses of 41 kinds that annotators found in it. */
export type CuadContract = z.output<typeof contractSchema>;

/** Its path in the folder of the data sets. */
export const cuadFile = join('cuad', 'dev.jsonl');

/** The contracts of CUAD. Throws `bad_data`. */
export function readContracts(data: string): Promise<CuadContract[]> {
  return readLines(join(data, cuadFile), contractSchema);
}
