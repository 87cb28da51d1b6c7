import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantitiesOf, saysSame } from '../../../../engine/label/quantities.ts';
import { english } from '../../../../engine/language/english.ts';
import { normalForm } from '../../../../engine/language/normal-form.ts';
import { isNegative, numberAt } from '../../../../engine/language/numbers.ts';
import { tokenize } from '../../../../engine/language/tokens.ts';

/** The first number of a text with its sign, and why it is not certain. */
function numberIn(text: string): { value: number; doubt: string | null } | null {
  const normal = normalForm(text);
  const tokens = tokenize(text, english);
  for (let at = 0; at < tokens.length; at += 1) {
    const number = numberAt(tokens, at, normal, english);
    if (number)
      return { value: isNegative(tokens, at, normal) ? -number.value : number.value, doubt: number.doubt };
  }
  return null;
}

describe('a number', () => {
  it.each([
    ['a fee of 12,500 dollars', 12_500],
    ['a fee of EUR 12.500,75', 12_500.75],
    ['a fee of EUR 12 500', 12_500],
    ['a fee of EUR 12\u00a0500\u00a0000', 12_500_000],
    ['a fee of 12\u202f500,75 EUR', 12_500.75],
    ['a fee of CHF 12’500.-', 12_500],
    ["a fee of CHF 12'500.50", 12_500.5],
    ['a fee of INR 12,50,000', 1_250_000],
    ['a rate of .75% a month', 0.75],
    ['a rate of 0,75 % a month', 0.75],
    ['a rate of 0,125 % a month', 0.125],
    ['a rate of ¾% a month', 0.75],
    ['a term of 7½ years', 7.5],
    ['a term of 7¹⁄₂ years', 7.5],
    ['a term of 7 1/2 years', 7.5],
    ['a term of seven and a half years', 7.5],
    ['a term of seventy-two (72) months', 72],
    ['a term of 72¹ months', 72],
    ['a term of 72³ months', 72],
    ['a mass of 4.5 × 10³ tonnes', 4_500],
    ['a temperature of −18 °C', -18],
    ['a temperature of – 18 °C', 18],
    ['a temperature of –18 °C', -18],
    ['a temperature of minus eighteen degrees', -18],
    ['a refund of -€250', -250],
    ['between 5-10 days', 5],
    ['a cap of USD 750k', 750_000],
    ['a cap of EUR 3m', 3_000_000],
    ['a hose of 3m', 3],
    ['a cap of EUR 2.5bn', 2_500_000_000],
    ['a cap of 2,5 Mio. EUR', 2_500_000],
    ['a cap of INR 15 lakh', 1_500_000],
    ['a cap of INR 3 crore', 30_000_000],
    ['three dozen samples', 36],
    ['a hundred samples', 100],
    ['three million two hundred thousand euros', 3_200_000],
    ['one million euros (EUR 1,000,000)', 1_000_000],
  ])('is read as written: %s', (text, value) => {
    expect(numberIn(text)).toEqual({ value, doubt: null });
  });

  it.each([
    ['seventy (90) days', 'contradiction'],
    ['2 million euros (two hundred thousand euros)', 'contradiction'],
    ['a term of [45] days', 'draft'],
    ['a fee of [EUR 4,500]', 'draft'],
    ['at least 10³ samples', 'ambiguous'],
    ['at least 4.500 samples', 'ambiguous'],
    ['at least 4 500 samples', 'ambiguous'],
    ['1/4 of them', 'ambiguous'],
  ])('is in doubt: %s', (text, doubt) => {
    expect(numberIn(text)?.doubt).toBe(doubt);
  });

  it.each(['the rows 12 345 678', 'version 1.2.3'])('is not made of others: %s', (text) => {
    expect([12, null]).toContain(numberIn(text)?.value ?? null);
  });
});

it('numbers that another program writes are read as the same number, or are in doubt', () => {
  const cents = fc.oneof(...[1e3, 1e5, 1e7, 1e9, 1e11].map((max) => fc.integer({ min: 1, max })));
  const locales = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'it', 'sv', 'pt-BR');
  fc.assert(
    fc.property(cents, locales, (amount, locale) => {
      const value = amount / 100;
      const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(value);
      expect(numberIn(`a fee of ${money} a month`), `${money} of ${locale}`).toEqual({ value, doubt: null });
      const plain = new Intl.NumberFormat(locale).format(value);
      const read = numberIn(`a mass of ${plain} grams`);
      if (read?.doubt === null) expect(read.value, `${plain} of ${locale}`).toBe(value);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['EUR 4,500', 'EUR 4 500', true],
  ['EUR 4,500', 'USD 4,500', false],
  ['US$4,500', 'A$4,500', false],
  ['-5 %', '5 %', false],
  ['0.5%', '½%', true],
  ['5%', '.5%', false],
  ['30 days', 'thirty (30) days', true],
  ['30 days', 'thirty (60) days', false],
  ['60 days', 'thirty (60) days', false],
  ['301 days', '30¹ days', false],
  ['30 days', '30¹ days', true],
  ['30 days', '[30] days', false],
])('“%s” is in a quote with “%s”: %s', (stated, quoted, same) => {
  const [one] = quantitiesOf(stated);
  expect(one && quantitiesOf(quoted).some((other) => saysSame(one, other))).toBe(same);
});
