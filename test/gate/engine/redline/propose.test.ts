import { describe, expect, it } from 'vitest';
import type { FindingPosition } from '../../../../engine/model/finding.ts';
import { keyRules } from '../../../../engine/model/keys.ts';
import { changedQuote, proposeChanges, redlineText } from '../../../../engine/redline/propose.ts';
import { citation, finding } from '../../../support/findings.ts';
import { sourceText } from '../../../support/sources.ts';

/** The quotes as they would read after a change, for a rule that they violate. */
function proposed(
  description: string,
  quote: string,
  change: Parameters<typeof citation>[1] = {},
  { preferred, ...position }: { preferred?: string; position?: FindingPosition } = {},
): string[] {
  const rule = keyRules([{ name: 'Rule', description, ...(preferred && { preferred }) }])[0];
  if (rule === undefined) throw new Error('no rule');
  const violated = finding({
    ...{ rule, verdict: { assessed: true, label: 'ESTIMATED', outcome: 'violated' } },
    citations: [citation(quote, { stance: 'contradicts', ...change })],
    ...position,
  });
  return proposeChanges(violated).map(changedQuote);
}

describe('a number that breaks a rule becomes the number of the rule', () => {
  it.each([
    [
      'in words and digits',
      'Pay within 30 days.',
      'Pay within forty-five (45) days.',
      'Pay within thirty (30) days.',
    ],
    [
      'with a capital',
      'At least 60 days’ notice.',
      'Thirty (30) days at least.',
      'Sixty (60) days at least.',
    ],
    [
      'in the unit of the document',
      'Reply within 72 hours.',
      'We reply within 5 days.',
      'We reply within 3 days.',
    ],
    [
      'in the unit of the rule if another would have a fraction',
      'Pay within 2 months.',
      'Pay within ninety (90) days.',
      'Pay within 2 months.',
    ],
    ['with one of a unit', 'At most 1 month.', 'At most three months.', 'At most 1 month.'],
    [
      'as a percentage',
      'Interest of at most 2.5 %.',
      'Interest of at most eight per cent.',
      'Interest of at most 2.5 %.',
    ],
    ['as an amount', 'At most EUR 100,000.', 'Capped at most at €250,000.', 'Capped at most at €100,000.'],
    [
      'as an amount in words',
      'At most EUR 120,000.',
      'At most two hundred and fifty thousand euros (EUR 250,000).',
      'At most one hundred twenty thousand euros (EUR 120,000).',
    ],
    ['as an amount with a scale', 'At most EUR 100,000.', 'At most EUR 2.5 million.', 'At most EUR 100,000.'],
    [
      'with German marks',
      'Haftung höchstens 1.000.000 EUR.',
      'Die Haftung beträgt höchstens 2.500.000 EUR.',
      'Die Haftung beträgt höchstens 1.000.000 EUR.',
    ],
    ['with a German comma', 'Zinsen höchstens 2,5 %.', 'Zinsen höchstens 8,75 %.', 'Zinsen höchstens 2,5 %.'],
    ['with the document’s marks', 'At most EUR 100,000.', 'At most EUR 250.000,00.', 'At most EUR 100.000.'],
    [
      'with French spaces',
      'Au plus 100 000 €.',
      'Plafond : au plus 250 000 €.',
      'Plafond : au plus 100 000 €.',
    ],
    ['with Swiss marks', "At most CHF 1'000'000.", "At most CHF 2'500'000.", "At most CHF 1'000'000."],
    [
      'beside another number that keeps the rule',
      'Pay within 30 days.',
      'Pay within 60 days of receipt, which is 10 days after dispatch.',
      'Pay within 30 days of receipt, which is 10 days after dispatch.',
    ],
  ])('%s', (_, description, quote, becomes) => {
    expect(proposed(description, quote)).toEqual([becomes]);
  });
});

describe('nothing is proposed', () => {
  it.each([
    ['two different numbers break the rule', 'Pay within 30 days.', 'Pay within 60 days or within 90 days.'],
    ['a time is composed', 'For at least 12 months.', 'For at least 1 year and 6 months.'],
    ['the rule has two limits', 'Pay within 30 days or within 60 days.', 'Pay within 90 days.'],
    ['the rule has no number', 'Pay in time.', 'Pay within 90 days.'],
    ['the number keeps the rule', 'Pay within 30 days.', 'Pay within 20 days.'],
    ['the numbers contradict each other', 'Pay within 30 days.', 'Pay within sixty (90) days.'],
    ['the number is of another time', 'At most 0.5% per month.', 'At most six percent (6%) a year.'],
    ['the number is of another kind', 'Pay within 30 days.', 'Interest of at most 8 %.'],
  ])('if %s', (_, description, quote) => {
    expect(proposed(description, quote)).toEqual([]);
  });

  it('for a quote of a knowledge file, one that only qualifies, or one over a footer', () => {
    const [description, quote] = ['Pay within 30 days.', 'Pay within 45 days.'];
    expect(proposed(description, quote)).toHaveLength(1);
    const { source } = citation(quote);
    expect(proposed(description, quote, { source: { ...source, role: 'authority' } })).toEqual([]);
    expect(proposed(description, quote, { stance: 'qualifies' })).toEqual([]);
    expect(proposed(description, quote, { end: 200 })).toEqual([]);
  });

  it('for the number that a position refuses, while that of the preferred position is', () => {
    const [description, quote] = ['Pay within 30 days.', 'Pay within 45 days.'];
    expect(proposed(description, quote, {}, { preferred: 'Pay within 20 days.' })).toEqual([
      'Pay within 20 days.',
    ]);
    const position = { kind: 'never' as const, met: true, of: 0, text: description, tried: [] };
    expect(proposed(description, quote, {}, { position })).toEqual([]);
  });
});

it('the changes of a text are each made in their place, in whatever order the rules come', () => {
  const words = ['Pay within 45 days.', 'Reply within 9 days.', 'Stop within 5 days.'];
  const content = sourceText([words.join(' ')]);
  const changes = words.map((quote) => {
    const start = content.text.indexOf(quote);
    const becomes = `${quote.length}`;
    return {
      citation: citation(quote, { start, end: start + quote.length }),
      edits: [{ start: 0, end: 3, becomes }],
    };
  });
  const { bytes } = redlineText(content, changes.toReversed());
  expect(Buffer.from(bytes).toString().trim()).toBe(
    '19 within 45 days. 20ly within 9 days. 19p within 5 days.',
  );
});
