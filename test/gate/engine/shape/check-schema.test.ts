import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import { sizeProblem } from '../../../../engine/shape/schema/check-size.ts';
import type { JsonObject } from '../../../../engine/shape/schema/json-object.ts';
import { schemaProblems as problemsOf } from '../../../../engine/shape/shape.ts';

/** The problems of a schema for a single property, each with the path within that property. */
const ofProperty = (a: JsonObject) =>
  problemsOf({ type: 'object', properties: { a } }).map(
    ({ place, message }) => `${place.slice(2).join('.')} ${message}`,
  );

describe('a schema is refused', () => {
  it.each<[string, JsonObject, RegExp]>([
    ['a reference to an address', { $ref: 'https://example.org/x.json' }, /^\$ref .*nothing is fetched/],
    ['a reference to a file', { $ref: 'other.json#/a' }, /^\$ref has no schema at its target/],
    ['a reference without a target', { $ref: '#/$defs/none' }, /^\$ref has no schema at its target/],
    ['an invalid pattern', { pattern: '(' }, /^pattern has an error: .*Unterminated group/],
    ['a pattern in the syntax of a different language', { pattern: '(?i)a' }, /^pattern has an error/],
    ['an unknown type', { type: 'thing' }, /^type must be one of array, boolean, .*2020-12/],
    ['a minimum that is a string', { minimum: '1' }, /^minimum must be number/],
  ])('if it has %s', (_, schema, problem) => {
    expect(ofProperty(schema).join()).toMatch(problem);
  });

  it('if it refers to itself for the same value', () => {
    const problems = problemsOf({ $ref: '#/$defs/x', $defs: { x: { allOf: [{ $ref: '#/$defs/x' }] } } });
    expect(problems).toMatchObject([{ place: [], message: expect.stringContaining('refers to itself') }]);
  });

  it('with all its problems that its version of JSON Schema names, up to 20', () => {
    expect(ofProperty({ minimum: '1', maximum: '2' })).toHaveLength(2);
    expect(ofProperty({ anyOf: Array.from({ length: 30 }, () => ({ type: 'thing' })) })).toHaveLength(20);
  });

  it('if it declares an unknown version of JSON Schema', () => {
    expect(problemsOf({ $schema: 'https://example.org/own', type: 'object' })).toMatchObject([
      {
        place: ['$schema'],
        message: expect.stringContaining('https://json-schema.org/draft/2020-12/schema'),
      },
    ]);
  });

  it('by the rules of the version of JSON Schema that it declares', () => {
    const schema = { type: 'array', items: [{ type: 'string' }] };
    expect(problemsOf({ $schema: 'http://json-schema.org/draft-07/schema#', ...schema })).toEqual([]);
    expect(problemsOf({ $schema: 'https://json-schema.org/draft/2019-09/schema', ...schema })).toEqual([]);
    expect(problemsOf({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema })).toMatchObject([
      { place: ['items'] },
    ]);
  });

  it('with its long keys shortened in the error', () => {
    const [problem] = problemsOf({ properties: { ['k'.repeat(5_000)]: { type: 'thing' } } });
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
    ['has a pattern with a look-ahead', { properties: { a: { type: 'string', pattern: '^(?=x)' } } }],
    ['has keywords in its values', { enum: [{ $async: true, $ref: 'x' }], const: { pattern: '(' } }],
    [
      'has keywords that JSON Schema does not define',
      { 'x-order': [{ $ref: 'y' }], example: { $async: true } },
    ],
  ])('if it %s', (_, schema: JsonObject) => {
    expect(problemsOf({ type: 'object', ...schema })).toEqual([]);
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
