import { describe, expect, it } from 'vitest';
import { denialOf, statementGaps } from '../../../../engine/label/statement-gaps.ts';

const gaps = (statement: string, quote: string, text = quote) =>
  statementGaps(statement, { quotes: [quote], fileNames: ['Acme NDA 2024.pdf'], texts: [text] }).map(
    (gap) => `${gap.kind} ${gap.text}`,
  );

describe('what a statement says beyond its quotes is reported,', () => {
  it.each([
    ['another number', 'The period is 45 days.', 'a period of 30 days', ['number 45 days']],
    ['another unit', 'The period is 30 days.', 'a period of 30 months', ['number 30 days']],
    ['another currency', 'The fee is $500.', 'the fee is €500', ['number $500']],
    ['a per cent for a number', 'It rose by 12%.', 'it rose by 12 units', ['number 12%']],
    ['another magnitude', 'It cost 5 million dollars.', 'it cost 5 dollars', ['number 5 million dollars']],
    ['another share in words', 'It rose by 3 per cent.', 'it rose by 3 units', ['number 3 per cent']],
    ['another sign', 'The margin was -5%.', 'the margin was 5%', ['number 5%']],
    [
      'a number in words',
      'There are twelve months of notice.',
      'eleven months of notice',
      ['number twelve months'],
    ],
    ['another date', 'It ends on 12 March 2024.', 'it ends on March 13, 2024', ['date 12 March 2024']],
    [
      'a day where only the month is given',
      'It ends on 12 March 2024.',
      'it ends in March 2024',
      ['date 12 March 2024'],
    ],
    ['a unit that the quote lacks', 'The period is 30 days.', 'the period of clause 30', ['number 30 days']],
    ['another party', 'The Customer shall pay.', 'the Supplier shall pay', ['party Customer']],
    ['a party at the beginning', 'Beta may terminate.', 'Acme may terminate', ['party Beta']],
    ['a code', 'The service meets AAL3.', 'the service meets AAL2', ['party AAL3']],
    [
      'another unit in German',
      'die frist beträgt 72 stunden',
      'eine frist von 72 tagen',
      ['number 72 stunden'],
    ],
    [
      'an opposite limit',
      'It is due no later than 5 days after.',
      'no earlier than 5 days after',
      ['negation no'],
    ],
    ['an added negation', 'The data may not be shared.', 'the data may be shared', ['negation not']],
    ['a contracted negation', "It doesn't apply.", 'it applies', ["negation doesn't"]],
  ])('such as %s', (_, statement, quote, expected) => {
    expect(gaps(statement, quote)).toEqual(expected);
  });
});

describe('a statement is accepted although it differs from its quotes', () => {
  it.each([
    ['digits for words', 'The period is 30 days.', 'a period of thirty (30) days'],
    ['words for digits', 'The period is thirty days.', 'a period of 30 days'],
    ['words with two scales', 'The cap is 250,000 euros.', 'capped at two hundred and fifty thousand euros'],
    ['per cent as two words', 'It is 12%.', 'a rate of 12 per cent'],
    ['thousands with a comma', 'The cap is 1200 euros.', 'capped at €1,200'],
    ['per cent in words', 'It is 12 percent.', 'a rate of 12%'],
    ['a date in another form', 'It ends on 2024-03-12.', 'ending on the 12th day of March, 2024'],
    ['a numeric date', 'It ends on 12 March 2024.', 'ending 12/03/2024'],
    ['the month of a full date', 'It ends in March 2024.', 'ending 12 March 2024'],
    ['another word order', 'Data is destroyed by the Supplier.', 'The Supplier shall destroy all data'],
    ['a denial in other words', 'Data may not be shared.', 'No data shall be shared'],
    ['a limit in other words', 'The price is no more than 50 EUR.', 'a price of exactly 50 EUR'],
    ['a limit at a distance', 'It is in no event later than 5 days.', 'it is 5 days'],
    ['a limit by a verb', 'The price must not exceed 50 EUR.', 'a price of up to 50 EUR'],
    ['a limit in German', 'die haftung ist nicht unter 1.000 euro begrenzt', 'auf 1.000 euro begrenzt'],
    ['a unit in another language', 'The notice is 3 months.', 'eine Frist von 3 Monaten'],
    ['its source by name', 'Acme NDA 2024.pdf has a period of 30 days.', 'a period of 30 days'],
    ['a common word at its beginning', 'Payments follow within 30 days.', 'payment is due within 30 days'],
  ])('by %s', (_, statement, quote) => {
    expect(gaps(statement, quote)).toEqual([]);
  });

  it('by its first word, unless the source uses that word as a name', () => {
    const quote = 'shall be treated as secret';
    expect(gaps('Disclosure is forbidden by nobody.', quote, 'any disclosure is a breach')).not.toContain(
      'party Disclosure',
    );
    expect(gaps('Customer data is secret.', quote, 'data that the Customer gives')).toContain(
      'party Customer',
    );
  });
});

describe('a quote denies a statement', () => {
  it.each([
    ['The data must be kept in Denmark.', 'The data will not be kept in Denmark.', 'not'],
    ['The rent must be paid within 5 days.', 'The rent need in no case be paid within 5 days.', 'no'],
    ['The data must be kept in France.', 'The data shall not need to be kept in France only.', 'not'],
    ['The committee chose Edinburgh.', 'The Committee was unable to choose Edinburgh.', 'unable'],
  ])('if it has the words of “%s” and one denial', (statement, quote, word) => {
    expect(denialOf(statement, [quote])).toBe(word);
  });

  it.each([
    ['The data must not be sold.', 'The data will not be sold.'],
    ['The rent must be paid within 5 days.', 'The rent must be paid no later than 5 days after the first.'],
    ['The price is at most 50 EUR.', 'The price shall at no time be more than 50 EUR.'],
    ['The recipient may share data with staff.', 'The recipient shall not share data except with staff.'],
    ['The supplier must report incidents.', 'The supplier shall not fail to report incidents.'],
    [
      'The consultant must keep the client’s data secret.',
      'The consultant shall not disclose the client’s data.',
    ],
    ['The use of data survives the contract.', 'The non-use of data survives the contract.'],
  ])('but “%s” is not denied by “%s”', (statement, quote) => {
    expect(denialOf(statement, [quote])).toBeNull();
  });
});
