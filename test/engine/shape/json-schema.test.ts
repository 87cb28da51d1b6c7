import { describe, expect, it } from 'vitest';
import { citation, finding } from '../../support/findings.ts';
import { kept, payment, shape } from './shaped-findings.ts';

describe('a JSON Schema', () => {
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

  it('is honoured as one, references and alternatives too', () => {
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

  it('makes an object by rule where keys are left open', () => {
    const { output } = shape({ type: 'object', additionalProperties: { type: ['string', 'null'] } });
    expect(output).toEqual({
      'Payment period': 'Invoices are paid within 30 days.',
      'Security audit': 'One audit a year is allowed.',
      'Source code escrow': null,
      'Notice of a breach': null,
    });
  });

  it('leaves out what nothing supports where that is allowed', () => {
    const { output, outputGaps } = shape({
      type: 'object',
      properties: { escrow: { type: 'string' }, audit: { type: 'string' } },
      required: ['audit'],
    });
    expect(output).toEqual({ audit: 'One audit a year is allowed.' });
    expect(outputGaps['/escrow']).toContain('NOT FOUND');
  });

  it('does not keep a value that it forbids', () => {
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

  it('gives no output, and says why, when a null is needed and not taken', () => {
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
    ['a type that is none', { $schema: 'x', type: 'thing' }],
    ['a reference to nowhere', { type: 'object', properties: { a: { $ref: '#/$defs/none' } } }],
    [
      'a reference to another address',
      { type: 'object', properties: { a: { $ref: 'https://example.org/x.json' } } },
    ],
  ])('is refused with %s', (_, schema) => {
    const { output, warnings } = shape(schema);
    expect(output).toBeNull();
    expect(warnings).toMatchObject([{ code: 'output_format_invalid' }]);
  });

  it('that refers to itself comes to an end', () => {
    const tree = {
      type: 'object',
      properties: { label: { type: ['string', 'null'] }, sub: { $ref: '#' }, other: { $ref: '#' } },
    };
    expect(shape(tree).warnings.map(({ code }) => code)).not.toContain('output_format_invalid');
  });

  it('with a pattern that takes forever is cut off', () => {
    const { output, warnings } = shape(
      { type: 'object', properties: { payment: { type: 'string', pattern: '^(([a-z])+.)+[A-Z]([a-z])+$' } } },
      [finding({ rule: payment, statement: 'a'.repeat(60), citations: [citation('x')] }), kept],
    );
    expect(output).toBeNull();
    expect(warnings.map(({ message }) => message).join()).toContain('takes too long');
  });

  it.each([
    ['an example with a key named type', { type: 'contract', label: '' }],
    ['an example with a key named properties', { properties: { 'payment period': '' } }],
  ])('is not what %s is taken for', (_, format) => {
    expect(Object.keys(shape(format).output ?? {})).toEqual(Object.keys(format));
  });
});
