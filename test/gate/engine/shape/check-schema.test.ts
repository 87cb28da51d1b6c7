import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import { schemaProblems } from '../../../../engine/shape/schema/check-schema.ts';
import { sizeProblem } from '../../../../engine/shape/schema/check-size.ts';
import { compilePattern, parsePattern } from '../../../../engine/shape/schema/pattern.ts';
import type { JsonObject } from '../../../../engine/shape/schema/subschemas.ts';
import { attackSchemas } from './support/attack-schemas.ts';

/** The problems of a schema for a single property, each with the path within that property. */
const ofProperty = (a: JsonObject, more: JsonObject = {}) =>
  schemaProblems({ type: 'object', properties: { a }, ...more }).map(
    ({ place, message }) => `${place.slice(2).join('.')} ${message}`,
  );

describe('a schema is refused', () => {
  it.each([
    ['async validation', { $async: true }, /^\$async is not supported: remove it/],
    ['a dynamic reference', { $dynamicRef: '#a' }, /^\$dynamicRef is not supported: use \$ref/],
    ['a dynamic anchor', { $dynamicAnchor: 'a' }, /^\$dynamicAnchor is not supported/],
    ['a recursive reference', { $recursiveRef: '#' }, /^\$recursiveRef is not supported/],
    ['a reference to an address', { $ref: 'https://example.org/x.json' }, /^\$ref leads out of the schema/],
    ['a reference to a file', { $ref: 'other.json#/a' }, /^\$ref leads out of the schema/],
    ['a reference without a target', { $ref: '#/$defs/none' }, /^\$ref has no schema at its target/],
    [
      'a reference to a string',
      { title: 'x', $ref: '#/properties/a/title' },
      /^\$ref has no schema at its target/,
    ],
    ['a reference with an invalid escape', { $ref: '#/%' }, /^\$ref has no schema at its target/],
    [
      'a reference to a property that all JavaScript objects have',
      { $ref: '#/constructor' },
      /^\$ref has no schema at its target/,
    ],
    ['an $id below the top level', { $id: 'https://example.org/a' }, /^\$id is supported at the top only/],
    [
      'a different version below the top level',
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      /^\$schema differs/,
    ],
    [
      'a look-ahead',
      { pattern: '^(?=a)' },
      /^pattern uses a look-ahead \(\(\?=a\)\), which cannot be matched/,
    ],
    ['a look-behind', { pattern: '(?<!a)b' }, /^pattern uses a look-behind/],
    ['a back-reference', { pattern: '(a)\\1' }, /^pattern uses a back-reference \(\\1\)/],
    [
      'an invalid pattern',
      { pattern: '(' },
      /^pattern is not a valid regular expression: Unterminated group/,
    ],
    [
      'a pattern in the syntax of a different language',
      { pattern: '(?i)a' },
      /^pattern is not a valid regular expression/,
    ],
    [
      'a pattern that is too long',
      { pattern: 'x'.repeat(1001) },
      /^pattern has 1001 characters, and .* 1000/,
    ],
    ['a nested repetition', { pattern: '(a{100}){11}' }, /^pattern repeats a part more than 1,000 times/],
    ['patterns that repeat too much', { pattern: 'x{1000}'.repeat(21) }, /^pattern repeats too much/],
    [
      'an unsupported pattern for property names',
      { patternProperties: { '(?!x)': {} } },
      /^patternProperties\.\(\?!x\) uses a look-ahead/,
    ],
    ['an enum with too many values', { enum: [...Array(1001).keys()] }, /^enum has 1,001 values, .* 1,000/],
    ['an unknown type', { type: 'thing' }, /^type must be one of array, boolean, .*2020-12/],
    ['a minimum that is a string', { minimum: '1' }, /^minimum must be number/],
  ])('if it has %s', (_, schema: JsonObject, problem) => {
    const [first] = ofProperty(schema);
    expect(first).toMatch(problem);
  });

  it.each(Object.entries(attackSchemas))('if it once stopped or slowed the service: %s', (_, schema) => {
    expect(schemaProblems(schema)).not.toEqual([]);
  });

  it('if it refers to itself, and the error names the reference', () => {
    expect(schemaProblems(attackSchemas.loop ?? {})).toMatchObject([
      { place: ['$defs', 'x'], message: expect.stringContaining('refers to itself') },
    ]);
  });

  it('with all its problems at once, up to 20', () => {
    const problems = ofProperty({ $async: true, $ref: 'x', pattern: '(?=a)' });
    expect(problems).toHaveLength(3);
    const anyOf = Array.from({ length: 30 }, () => ({ $async: true }));
    expect(ofProperty({ anyOf })).toHaveLength(20);
  });

  it('if it has too many parts or references', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, {}]));
    expect(schemaProblems({ properties: many(1_999) })).toEqual([]);
    expect(schemaProblems({ properties: many(2_000) })).toMatchObject([
      { place: [], message: expect.stringContaining('more than 2,000 schemas') },
    ]);
    const twice = { properties: { a: { properties: many(2_000) }, b: {} }, default: { x: {} } };
    expect(schemaProblems({ ...twice, $ref: '#/default/x' })).toHaveLength(1);
    const references = (count: number) => Array.from({ length: count }, () => ({ $ref: '#/$defs/x' }));
    const $defs = { x: { type: 'string' } };
    expect(ofProperty({ anyOf: references(500) }, { $defs })).toEqual([]);
    expect(ofProperty({ anyOf: references(501) }, { $defs })).toMatchObject([
      expect.stringContaining('$ref more than 500 times'),
    ]);
  });

  it('if it declares an unknown version of JSON Schema', () => {
    expect(schemaProblems({ $schema: 'https://example.org/own', type: 'object' })).toMatchObject([
      {
        place: ['$schema'],
        message: expect.stringContaining('https://json-schema.org/draft/2020-12/schema'),
      },
    ]);
  });

  it('by the rules of the version of JSON Schema that it declares', () => {
    const items = [{ type: 'string' }];
    const schema = { type: 'array', items };
    expect(schemaProblems({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })).toEqual([]);
    expect(schemaProblems({ $schema: 'https://json-schema.org/draft/2019-09/schema', ...schema })).toEqual(
      [],
    );
    expect(
      schemaProblems({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }),
    ).toMatchObject([{ place: ['items'] }]);
  });

  it('with its long keys shortened in the error', () => {
    const [problem] = schemaProblems({ properties: { ['k'.repeat(5_000)]: { $async: true } } });
    expect(problem?.place.join('.').length).toBeLessThan(200);
  });
});

