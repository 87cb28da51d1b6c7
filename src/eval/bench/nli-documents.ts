import { join } from 'node:path';
import { z } from 'zod';
import type { Rule } from '../../../engine/model/rule.ts';
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

/** An agreement with the annotators' verdict on each of 17 statements, and the sentences behind it. */
export type NliDocument = z.output<typeof nliSchema>;

/** Its path in the folder of the data sets. */
export const nliFile = join('contractnli', 'dev.jsonl');

/** The agreements of ContractNLI. Throws `bad_data`. */
export function readNliDocuments(data: string): Promise<NliDocument[]> {
  return readLines(join(data, nliFile), nliSchema);
}

/** The statements about a document, as rules. */
export function rulesOf({ annotations }: NliDocument): Rule[] {
  return annotations.map(({ hypothesis }) => ({ name: hypothesis, description: hypothesis }));
}
