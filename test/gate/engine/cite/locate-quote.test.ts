import { describe, expect, it } from 'vitest';
import type { Located } from '../../../../engine/cite/locate-quote.ts';
import { locateQuote } from '../../../../engine/cite/locate-quote.ts';
import { locatorAt } from '../../../../engine/cite/locator-at.ts';
import { quoteText } from '../../../../engine/cite/quote-text.ts';
import { pagePassage, source } from '../../../support/sources.ts';

const duty = 'The Supplier shall keep all records for seven years.';
const filler = (page: number) => `Page ${page} speaks of other matters and of nothing that is asked.`;
const shown = (found: Located | null) => found && quoteText(found.source.content, found);
const pageOf = (found: Located | null) => found && locatorAt(found.source.content, found);

describe('the place of a quote', () => {
  const pages = [duty, filler(2), duty, filler(4), duty, filler(6), filler(7)];
  const file = source(pages);

  it.each([1, 3, 5])('is on the cited page if several pages contain the words (page %i)', (page) => {
    const found = locateQuote(duty, pagePassage(file, page), [file]);
    expect(pageOf(found)).toEqual({ kind: 'page', page });
    expect(found?.corrected).toBe(false);
  });

  it('is on the nearest page with the words if the cited page lacks them, and the result is marked as corrected', () => {
    const found = locateQuote(duty, pagePassage(file, 7), [file]);
    expect(pageOf(found)).toEqual({ kind: 'page', page: 5 });
    expect(found?.corrected).toBe(true);
  });

  it('is on the page of the cited passage, even if the words on another page are nearer', () => {
    const crowded = source([`${filler(1)} ${duty}`, `${filler(2)} ${filler(3)} ${filler(4)} ${duty}`]);
    const range = crowded.content.ranges[1];
    if (!range) throw new Error('two pages');
    const passage = { ...pagePassage(crowded, 2), end: range.start + 20 };
    expect(pageOf(locateQuote(duty, passage, [crowded]))).toEqual({ kind: 'page', page: 2 });
  });

  it('is in the first of the other files that contains the words if the cited file lacks them', () => {
    const silent = source([filler(1)], { name: 'a.pdf' });
    const [first, second] = [source(pages, { name: 'b.pdf' }), source(pages, { name: 'c.pdf' })];
    const found = locateQuote(duty, pagePassage(silent, 1), [silent, first, second]);
    expect(found).toMatchObject({ source: first, corrected: true });
  });

  it('is never in a source that was not given', () => {
    const knowledge = source([duty], { role: 'authority' });
    const other = source([filler(1)]);
    expect(locateQuote(duty, pagePassage(knowledge, 1), [other])).toBeNull();
  });
});

describe('the quote that is displayed', () => {
  it('has the words of the source, not those of the claim', () => {
    const file = source(['“Supplier” shall\nkeep   all records,\nfor seven years.']);
    const found = locateQuote('"supplier" shall keep all records for SEVEN years', null, [file]);
    expect(shown(found)).toBe('“Supplier” shall keep all records, for seven years');
    expect(found?.match).toBe('normalized');
  });

  it('has the hyphen of a line end, as PDFium marks it, and no space after it', () => {
    const file = source(['No third\ufffe\nparty may sign this agreement.']);
    expect(shown(locateQuote('No third-party may sign', null, [file]))).toBe('No third-party may sign');
  });

  it('includes the punctuation at its edges that the claim and the source share', () => {
    const file = source(['It is a net loss of $(619) in the last fiscal year (2019). More follows.']);
    expect(shown(locateQuote('a net loss of $(619) in the last fiscal year (2019).', null, [file]))).toBe(
      'a net loss of $(619) in the last fiscal year (2019).',
    );
  });

  it('can cross a page break, and omits the boilerplate there', () => {
    const file = source([
      { text: 'Nothing here.\nThe Supplier shall keep all confi-', footer: 'Page 1 of 9' },
      { text: 'dential records for seven years.', header: 'Master Agreement' },
    ]);
    const found = locateQuote('The Supplier shall keep all confidential records for seven years.', null, [
      file,
    ]);
    expect(pageOf(found)).toEqual({ kind: 'page', page: 1, endPage: 2 });
    expect(shown(found)).toBe('The Supplier shall keep all confi-dential records for seven years.');
  });

  it('is never boilerplate', () => {
    const file = source([{ text: duty, footer: 'Confidential draft of the master agreement, page 1' }]);
    expect(locateQuote('Confidential draft of the master agreement, page 1', null, [file])).toBeNull();
  });
});

