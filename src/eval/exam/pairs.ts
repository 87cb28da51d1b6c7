import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { outcomeSchema } from '../../../engine/model/finding.ts';
import { type Rule, ruleSchema } from '../../../engine/model/rule.ts';
import { type ExamPart, kinds, parts } from './kinds.ts';
import { blockSchema } from './render/block.ts';
import { formats, rendered } from './render/rendered.ts';

const twinSchema = z.strictObject({
  side: z.enum(['A', 'B']),
  /** The answer that a careful reader would give, see `Truth`. */
  truth: z.strictObject({
    right: z.array(outcomeSchema),
    accepted: z.array(outcomeSchema),
    notFound: z.enum(['right', 'honest', 'wrong']),
  }),
  /**
   * Words that decide the answer for one document. `fact` is the part of `text` that the other document of the pair does
   * not have; empty if there is none.
   */
  deciding: z.array(z.strictObject({ text: z.string(), fact: z.string() })),
  papers: z.array(z.strictObject({ name: z.string(), blocks: z.array(blockSchema) })),
});

/** A pair as `exam/` has it: its documents are text without a file format. */
export const writtenPairSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(kinds),
  template: z.string(),
  part: z.enum(parts),
  format: z.enum(formats),
  /** The length of a line in plain text; null if lines are not broken. */
  width: z.int().min(1).nullable(),
  rule: ruleSchema,
  /** The two documents of the pair, in random order. */
  twins: z.tuple([twinSchema, twinSchema]),
});

export type WrittenPair = z.infer<typeof writtenPairSchema>;
export type Side = z.infer<typeof twinSchema>['side'];
export type Deciding = z.infer<typeof twinSchema>['deciding'][number];
export type ExamFile = { name: string; bytes: Uint8Array; text: string };
export type Twin = Omit<z.infer<typeof twinSchema>, 'papers'> & { files: ExamFile[] };

/** Two documents that differ in one fact, and the rule that both are checked against. */
export type ExamPair = Omit<WrittenPair, 'twins' | 'width'> & {
  rule: Rule;
  part: ExamPart;
  twins: [Twin, Twin];
};

/** The pair with its documents as files. The same pair always has the same bytes. */
export function pairOf({ width, twins: [one, other], ...pair }: WrittenPair): ExamPair {
  const { format } = pair;
  const twin = ({ papers, ...rest }: WrittenPair['twins'][number]): Twin => ({
    ...rest,
    files: papers.map(({ name, blocks }) => rendered(name, blocks, format, width)),
  });
  return { ...pair, twins: [twin(one), twin(other)] };
}

/** Yields the pairs of a file of the exam in their order, at most `most`. */
export async function* readPairs(file: string, most: number): AsyncGenerator<ExamPair, void, undefined> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .split('\n')
    .slice(0, -1);
  for (const line of lines.slice(0, most)) yield pairOf(writtenPairSchema.parse(JSON.parse(line)));
}
