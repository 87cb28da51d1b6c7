import { z } from 'zod';
import type { Finding } from '../../model/finding.ts';
import { type Json, warningSchema } from '../../model/result.ts';
import type { FieldPart } from '../fields/assigned-field.ts';
import type { FormatProblem } from '../schema/check-size.ts';
import type { Shaped, ShapeLimits } from '../shaped.ts';
import { leafTypes } from '../template.ts';

/** Which part of which finding goes into a leaf, by JSON pointer. */
export type Choice = { pointer: string; findingId: string; part: FieldPart };

/**
 * The questions to a child that fills output formats; each has one reply. The child receives findings in batches and
 * stores them until it is asked for the output; then it discards the findings. Formats and outputs are sent as JSON.
 */
export type Question =
  | { ask: 'ready' }
  | { ask: 'check'; format: string }
  | { ask: 'take'; findings: Finding[] }
  | { ask: 'shape'; format: string; choices: Choice[]; limits: ShapeLimits };

export const replySchema = z.discriminatedUnion('reply', [
  z.object({ reply: z.literal('ready') }),
  /** The problems of a schema, as JSON. */
  z.object({ reply: z.literal('checked'), problems: z.string() }),
  z.object({ reply: z.literal('shaped'), shaped: z.string() }),
  z.object({ reply: z.literal('failed'), message: z.string() }),
]);

export type Reply = z.infer<typeof replySchema>;

const problemsSchema = z.array(
  z.object({ place: z.array(z.union([z.string(), z.number()])), message: z.string() }),
);

/** Parses the problems of a schema. Throws if the text is something else. */
export function parseProblems(json: string): FormatProblem[] {
  return problemsSchema.parse(JSON.parse(json));
}

const leafSchema = z.object({
  kind: z.literal('leaf'),
  types: z.array(z.enum(leafTypes)),
  options: z.array(z.custom<Json>()).nullable(),
});

/**
 * Validates the result of `JSON.parse`, so every value is known to be JSON. The large tables are checked without zod,
 * which would need a second for them.
 */
const shapedSchema: z.ZodType<Shaped> = z.object({
  output: z.custom<Json>(),
  outputSources: z.custom<Shaped['outputSources']>((table) =>
    isTable(table, (list) => Array.isArray(list) && list.every(isSource)),
  ),
  outputGaps: z.custom<Shaped['outputGaps']>((table) =>
    isTable(table, (reason) => typeof reason === 'string'),
  ),
  warnings: z.array(warningSchema),
  unnamed: z.array(z.object({ pointer: z.string(), names: z.array(z.string()), leaf: leafSchema })),
});

function isTable(table: unknown, isEntry: (value: unknown) => boolean): boolean {
  return typeof table === 'object' && table !== null && Object.values(table).every(isEntry);
}

function isSource(source: unknown): boolean {
  if (typeof source !== 'object' || source === null || !('findingId' in source)) return false;
  if (typeof source.findingId !== 'string') return false;
  if (!('citation' in source)) return true;
  return typeof source.citation === 'number' && Number.isInteger(source.citation) && source.citation >= 0;
}

/** Parses an output. Throws if the value is not an output. */
export function parseShaped(json: string): Shaped {
  return shapedSchema.parse(JSON.parse(json));
}
