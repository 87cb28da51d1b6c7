import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../engine/model/result.ts';
import { shapeOutput } from '../../../../engine/shape/shape.ts';
import { citation, finding } from '../../../support/findings.ts';
import { all, audit, broken, kept, payment, shape } from './shaped-findings.ts';

describe('an output in the form of an example', () => {
  it('has the keys of the example in their order', () => {
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

  it('has a value at a key that names a rule, by its name in any spelling or by words that only one rule has', () => {
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

  it('has a reason for each key that stays null', () => {
    const { outputGaps } = shape({ escrow: '', breach: '', colour: '', label: '' });
    expect(outputGaps['/escrow']).toContain('No sentence speaks of escrow');
    expect(outputGaps['/breach']).toContain('budget_reached');
    expect(outputGaps['/colour']).toContain('“colour”');
    expect(outputGaps['/label']).toContain('4 findings');
  });

  it('has items in the form of the example’s item in a list of findings', () => {
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

  it('can contain lists and numbers of issues, and numbers of labels', () => {
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

  it('has the quotes of a finding in a list whose key names the rule', () => {
    expect(shape({ 'Payment period': [{ quote: '', link: '' }] }).output).toEqual({
      'Payment period': [
        { quote: 'within 30 days after receipt', link: 'agreement.pdf#page=3' },
        { quote: 'interest runs from day 31', link: 'agreement.pdf#page=5' },
      ],
    });
  });

  it('has an extracted value at a key that names the value', () => {
    expect(shape({ terms: { paymentDays: 0, payment_days: { value: 0, unit: '' } } }).output).toEqual({
      terms: { paymentDays: 30, payment_days: { value: 30, unit: 'days' } },
    });
    const rate = { ...broken, values: [{ name: 'rate', value: '2.5', unit: '%', citations: [0] }] };
    expect(shape({ rate: 0 }, [rate]).output).toEqual({ rate: 2.5 });
  });

  it('has one of the options at a key whose example lists options', () => {
    const format = {
      payment: 'pass|fail',
      audit: 'compliant | non-compliant',
      'source code escrow': 'yes|no',
      escrow: 'found|not found',
    };
    const { output, outputGaps } = shape(format);
    expect(output).toEqual({
      payment: 'fail',
      audit: 'compliant',
      'source code escrow': null,
      escrow: 'not found',
    });
    expect(outputGaps['/source code escrow']).toContain('undetermined (NOT FOUND)');
  });

  it('has the usual text at a key whose example has a bar and is no list of options', () => {
    const usual = shape({ payment: '' }).output;
    for (const example of ['Days | e.g. 30', 'pass|', '|fail', 'Paid, in days|open', 'pass|fail: why?'])
      expect(shape({ payment: example }).output).toEqual(usual);
  });

  it('has null instead of a boolean if the outcome is neither yes nor no', () => {
    const partly = finding({
      rule: payment,
      verdict: { assessed: true, label: 'CONFIRMED', outcome: 'partly_satisfied' },
      citations: [citation('within 30 days')],
    });
    const { output, outputGaps } = shape({ payment: true, compliant: true }, [partly, kept]);
    expect(output).toEqual({ payment: null, compliant: null });
    expect(outputGaps['/payment']).toContain('partly satisfied');
  });

  it('has an undetermined outcome over all rules, and never a satisfied one, if none of them applies', () => {
    const outside = [payment, audit].map((rule) =>
      finding({ rule, verdict: { assessed: true, label: 'CONFIRMED', outcome: 'not_applicable' } }),
    );
    expect(shape({ overall: '', compliant: true }, outside).output).toEqual({
      overall: 'undetermined',
      compliant: null,
    });
  });

  it('has the findings of every file if each file is checked separately', () => {
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

  it('comes with a warning if parts of it are based on ESTIMATED findings', () => {
    const guess = finding({
      rule: payment,
      verdict: { assessed: true, label: 'ESTIMATED', outcome: 'satisfied' },
      citations: [citation('30 days')],
    });
    expect(shape({ payment: '', audit: '' }, [guess, kept]).warnings).toMatchObject([
      { code: 'output_estimated' },
    ]);
  });

  it('can have keys such as __proto__, which are treated like all other keys', () => {
    const format = JSON.parse('{"__proto__": {"label": ""}, "constructor": "", "a/b~c": ""}');
    const { output, outputGaps } = shape(format);
    expect(Object.keys(output ?? {})).toEqual(['__proto__', 'constructor', 'a/b~c']);
    expect(outputGaps['/a~1b~0c']).toBeDefined();
  });

  it('has sources or a reason for every leaf, whatever the example', () => {
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

it('no output is created if none was requested', () => {
  expect(shapeOutput(null, all)).toMatchObject({
    output: null,
    outputSources: {},
    outputGaps: {},
    warnings: [],
  });
});
