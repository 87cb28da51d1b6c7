import { join } from 'node:path';
import { z } from 'zod';
import type { Rule } from '../../engine/model/rule.ts';
import { readLines, textSpanSchema } from './lines.ts';

export const nliLabels = ['Entailment', 'Contradiction', 'NotMentioned'] as const;

const nliSchema = z.object({
  id: z.number(),
  text: z.string(),
  spans: z.array(textSpanSchema),
  annotations: z.array(
    z.object({ key: z.string(), hypothesis: z.string(), label: z.enum(nliLabels), spans: z.array(z.int()) }),
  ),
});

/**
 * An agreement. For each of 17 statements it has the verdict of the annotators and the sentences that support the
 * verdict.
 */
export type NliDocument = z.output<typeof nliSchema>;

/** The path of the file with the agreements, relative to the folder of all data sets. */
export const nliFile = join('contractnli', 'dev.jsonl');

/** Reads the agreements of ContractNLI. Throws an error with the code `bad_data` if the file is not as expected. */
export function readNliDocuments(data: string): Promise<NliDocument[]> {
  return readLines(join(data, nliFile), nliSchema);
}

/** Converts the statements about an agreement to rules. */
export function rulesOf({ annotations }: NliDocument): Rule[] {
  return annotations.map(({ hypothesis }) => ({ name: hypothesis, description: hypothesis }));
}
