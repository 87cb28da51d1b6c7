import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { outcomeSchema } from '../../../engine/model/finding.ts';
import { ruleSchema } from '../../../engine/model/rule.ts';

/** The languages of the exam, as BCP 47 codes. The exam in German has fewer kinds and templates. */
export const examLanguages = ['en', 'de'] as const;

export type ExamLanguage = (typeof examLanguages)[number];

const twinSchema = z.strictObject({
  truth: z.strictObject({
    right: z.array(outcomeSchema),
    accepted: z.array(outcomeSchema),
    notFound: z.enum(['right', 'honest', 'wrong']),
  }),
  deciding: z.array(z.strictObject({ text: z.string(), fact: z.string() })),
  /** The bytes of a file are a text in Latin-1, which `gzip` makes smaller than base64. */
  files: z.array(
    z.strictObject({
      name: z.string(),
      bytes: z.string().transform((text): Uint8Array => Buffer.from(text, 'latin1')),
    }),
  ),
});

/** Two documents that differ in one fact, in random order, and the rule that both are checked against. */
const pairSchema = z.strictObject({
  id: z.string(),
  rule: ruleSchema,
  twins: z.tuple([twinSchema, twinSchema]),
});

export type WrittenPair = z.input<typeof pairSchema>;
export type ExamPair = z.output<typeof pairSchema>;

/** Yields the pairs of a file of the exam in their order, at most `most`. */
export async function* readPairs(file: string, most: number): AsyncGenerator<ExamPair, void, undefined> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -1);
  for (const line of lines.slice(0, most)) yield pairSchema.parse(JSON.parse(line));
}
