import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../engine/model/finding.ts';
import { keyRules } from '../../../engine/model/keys.ts';
import type { Json } from '../../../engine/model/result.ts';
import { shapeOutput } from '../../../engine/shape/shape.ts';
import { citation, finding } from '../../support/findings.ts';

const [payment, audit, escrow, notice] = keyRules(
  ['Payment period', 'Security audit', 'Source code escrow', 'Notice of a breach'].map((name) => ({
    name,
    description: `What is said of: ${name}.`,
  })),
);
if (!payment || !audit || !escrow || !notice) throw new Error('four rules');

const broken = finding({
  rule: payment,
  verdict: { assessed: true, label: 'CONFIRMED', outcome: 'violated' },
  statement: 'Invoices are paid within 30 days.',
  citations: [
    citation('within 30 days after receipt'),
    citation('interest runs from day 31', {
      locator: { kind: 'page', page: 5 },
      link: 'agreement.pdf#page=5',
    }),
  ],
  values: [{ name: 'payment days', value: 30, unit: 'days', citations: [0] }],
});
const kept = finding({
  rule: audit,
  statement: 'One audit a year is allowed.',
  citations: [citation('may audit once in each Contract Year', { locator: { kind: 'page', page: 7 } })],
});
const absent = finding({
  rule: escrow,
  verdict: { assessed: true, label: 'NOT FOUND', outcome: 'undetermined' },
  statement: 'No sentence speaks of escrow.',
});
const skipped = finding({
  rule: notice,
  verdict: { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'budget_reached' },
  statement: 'Not assessed.',
});
const all = [broken, kept, absent, skipped];

/** Asserts on the way that every leaf is accounted for: filled with sources, or null with a reason. */
function shape(format: Json, findings: readonly Finding[] = all) {
  const result = shapeOutput(format, findings);
  if (result.output !== null) {
    for (const [pointer, value] of leaves(result.output)) {
      const accounted =
        value === null
          ? result.outputGaps[pointer]
          : (result.outputSources[pointer] ?? result.outputGaps[pointer]);
      expect(accounted, `${pointer} = ${JSON.stringify(value)}`).toBeDefined();
    }
    const ids = new Map(findings.map(({ id, citations }) => [id, citations.length]));
    for (const source of Object.values(result.outputSources).flat()) {
      expect(ids.has(source.findingId)).toBe(true);
      if (source.citation !== undefined) expect(source.citation).toBeLessThan(ids.get(source.findingId) ?? 0);
    }
  }
  return result;
}

