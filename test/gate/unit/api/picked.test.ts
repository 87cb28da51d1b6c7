import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { picksFields } from '../../../../src/api/picked.ts';

type Sample = { schema: z.ZodType; value: unknown };

/** Pairs of a schema and a value that fits it, in which objects have fields that the schema does not have. */
const samples = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    fc.string().map((value) => ({ schema: z.string(), value })),
    fc.integer().map((value) => ({ schema: z.int(), value })),
    fc.boolean().map((value) => ({ schema: z.boolean(), value })),
    fc.constant({ schema: z.enum(['a', 'b']), value: 'b' }),
    fc.dictionary(fc.string(), fc.string()).map((value) => ({
      schema: z.record(z.string(), z.string()).default({}),
      value: Object.hasOwn(value, '__proto__') ? undefined : value,
    })),
    fc.tuple(tie('sample'), fc.boolean()).map(([{ schema, value }, isNull]) => ({
      schema: schema.nullable(),
      value: isNull ? null : value,
    })),
    tie('sample').map(({ schema, value }) => ({ schema: z.array(schema), value: [value, value] })),
    tie('sample').map(({ schema, value }) => ({
      schema: z.union([z.object({ kind: z.literal('known'), inner: schema }), z.string()]),
      value: { kind: 'known', inner: value, hidden: 1 },
    })),
    fc.record({ first: tie('sample'), second: tie('sample'), third: tie('sample') }).map((parts) => ({
      schema: z.object({
        first: parts.first.schema,
        second: parts.second.schema.optional(),
        third: parts.third.schema.exactOptional(),
        missing: z.string().optional(),
        absent: z.object({ name: z.string() }).exactOptional(),
      }),
      value: { first: parts.first.value, third: parts.third.value, hash: 'secret', nested: { hash: 1 } },
    })),
  ),
}));

describe('an answer', () => {
  it('has exactly the fields that parsing it by its schema would leave', () => {
    fc.assert(
      fc.property(samples.sample, ({ schema, value }) => {
        const wrapped = z.object({ success: z.literal(true), data: schema });
        const answer = { success: true, data: value, version: 7 };
        const parsed = wrapped.parse(answer);
        expect(picksFields(wrapped).parse(answer)).toEqual(parsed);
      }),
      { numRuns: 500 },
    );
  });

  it('is refused if it has another value where an object or a list is documented', () => {
    const schema = picksFields(
      z.object({ data: z.object({ rules: z.array(z.object({ name: z.string() })) }) }),
    );
    expect(() => schema.parse({ data: 'text' })).toThrow(TypeError);
    expect(() => schema.parse({ data: { rules: {} } })).toThrow(TypeError);
  });
});
