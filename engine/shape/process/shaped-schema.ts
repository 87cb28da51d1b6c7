import { z } from 'zod';
import { type Json, warningSchema } from '../../model/result.ts';
import type { Shaped } from '../shaped.ts';
import { leafTypes } from '../template.ts';

const leafSchema = z.object({
  kind: z.literal('leaf'),
  types: z.array(z.enum(leafTypes)),
  options: z.array(z.custom<Json>()).nullable(),
});

/**
 * Validates the result of `JSON.parse`, so every value is known to be JSON. The large tables are checked without zod,
 * which would need a second for them.
 */
export const shapedSchema: z.ZodType<Shaped> = z.object({
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
