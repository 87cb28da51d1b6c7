import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../engine/chunk/sentences.ts';

const sentences = (text: string): string[] =>
  splitSentences(text).map(({ start, end }) => text.slice(start, end).trim());

describe('splitting a text into sentences', () => {
  it('loses nothing, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\n', '\n\n', '. ', 'Sec. 5.1 ', '(a) ', '; and (b) ', ':\n', 'e.g. ', '• ', '。', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const found = splitSentences(text);
        expect(found.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      }),
    );
  });

  it.each([
    [
      'abbreviations',
      'Pay Acme Inc. by cheque, e.g. in U.S. dollars. See Sec. 5.1 and No. 7. Then stop.',
      ['Pay Acme Inc. by cheque, e.g. in U.S. dollars.', 'See Sec. 5.1 and No. 7.', 'Then stop.'],
    ],
    [
      'a company that ends a sentence',
      'It is sold by Acme Inc. The buyer pays.',
      ['It is sold by Acme Inc.', 'The buyer pays.'],
    ],
    [
      'initials',
      'Signed by J. R. Smith. Witnessed by M. Jones.',
      ['Signed by J. R. Smith.', 'Witnessed by M. Jones.'],
    ],
    [
      'decimals',
      'The rate is 2.5 percent. It rises to 3.25 percent.',
      ['The rate is 2.5 percent.', 'It rises to 3.25 percent.'],
    ],
    [
      'a section number at the end of a sentence, broken over a line',
      'It is described in Section\n5.1.1. The salt is long.',
      ['It is described in Section\n5.1.1.', 'The salt is long.'],
    ],
    [
      'a number at the end',
      'Limit attempts to no more than 100. Lock it then.',
      ['Limit attempts to no more than 100.', 'Lock it then.'],
    ],
    ['quotation marks', 'He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['other scripts', '契約は有効です。期間は一年です。', ['契約は有効です。', '期間は一年です。']],
  ])('knows %s', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('goes on over the end of a line', () => {
    const text =
      'The supplier shall keep records of all the services that it gives to the customer, and shall\nshow them. NOTE: A word may stand first and\nBe capital there when the line before it was full, as this one is, to the very last column\nSHOULD not end it.';
    expect(sentences(text)[0]).toBe(
      'The supplier shall keep records of all the services that it gives to the customer, and shall\nshow them.',
    );
    expect(sentences(text)[1]).toContain('NOTE: A word may stand first and\nBe capital');
  });

  it('takes a heading on a line of its own for itself', () => {
    const text =
      'The parties agree on this, and on all that follows from it, for the whole of the term below.\nTerm and termination\nThe term is a year and it is renewed each year for one more year unless a party says no to it.';
    expect(sentences(text)).toContain('Term and termination');
  });

  it('gives list items their lead-in, over lines and within one', () => {
    const lines =
      'The supplier shall:\n(a) keep records;\n(b) show them; and\n(c) destroy them.\nIt may copy them.';
    const found = splitSentences(lines);
    expect(found.map(({ leadIn }) => leadIn)).toEqual([undefined, 0, 0, 0, undefined]);
    const inline =
      'The supplier shall (a) keep records, (b) show them and (c) destroy them. It may copy them.';
    expect(sentences(inline)).toEqual([
      'The supplier shall',
      '(a) keep records,',
      '(b) show them and',
      '(c) destroy them.',
      'It may copy them.',
    ]);
    expect(splitSentences(inline).map(({ leadIn }) => leadIn)).toEqual([undefined, 0, 0, 0, undefined]);
  });

  it('takes references to items for no items', () => {
    const text = 'The duties in clauses (a) and (b) above, and in Section 3 (c), end after one (1) year.';
    expect(sentences(text)).toEqual([text]);
  });
});
