import { describe, expect, it } from 'vitest';
import { locateQuote } from '../../../../engine/cite/locate-quote.ts';
import { quoteText } from '../../../../engine/cite/quote-text.ts';
import { pagePassage, source } from '../../../support/sources.ts';
import { mutations } from './support/mutations.ts';
import { ownPages } from './support/own-text.ts';
import { seeded, wordRun } from './support/random.ts';

const file = source(
  ownPages.map((text, index) => ({ text, header: 'Agreement and report', footer: `Page ${index + 1} of 5` })),
);
const random = seeded(20261121);
const spans = Array.from({ length: 300 }, (_, index) => {
  const page = (index % ownPages.length) + 1;
  const { start, end } = pagePassage(file, page);
  const quote = wordRun(quoteText(file.content, { start, end }).split(' '), random);
  return { page, quote: quote ?? '' };
});

describe('300 quotes from the test pages', () => {
  it('are found at their own places, with the words of the source', () => {
    for (const { page, quote } of spans) {
      const found = locateQuote(quote, pagePassage(file, page), [file]);
      expect(found && quoteText(file.content, found), quote).toBe(quote);
      expect(found?.match).toBe('exact');
      expect(found?.corrected).toBe(false);
    }
  });

  it.each(Object.entries(mutations))('are never accepted after this change: %s', (_, mutate) => {
    const mutated = spans.flatMap(({ page, quote }) => {
      const changed = mutate(quote, random);
      return changed === null ? [] : [{ page, changed }];
    });
    expect(mutated.length).toBeGreaterThan(100);
    const accepted = mutated.filter(({ page, changed }) =>
      locateQuote(changed, pagePassage(file, page), [file]),
    );
    expect(accepted).toEqual([]);
  });
});