describe('short quotes', () => {
  const file = source([
    'Termination: written notice of 30 days. It is up to us.',
    'Renewal: written notice of 30 days and in writing. It is up to us.',
  ]);

  it.each(['written notice of', 'It is up to us'])(
    'are refused if they occur more than once: %s',
    (words) => {
      expect(locateQuote(words, pagePassage(file, 1), [file])).toBeNull();
    },
  );

  it('are accepted if they occur only once', () => {
    expect(shown(locateQuote('in writing', pagePassage(file, 1), [file]))).toBe('in writing');
  });

  it('are accepted from the cited passage if they contain a number', () => {
    expect(pageOf(locateQuote('30 days', pagePassage(file, 2), [file]))).toEqual({ kind: 'page', page: 2 });
  });

  it('are refused if they contain a number and occur only outside the cited passage, in several places', () => {
    const other = source([filler(1)], { name: 'other.pdf' });
    expect(locateQuote('30 days', pagePassage(other, 1), [other, file])).toBeNull();
  });

  it('do not include a long quote in a script without spaces, although that counts as one word', () => {
    const japanese = source(['供給者は全ての記録を七年間保存する。', '供給者は全ての記録を七年間保存する。']);
    const found = locateQuote('全ての記録を七年間保存する', pagePassage(japanese, 2), [japanese]);
    expect(pageOf(found)).toEqual({ kind: 'page', page: 2 });
  });
});

describe('approximate matching', () => {
  const words = 'The Supplier sha11 keep all rccords of the deliveries for 7 years and may not destroy them.';
  const claim = 'The Supplier shall keep all records of the deliveries for 7 years and may not destroy them.';
  const misread = words.replace('sha11', 'shall');

  it('finds recognised text with misread words, and marks the match as approximate', () => {
    const scan = source([{ text: misread, method: 'ocr', confidence: 90 }]);
    const found = locateQuote(claim, null, [scan]);
    expect(found?.match).toBe('approximate');
    expect(shown(found)).toBe(misread);
  });

  it('never applies to a text layer', () => {
    expect(locateQuote(claim, null, [source([misread])])).toBeNull();
  });

  it.each([
    ['a changed digit', claim.replace('7 years', '8 years')],
    ['a lost negation', claim.replace('may not', 'may')],
    ['an added negation', claim.replace('shall keep', 'shall not keep')],
    ['a different modal verb', claim.replace('shall', 'should')],
    ['a different small word', claim.replace('of the', 'or the')],
    ['another word for a small word', claim.replace('all', 'ill')],
    ['a different word', claim.replace('deliveries', 'complaints')],
    ['an invented tail', `${claim} The Customer pays for it in full.`],
    [
      'too many misread words',
      claim.replace('Supplier', 'Suqqlier').replace('deliveries', 'delivcries').replace('destroy', 'dcstroy'),
    ],
  ])('refuses a quote with %s', (_, wrong) => {
    const scan = source([{ text: misread, method: 'transcript' }]);
    expect(locateQuote(wrong, null, [scan])).toBeNull();
  });

  it('is not used if there is a strict match elsewhere', () => {
    const scan = source([
      { text: misread, method: 'ocr' },
      { text: claim, method: 'ocr' },
    ]);
    const found = locateQuote(claim, pagePassage(scan, 1), [scan]);
    expect(found).toMatchObject({ match: 'exact', corrected: true });
  });
});
