import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../engine/model/result.ts';
import type { JsonObject } from '../../../engine/shape/schema/json-object.ts';
import { shapeOutput } from '../../../engine/shape/shape.ts';
import { all, shape } from '../../gate/engine/shape/shaped-findings.ts';

const names = ['findings', 'payment period', 'quotes', 'page', 'summary', 'label', 'x', 'audit', 'rule'];
const types = ['string', 'number', 'integer', 'boolean', 'null'];

const usable = fc.oneof<fc.Arbitrary<JsonObject>[]>(
  fc.constant({}),
  fc.record({ type: fc.subarray(types, { minLength: 1 }).map((some) => [...new Set([...some, 'null'])]) }),
  fc.record({ type: fc.constantFrom(...types) }),
  fc.record({ $ref: fc.constantFrom('#', '#/$defs/a', '#/$defs/b') }),
  fc.record({ enum: fc.constantFrom<Json[]>(['satisfied', 'violated', null], ['CONFIRMED', 3], [true]) }),
  fc.record({
    type: fc.constant('string'),
    pattern: fc.constantFrom('^I', '\\s', '^.{0,20}$', '^(?=I)'),
  }),
  fc.record({
    type: fc.constant(['string', 'null']),
    format: fc.constantFrom('email', 'date', 'uri', 'regex'),
  }),
  fc.record({ type: fc.constant(['integer', 'null']), minimum: fc.integer({ min: 0, max: 10 }) }),
  fc.record({ type: fc.constant('string'), maxLength: fc.integer({ min: 0, max: 40 }) }),
  fc.record({ const: fc.constantFrom<string | number>('agreement.pdf', 3) }),
);
const refused = fc.constantFrom<JsonObject>({ $async: true }, { $ref: '#/$defs/none' }, { pattern: '(' });
const leaf = fc.oneof({ weight: 40, arbitrary: usable }, { weight: 1, arbitrary: refused });

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const several = fc.array(tie('schema'), { minLength: 1, maxLength: 3 });
  return {
    schema: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      leaf,
      fc.record(
        {
          type: fc.constant('object'),
          properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 4 }),
          required: fc.subarray(names, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        { requiredKeys: ['type', 'properties'] },
      ),
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), uniqueItems: fc.boolean(), maxItems: fc.nat(5) },
        { requiredKeys: ['type', 'items'] },
      ),
      fc.record({ allOf: several }),
      fc.record({ anyOf: several }),
      fc.record({ oneOf: several, title: fc.constantFrom('page', 'quote') }),
      fc.record({ not: tie('schema') }),
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map(([one, two, three]) =>
        Object.fromEntries([
          ['if', one],
          ['then', two],
          ['else', three],
        ]),
      ),
    ),
  };
});

const versions = {
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
  'draft-07': 'http://json-schema.org/draft-07/schema#',
};
/** Validators that Proviso does not use. */
const independent = {
  [versions['2020-12']]: addFormats.default(new Ajv2020({ strict: false, logger: false })),
  [versions['draft-07']]: addFormats.default(new Ajv({ strict: false, logger: false })),
};

const whole = fc
  .tuple(schema, schema, schema, fc.constantFrom(...Object.values(versions)))
  .map(([root, a, b, $schema]): JsonObject => ({ ...root, $schema, $defs: { a, b } }));

it('every random schema returns a valid output, or none with a warning', () => {
  let outputs = 0;
  fc.assert(
    fc.property(whole, (format) => {
      const { output, outputGaps, warnings } = shape(format);
      if (output === null && outputGaps[''] === undefined) {
        expect(warnings).toMatchObject([
          { code: expect.stringMatching(/^output_/), message: expect.any(String) },
        ]);
        return;
      }
      outputs += 1;
      const valid = independent[String(format.$schema)]?.validate(format, output);
      expect(valid, JSON.stringify(output)).toBe(true);
    }),
    { numRuns: 400 },
  );
  expect(outputs).toBeGreaterThan(30);
});

it('equal schemas lead to equal outputs', () => {
  fc.assert(
    fc.property(whole, (format) => {
      expect(shapeOutput(format, all)).toEqual(shapeOutput(structuredClone(format), all));
    }),
    { numRuns: 50 },
  );
});
