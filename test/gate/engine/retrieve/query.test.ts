import { describe, expect, it } from 'vitest';
import { neutralLanguage } from '../../../../engine/language/detect.ts';
import { english } from '../../../../engine/language/english.ts';
import { queryOf, titleWeight } from '../../../../engine/retrieve/query/query.ts';

const { stem } = english;
const query = (text: string) => queryOf(text, english, []);
const terms = (text: string) => query(text).terms.map(({ term }) => term);

describe('the query for a rule', () => {
  it('has each content word once, and words that only the title has with less weight', () => {
    const weights = query('Audit trail\nThe customer may audit and inspect the supplier.').terms.map(
      ({ term, weight }) => [term, weight],
    );
    expect(Object.fromEntries(weights)).toEqual({
      ...{ [stem('audit')]: 1, [stem('trail')]: titleWeight },
      ...{ [stem('customer')]: 1, [stem('inspect')]: 1, [stem('supplier')]: 1 },
    });
    expect(weights).toHaveLength(5);
  });

  it('has each number with the word after it', () => {
    expect(query('Notice of 90 days and 5 % or 3.').quantities).toEqual([
      ['90', stem('days')],
      ['5', 'percent'],
    ]);
  });

  it('has no words that only ask or instruct, if it is a question or long', () => {
    const asks = 'Describe the fees of the agent';
    expect(terms(`${asks}?`)).toEqual([stem('fees'), stem('agent')]);
    expect(terms(`${asks}.`)).toEqual([stem('describe'), stem('fees'), stem('agent')]);
    const names = Array.from({ length: 25 }, (_, at) => `hall${at}`).join(', ');
    expect(terms(`${asks} of ${names}.`)).not.toContain(stem('describe'));
  });

  it.each([
    ['The annual report must state the fees.', ['fees']],
    ['The number of employees must be stated.', ['employees']],
    ['How many employees work here?', ['employees', 'work']],
    ['The supplier must report losses to the board.', ['supplier', 'report', 'losses', 'board']],
    ['The contract must state that.', ['contract', 'state']],
  ])('has the words of what is stated, and not that it is stated: “%s”', (text, words) => {
    expect(terms(text)).toEqual(words.map(stem));
  });

  it('has words in place of those that the sources do not have, in English only', () => {
    const [royalty] = query('The royalty is paid.').terms;
    expect(royalty?.substitutes).toEqual(expect.arrayContaining([stem('commission'), stem('revenue')]));
    const neutral = queryOf('The royalty is paid.', neutralLanguage('de'), []).terms;
    expect(neutral.flatMap(({ substitutes }) => substitutes)).toEqual([]);
  });

  it('has the other name of a thing for each word of its name, if the whole name is in the rule', () => {
    const names = [
      { terms: [stem('multi'), stem('factor')], means: ['mfa'] },
      { terms: [stem('factor'), stem('loading')], means: ['fl'] },
    ];
    const found = queryOf('The multi factor login is on.', english, names).terms;
    expect(found.map(({ alternatives }) => alternatives)).toEqual([
      [[stem('multi')], ['mfa']],
      [[stem('factor')], ['mfa']],
      [[stem('login')]],
    ]);
  });

  it('has the wordings of the longest name of a glossary that the rule contains', () => {
    const asset = { names: [[stem('asset'), stem('turnover')]], wordings: [['short']] };
    const fixed = {
      names: [[stem('fixed'), stem('asset'), stem('turnover')]],
      wordings: [['plant', 'sale'], ['long']],
    };
    const related = (text: string) => queryOf(text, english, [], [asset, fixed]).related;
    expect(related('Fixed asset turnover grows.')).toEqual([
      ...[['plant'], ['sale'], ['long']],
      ...[fixed.names[0], ['plant', 'sale']],
    ]);
    expect(related('The asset turnover grows.')).toEqual([['short'], asset.names[0]]);
    expect(related('The turnover of the asset grows.')).toEqual([]);
  });
});