function leaves(value: Json, pointer = ''): [string, Json][] {
  if (value === null || typeof value !== 'object') return [[pointer, value]];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  if (entries.length === 0) return Array.isArray(value) ? [[pointer, value]] : [];
  return entries.flatMap(([key, inner]) =>
    leaves(inner, `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

describe('an example', () => {
  it('keeps its keys in their order, and nothing but its keys', () => {
    const { output } = shape({ summary: '', payment_period: '', nothingOfThis: 'x', audit: { label: '' } });
    expect(JSON.stringify(output)).toBe(
      JSON.stringify({
        summary:
          '4 findings: 1 satisfied, 1 violated, 2 undetermined (2 CONFIRMED, 1 NOT FOUND, 1 not assessed).',
        payment_period: 'Invoices are paid within 30 days.',
        nothingOfThis: null,
        audit: { label: 'CONFIRMED' },
      }),
    );
  });

  it('fills a key that names a rule, by name in any spelling or by the words only one rule has', () => {
    const { output, outputSources } = shape({
      'Payment period': '',
      paymentPeriod: 0,
      securityAudit: true,
      escrow: '',
      breach: '',
    });
    expect(output).toEqual({
      'Payment period': 'Invoices are paid within 30 days.',
      paymentPeriod: 30,
      securityAudit: true,
      escrow: null,
      breach: null,
    });
    expect(outputSources['/paymentPeriod']).toEqual([{ findingId: broken.id, citation: 0 }]);
    expect(outputSources['/Payment period']).toEqual([
      { findingId: broken.id, citation: 0 },
      { findingId: broken.id, citation: 1 },
    ]);
  });

  it('says why something is null', () => {
    const { outputGaps } = shape({ escrow: '', breach: '', colour: '', label: '' });
    expect(outputGaps['/escrow']).toContain('No sentence speaks of escrow');
    expect(outputGaps['/breach']).toContain('budget_reached');
    expect(outputGaps['/colour']).toContain('“colour”');
    expect(outputGaps['/label']).toContain('4 findings');
  });

  it('makes a list of findings in the form of its item', () => {
    const { output, outputSources, outputGaps } = shape({
      findings: [{ rule: '', outcome: '', quote: '', page: 1, file: '', pages: [1] }],
    });
    expect(output).toEqual({
      findings: [
        {
          rule: 'Payment period',
          outcome: 'violated',
          quote: 'within 30 days after receipt',
          page: 3,
          file: 'agreement.pdf',
          pages: [3, 5],
        },
        {
          rule: 'Security audit',
          outcome: 'satisfied',
          quote: 'may audit once in each Contract Year',
          page: 7,
          file: 'agreement.pdf',
          pages: [7],
        },
        {
          rule: 'Source code escrow',
          outcome: 'undetermined',
          quote: null,
          page: null,
          file: null,
          pages: [],
        },
        { rule: 'Notice of a breach', outcome: null, quote: null, page: null, file: null, pages: [] },
      ],
    });
    expect(outputSources['/findings/0/page']).toEqual([{ findingId: broken.id, citation: 0 }]);
    expect(outputGaps['/findings/2/quote']).toContain('No located quote');
  });

  it('lists and counts issues, and counts labels', () => {
    const { output, outputSources } = shape({
      hasViolations: true,
      conflicting: true,
      issues: [{ name: '', evidence: [{ text: '', page: 0 }] }],
      violationCount: 0,
      total: 0,
      stats: { confirmed: 0, notFound: 0, conflicts: 0 },
    });
    expect(output).toEqual({
      hasViolations: null,
      conflicting: false,
      issues: [
        {
          name: 'Payment period',
          evidence: [
            { text: 'within 30 days after receipt', page: 3 },
            { text: 'interest runs from day 31', page: 5 },
          ],
        },
      ],
      violationCount: 1,
      total: 4,
      stats: { confirmed: 2, notFound: 1, conflicts: 0 },
    });
    expect(outputSources['/stats/conflicts']).toHaveLength(4);
  });

  it('takes a list for a rule as the list of its quotes', () => {
    expect(shape({ 'Payment period': [{ quote: '', link: '' }] }).output).toEqual({
      'Payment period': [
        { quote: 'within 30 days after receipt', link: 'agreement.pdf#page=3' },
        { quote: 'interest runs from day 31', link: 'agreement.pdf#page=5' },
      ],
    });
  });

  it('fills a key that names an extracted value', () => {
    expect(shape({ terms: { paymentDays: 0, payment_days: { value: 0, unit: '' } } }).output).toEqual({
      terms: { paymentDays: 30, payment_days: { value: 30, unit: 'days' } },
    });
  });

  it('answers with one of the options given', () => {
    const format = { payment: 'pass|fail', audit: 'compliant | non-compliant', escrow: 'yes|no' };
    const { output } = shape(format);
    expect(output).toEqual({ payment: 'fail', audit: 'compliant', escrow: null });
  });

  it('forces nothing between yes and no into either', () => {
    const partly = finding({
      rule: payment,
      verdict: { assessed: true, label: 'CONFIRMED', outcome: 'partly_satisfied' },
      citations: [citation('within 30 days')],
    });
    const { output, outputGaps } = shape({ payment: true, compliant: true }, [partly, kept]);
    expect(output).toEqual({ payment: null, compliant: null });
    expect(outputGaps['/payment']).toContain('partly satisfied');
  });

  it('gives every file its own findings when files are subjects', () => {
    const each = ['one.pdf', 'two.pdf'].flatMap((name, fileIndex) =>
      [payment, audit].map((rule) =>
        finding({ rule, subject: { kind: 'file', fileIndex, name }, statement: `${rule.name} in ${name}.` }),
      ),
    );
    const { output, outputGaps } = shape(
      { one: { paymentPeriod: '' }, audit: [{ subject: '', statement: '' }], payment: '' },
      each,
    );
    expect(output).toEqual({
      one: { paymentPeriod: 'Payment period in one.pdf.' },
      audit: [
        { subject: 'one.pdf', statement: 'Security audit in one.pdf.' },
        { subject: 'two.pdf', statement: 'Security audit in two.pdf.' },
      ],
      payment: null,
    });
    expect(outputGaps['/payment']).toContain('2 findings');
  });

  it('warns when parts rest on ESTIMATED findings', () => {
    const guess = finding({
      rule: payment,
      verdict: { assessed: true, label: 'ESTIMATED', outcome: 'satisfied' },
      citations: [citation('30 days')],
    });
    expect(shape({ payment: '', audit: '' }, [guess, kept]).warnings).toMatchObject([
      { code: 'output_estimated' },
    ]);
  });

  it('does not take keys for more than keys', () => {
    const format = JSON.parse('{"__proto__": {"label": ""}, "constructor": "", "a/b~c": ""}');
    const { output, outputGaps } = shape(format);
    expect(Object.keys(output ?? {})).toEqual(['__proto__', 'constructor', 'a/b~c']);
    expect(outputGaps['/a~1b~0c']).toBeDefined();
  });

  it('accounts for every leaf, whatever is asked', () => {
    const keys = fc.constantFrom(
      'findings',
      'payment period',
      'page',
      'quotes',
      'issues',
      'x',
      'summary',
      'values',
      'rule',
      'basis',
    );
    const { format } = fc.letrec<{ format: Json }>((tie) => ({
      format: fc.oneof(
        { depthSize: 'small', maxDepth: 4 },
        fc.constantFrom('', 0, true, null, 'a|b'),
        fc.array(tie('format'), { maxLength: 1 }),
        fc.dictionary(keys, tie('format'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(format, (asked) => {
        fc.pre(asked !== null);
        shape(asked);
      }),
      { numRuns: 300 },
    );
  });
});

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

it('asks nothing when no form was asked for', () => {
  expect(shapeOutput(null, all)).toEqual({ output: null, outputSources: {}, outputGaps: {}, warnings: [] });
});
