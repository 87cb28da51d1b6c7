import { expect, it } from 'vitest';
import { namedPlaces, namesUnknownTo, nearestPlaces } from '../../../../engine/redline/places.ts';
import { citation } from '../../../support/findings.ts';
import { sourceText } from '../../../support/sources.ts';

const paragraphs = [
  '1. Payment',
  'The Customer pays each invoice within 30 days.',
  '2. Insurance',
  'The Supplier insures:',
  '(a) its staff, and',
  '(b) its premises.',
  '2.1 The Customer may see the policy.',
  '3. Law',
  'The law of England applies.',
  '4. Goods',
  '(a) The staff of the Supplier brings the goods.',
  '(b) The Customer inspects the goods.',
  '5. Source code and its escrow',
  '6. The price of all of the goods',
  '• fees',
  '• expenses',
  '7. Signatures of all parties',
  'Each party signs this agreement.',
  'Module | Fee\nCore | EUR 9',
  '8. Courts',
  '8.1 The courts of York decide.',
  'Signed for the Supplier: ____',
  'Annex',
  'It has no clauses.',
];
// The text of a Word file has no empty line after a table.
const text = paragraphs.join('\n\n').replace('EUR 9\n', 'EUR 9');
const headings = [...text.matchAll(/^(?:\d\. .+|Annex)$/gm)].map(({ 0: words, index }) => ({
  ...{ start: index, end: index + words.length, level: 1, text: words },
}));
const content = { ...sourceText([text]), headings };
const cited = (words: string) =>
  citation(words, { start: content.text.indexOf(words), end: content.text.indexOf(words) + words.length });
const quotes = ({ quotes, reason }: ReturnType<typeof nearestPlaces>) =>
  reason ?? quotes.map(({ quote }) => quote);

const { source } = citation('');

it.each([
  ['The Customer pays each', ['The Customer pays each invoice within 30 days.']],
  ['Insurance', ['(b) its premises.']],
  ['its staff', ['(b) its premises.']],
  ['goods.', ['(b) The Customer inspects the goods.']],
  ['5. Source', ['5. Source code and its escrow']],
  ['6. The price', ['• expenses']],
])('the place near “%s” divides no list, and is under the same heading', (words, expected) => {
  const found = nearestPlaces(content, source, [cited(words), cited('may see'), cited(words)]);
  expect(quotes(found)).toEqual([...expected, '2.1 The Customer may see the policy.']);
  const [{ start = 0, end = 0, locator } = {}] = found.quotes;
  expect([content.text.slice(start, end), locator?.kind]).toEqual([expected[0], 'page']);
});

it('the place in a text without blank lines is before the next number, and of a long paragraph the end is quoted', () => {
  const long = `5.2 Fees are due ${'on the first day '.repeat(40)}of a month.`;
  const lines = [
    '5.1 The Customer pays',
    'within 30 days.',
    long,
    '6. Law',
    'The law of',
    '3 States of the Union applies.',
  ];
  const pdf = sourceText([lines.join('\n')]);
  const near = (words: string) => {
    const start = pdf.text.indexOf(words);
    return quotes(nearestPlaces(pdf, source, [citation(words, { start, end: start + words.length })]));
  };
  expect(near('within 30')).toEqual(['5.1 The Customer pays within 30 days.']);
  expect(near('Fees are due')).toEqual([expect.stringMatching(/^\w.{350,400} of a month\.$/)]);
  expect(near('The law of')).toEqual([expect.stringMatching(/3 States of the Union applies\.$/)]);
});

it('the names of a new clause that the document does not have are named', () => {
  const clause =
    'The Provider tells the Customer. Either party informs the Data Officer.\nNotice is given to the Provider.';
  expect(namesUnknownTo(content)(clause)).toEqual(['Provider', 'Data Officer']);
});

const choose = 'name the clause, or words of the paragraph, after which the wording is to be inserted';

it.each([
  ['2', ['2.1 The Customer may see the policy.']],
  ['clause 2.1', ['2.1 The Customer may see the policy.']],
  ['2(a)', ['(a) its staff, and']],
  ['7', ['Module | Fee Core | EUR 9']],
  ['8.1', ['8.1 The courts of York decide.']],
  ['Annex', ['It has no clauses.']],
  ['Insurance', ['2.1 The Customer may see the policy.']],
  ['INVOICE within 30', ['The Customer pays each invoice within 30 days.']],
  ['The Customer', `several paragraphs have “The Customer”: ${choose}`],
  ['12', `no paragraph has “12”: ${choose}`],
  ['exclusivity', `no paragraph has “exclusivity”: ${choose}`],
])('a person names the place by “%s”', (name, expected) => {
  expect(quotes(namedPlaces(content, source, name))).toEqual(expected);
});