describe('a schema is accepted', () => {
  it.each([
    ['refers to itself from a property', { properties: { sub: { $ref: '#' }, other: { $ref: '#' } } }],
    [
      'refers to a definition, by pointer and by anchor',
      {
        $defs: { 'a/b': { $anchor: 'name', type: 'string' } },
        anyOf: [{ $ref: '#/$defs/a~1b' }, { $ref: '#name' }],
      },
    ],
    [
      'refers to a schema outside the definitions',
      { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } },
    ],
    [
      'has an $id at the top level',
      { $id: 'https://example.org/a.json', properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: {} } },
    ],
    [
      'has properties with the names of keywords',
      { properties: { $async: {}, $ref: {}, pattern: {}, $id: {} } },
    ],
    ['has keywords in its values', { enum: [{ $async: true, $ref: 'x' }], const: { pattern: '(' } }],
    [
      'has keywords that JSON Schema does not define',
      { 'x-order': [{ $ref: 'y' }], example: { $async: true } },
    ],
  ])('if it %s', (_, schema: JsonObject) => {
    expect(schemaProblems({ type: 'object', ...schema })).toEqual([]);
  });
});

describe('an outputFormat', () => {
  it('must be within limits of depth, bytes and fields, whether it is an example or a schema', () => {
    const nested = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    expect(sizeProblem(nested(64), defaultLimits)).toBeNull();
    expect(sizeProblem(nested(65), defaultLimits)?.message).toContain('more than 64 levels');
    expect(sizeProblem(nested(100_000), defaultLimits)?.message).toContain('more than 64 levels');
    const text = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) });
    expect(sizeProblem(text(65_536), defaultLimits)).toBeNull();
    expect(sizeProblem(text(65_537), defaultLimits)?.message).toContain('more than 65,536 bytes');
    expect(sizeProblem({ a: 'é'.repeat(40_000) }, defaultLimits)?.message).toContain(
      'more than 65,536 bytes',
    );
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, '']));
    expect(sizeProblem(fields(2_000), defaultLimits)).toBeNull();
    expect(sizeProblem(fields(2_001), defaultLimits)?.message).toContain('2,001 fields');
  });
});

describe('a pattern in a schema', () => {
  it('matches the same texts as the regular expressions of JavaScript', () => {
    const atoms = [
      'a',
      '.',
      '\\s',
      '\\S',
      '\\w',
      '\\D',
      '[ab]',
      '[^a]',
      '[^\\s]',
      '\\b',
      '^',
      '$',
      '\\p{Lu}',
      '[\\P{L}1]',
      '😀',
      '\\u2028',
      '[^]',
      '[[:a]',
    ];
    const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
      pattern: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(...atoms),
        fc.array(tie('pattern'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
        fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }).map((parts) => `(?:${parts.join('|')})`),
        fc
          .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,3}', '*?'))
          .map(([part, times]) => `(${part})${times}`),
      ),
    }));
    const letters = ['a', 'b', 'A', '1', ' ', '\n', '\r', '\u2028', '\u00a0', 'é', '😀', '_', ':', '\ud83d'];
    const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, value) => {
        expect(compilePattern(parsePattern(source))(value)).toBe(new RegExp(source, 'u').test(value));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['^(a|a)*$', '(a+)+$', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    'is matched in linear time: %s',
    (source) => {
      expect(compilePattern(parsePattern(source))(`${'a'.repeat(50_000)}!`)).toBe(false);
    },
  );

  it.each([
    ['Script=Greek', 'Ω', 'a'],
    ['Script_Extensions=Greek', '\u0342', 'a'],
    ['Uppercase_Letter', 'É', 'é'],
    ['Alphabetic', 'ß', '1'],
    ['Emoji', '😀', 'a'],
    ['Cs', '\ud800', 'a'],
  ])('supports the same Unicode properties as JavaScript: %s', (property, within, without) => {
    const matches = compilePattern(parsePattern(`^\\p{${property}}$`));
    expect([matches(within), matches(without)]).toEqual([true, false]);
  });
});
