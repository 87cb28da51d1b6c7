import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../../engine/job.ts';
import type { JsonObject } from '../../../../engine/shape/schema/json-object.ts';
import { shapeOutput } from '../../../../engine/shape/shape.ts';
import { all, shape } from './shaped-findings.ts';
import { attackSchemas } from './support/attack-schemas.ts';

describe('a JSON Schema as output format', () => {
  const item = {
    type: 'object',
    properties: {
      rule: { type: 'string' },
      verdict: { enum: ['satisfied', 'violated', 'undetermined', null] },
      page: { type: ['integer', 'null'], minimum: 1 },
    },
    required: ['rule', 'page'],
    additionalProperties: false,
  };

  it('is recognised as a schema, with its references and alternatives', () => {
    const { output } = shape({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        violations: { type: 'integer' },
        rows: { type: 'array', items: { $ref: '#/$defs/item' } },
        first: { title: 'Payment period', anyOf: [{ type: 'null' }, { type: 'boolean' }] },
      },
      $defs: { item },
    });
    expect(output).toMatchObject({
      violations: 1,
      rows: [
        { rule: 'Payment period', verdict: 'violated', page: 3 },
        { rule: 'Security audit', verdict: 'satisfied', page: 7 },
        { rule: 'Source code escrow', verdict: 'undetermined', page: null },
        { rule: 'Notice of a breach', page: null },
      ],
      first: false,
    });
  });

  it('returns an object with a key for each rule if the schema does not name the keys', () => {
    const { output } = shape({ type: 'object', additionalProperties: { type: ['string', 'null'] } });
    expect(output).toEqual({
      'Payment period': 'Invoices are paid within 30 days.',
      'Security audit': 'One audit a year is allowed.',
      'Source code escrow': null,
      'Notice of a breach': null,
    });
  });

  it('omits an optional property that no finding supports', () => {
    const { output, outputGaps } = shape({
      type: 'object',
      properties: { escrow: { type: 'string' }, audit: { type: 'string' } },
      required: ['audit'],
    });
    expect(output).toEqual({ audit: 'One audit a year is allowed.' });
    expect(outputGaps['/escrow']).toContain('NOT FOUND');
  });

  it('contains a property as null if no finding supports it and null is allowed, even if it is optional', () => {
    const { output } = shape({
      type: 'object',
      properties: { escrow: { type: ['string', 'null'] }, audit: { type: 'string' } },
      required: ['audit'],
    });
    expect(output).toEqual({ escrow: null, audit: 'One audit a year is allowed.' });
  });

  it('leaves out a value that the schema forbids', () => {
    const { output, outputGaps, outputSources } = shape({
      type: 'object',
      properties: {
        audit: { type: ['string', 'null'], maxLength: 5 },
        payment: { type: 'string', pattern: '^x' },
      },
    });
    expect(output).toEqual({ audit: null });
    expect(outputGaps['/audit']).toContain('5 characters');
    expect(outputSources).toEqual({});
  });

  it('returns no output, and a warning with the reason, if null is needed but not allowed', () => {
    const { output, warnings } = shape({
      type: 'object',
      properties: { escrow: { type: 'string' } },
      required: ['escrow'],
    });
    expect(output).toBeNull();
    expect(warnings).toMatchObject([
      { code: 'output_not_valid', message: expect.stringContaining('escrow') },
    ]);
  });

  it.each([
    ['an unknown type', { $schema: 'x', type: 'thing' }],
    ['a reference without a target', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    ['a reference to a URL', { type: 'object', properties: { a: { $ref: 'https://example.org/x.json' } } }],
  ])('is refused if it has %s', (_, schema) => {
    const { output, warnings } = shape(schema);
    expect(output).toBeNull();
    expect(warnings).toMatchObject([{ code: 'output_format_invalid' }]);
  });

  it('can refer to itself without causing an endless loop', () => {
    const tree = {
      type: 'object',
      properties: { label: { type: ['string', 'null'] }, sub: { $ref: '#' }, other: { $ref: '#' } },
    };
    expect(shape(tree).warnings.map(({ code }) => code)).not.toContain('output_format_invalid');
  });

  it.each([
    [
      'draft-07',
      'http://json-schema.org/draft-07/schema#',
      { items: [{ type: 'string' }], additionalItems: false },
    ],
    [
      '2019-09',
      'https://json-schema.org/draft/2019-09/schema',
      { items: [{ type: 'string' }], additionalItems: false },
    ],
    [
      '2020-12',
      'https://json-schema.org/draft/2020-12/schema',
      { prefixItems: [{ type: 'string' }], items: false },
    ],
  ])('is validated by the version that it declares: %s', (version, $schema, items) => {
    const ofQuotes = (more: JsonObject) => ({
      $schema,
      type: 'object',
      properties: { 'Payment period': { type: 'array', ...items, ...more } },
      required: ['Payment period'],
    });
    const two = shape(ofQuotes({}));
    expect(two.output).toBeNull();
    expect(two.warnings).toMatchObject([
      {
        code: 'output_not_valid',
        message: expect.stringContaining('/Payment period must NOT have more than 1 items'),
      },
    ]);
    const other = shape({ ...ofQuotes({}), $schema: 'https://json-schema.org/draft/2020-12/schema' });
    expect(other.warnings[0]?.code).toBe(
      version === '2020-12' ? 'output_not_valid' : 'output_format_invalid',
    );
  });

  it('is refused if its validator is asynchronous, and its output is never accepted', () => {
    const { output, warnings } = shape(attackSchemas.async ?? {});
    expect(output).toBeNull();
    expect(warnings).toMatchObject([
      {
        code: 'output_format_invalid',
        message: expect.stringContaining('outputFormat.$async is not supported'),
      },
    ]);
  });

  it('returns no output, and a warning, if the output would exceed the size limit', () => {
    const limits = { ...defaultLimits, outputBytes: 200 };
    for (const format of [
      { findings: [{ quote: '' }] },
      { type: 'object', properties: { findings: { type: 'array', items: { type: ['string', 'null'] } } } },
    ]) {
      expect(shapeOutput(format, all, undefined, limits)).toMatchObject({
        output: null,
        outputSources: {},
        warnings: [
          { code: 'output_limit_reached', message: expect.stringContaining('larger than 200 bytes') },
        ],
      });
      expect(shapeOutput(format, all, undefined, defaultLimits).output).not.toBeNull();
    }
  });

  it.each([
    ['an example with a key named type', { type: 'contract', label: '' }],
    ['an example with a key named properties', { properties: { 'payment period': '' } }],
  ])('must not be recognised in %s', (_, format) => {
    expect(Object.keys(shape(format).output ?? {})).toEqual(Object.keys(format));
  });
});
