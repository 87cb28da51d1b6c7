import { expect, it } from 'vitest';
import { namedPlaces, nearestPlaces } from '../../../../engine/redline/places.ts';
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
];
const content = sourceText([paragraphs.join('\n\n')]);
const cited = (words: string) =>
  citation(words, { start: content.text.indexOf(words), end: content.text.indexOf(words) + words.length });
const quotes = ({ quotes, reason }: ReturnType<typeof nearestPlaces>) =>
  reason ?? quotes.map(({ quote }) => quote);

const { source } = citation('');

it.each([
  ['The Customer pays each', ['The Customer pays each invoice within 30 days.']],
  ['Insurance', ['(b) its premises.']],
  ['its staff', ['(b) its premises.']],
])('the place near “%s” divides no heading and no list', (words, expected) => {
  const found = nearestPlaces(content, source, [cited(words), cited('may see'), cited(words)]);
  expect(quotes(found)).toEqual([...expected, '2.1 The Customer may see the policy.']);
  const [{ start = 0, end = 0, locator } = {}] = found.quotes;
  expect([content.text.slice(start, end), locator?.kind]).toEqual([expected[0], 'page']);
});

const choose = 'name the clause, or words of the paragraph, after which the wording is to be inserted';

it.each([
  ['2', ['2.1 The Customer may see the policy.']],
  ['clause 2.1', ['2.1 The Customer may see the policy.']],
  ['2(a)', ['(a) its staff, and']],
  ['Insurance', ['2.1 The Customer may see the policy.']],
  ['INVOICE within 30', ['The Customer pays each invoice within 30 days.']],
  ['The Customer', `several paragraphs have “The Customer”: ${choose}`],
  ['7', `no paragraph has “7”: ${choose}`],
  ['escrow', `no paragraph has “escrow”: ${choose}`],
])('a person names the place by “%s”', (name, expected) => {
  expect(quotes(namedPlaces(content, source, name))).toEqual(expected);
});
