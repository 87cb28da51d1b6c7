import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { labelSchema, outcomeSchema } from '../../../../engine/model/finding.ts';

const placeSchema = z.strictObject({
  file: z.string(),
  page: z.int().min(1).optional(),
  heading: z.string().optional(),
  words: z.string(),
});

const expectedSchema = z.strictObject({
  findings: z.array(
    z.strictObject({
      rule: z.string(),
      truth: outcomeSchema,
      why: z.string(),
      labels: z.array(labelSchema).min(1),
      outcomes: z.array(outcomeSchema),
      evidence: z.array(placeSchema),
    }),
  ),
});

export type Expected = z.infer<typeof expectedSchema>['findings'][number];

/** The correct answers to the rules of the sample set, found by people who read the files. */
export function expectedFindings(): Expected[] {
  return expectedSchema.parse(parse(readFileSync(samplePath('expected.yaml'), 'utf8'))).findings;
}

export function samplePath(name: string): string {
  return fileURLToPath(new URL(`../../../../samples/${name}`, import.meta.url));
}
