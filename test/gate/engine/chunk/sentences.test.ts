import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestSentence, splitSentences } from '../../../../engine/chunk/sentences.ts';

const sentences = (text: string): string[] =>
  [...splitSentences(text)].map(({ start, end }) => text.slice(start, end).trim());

describe('splitting a text into sentences', () => {
  it('loses no characters of any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('\n', '\n\n', '. ', 'Sec. 5.1 ', '(a) ', '; and (b) ', ':\n', 'e.g. ', '• ', '。', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const found = [...splitSentences(text)];
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
      'German ordinal numbers',
      'Ziffer 3.1 endet am 1. Januar 2026. Das Entgelt ist am 5. Werktag fällig. Es beträgt 20. Danach gilt Verzug.',
      [
        'Ziffer 3.1 endet am 1. Januar 2026.',
        'Das Entgelt ist am 5. Werktag fällig.',
        'Es beträgt 20.',
        'Danach gilt Verzug.',
      ],
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
      'a section number that is divided by a line break',
      'It is described in Section\n5.1.1. The salt is long.',
      ['It is described in Section\n5.1.1.', 'The salt is long.'],
    ],
    [
      'a number at the end of a sentence',
      'Limit attempts to no more than 100. Lock it then.',
      ['Limit attempts to no more than 100.', 'Lock it then.'],
    ],
    ['quotation marks', 'He said "stop." Then he left.', ['He said "stop."', 'Then he left.']],
    ['other scripts', '契約は有効です。期間は一年です。', ['契約は有効です。', '期間は一年です。']],
  ])('recognises the ends of sentences in a text with %s', (_, text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('continues a sentence on the next line', () => {
    const text =
      'The supplier shall keep records of all the services that it gives to the customer, and shall\nshow them. NOTE: A word may stand first and\nBe capital there when the line before it was full, as this one is, to the very last column\nSHOULD not end it.';
    expect(sentences(text)[0]).toBe(
      'The supplier shall keep records of all the services that it gives to the customer, and shall\nshow them.',
    );
    expect(sentences(text)[1]).toContain('NOTE: A word may stand first and\nBe capital');
  });

  it('treats a heading on its own line as a sentence', () => {
    const text =
      'The parties agree on this, and on all that follows from it, for the whole of the term below.\nTerm and termination\nThe term is a year and it is renewed each year for one more year unless a party says no to it.';
    expect(sentences(text)).toContain('Term and termination');
  });

  it('adds the lead-in of a list to each item, whether the items are on one line or on several', () => {
    const lines =
      'The supplier shall:\n(a) keep records;\n(b) show them; and\n(c) destroy them.\nIt may copy them.';
    const leadIns = (text: string) =>
      [...splitSentences(text)].map(({ leadIn }) => leadIn && text.slice(leadIn.start, leadIn.end).trim());
    const first = 'The supplier shall:';
    expect(leadIns(lines)).toEqual([undefined, first, first, first, undefined]);
    const inline =
      'The supplier shall (a) keep records, (b) show them and (c) destroy them. It may copy them.';
    expect(sentences(inline)).toEqual([
      'The supplier shall',
      '(a) keep records,',
      '(b) show them and',
      '(c) destroy them.',
      'It may copy them.',
    ]);
    const introduction = 'The supplier shall';
    expect(leadIns(inline)).toEqual([undefined, introduction, introduction, introduction, undefined]);
  });

  it('ends a list at the next clause, and continues the outer list after an inner one', () => {
    const own = [
      ['2.1 The supplier shall for each vehicle:', undefined],
      ['(a) keep the following records:', 0],
      ['(i) a ledger;', 1],
      ['(ii) a log;', 1],
      ['(b) pay each invoice.', 0],
      ['2.2 The buyer may inspect.', undefined],
      ['2.3 The supplier warrants to the buyer and its customers that every vehicle will', undefined],
      ['(i) conform to the specification; and', 6],
      ['(ii) have no defects for three years.', 6],
      ['2.4 Nothing else is warranted.', undefined],
      ['2.5 Warranty period', undefined],
      ['(a) It begins on delivery.', undefined],
    ] as const;
    const text = own.map(([line]) => line).join('\n');
    const found = [...splitSentences(text)].map(({ start, end, leadIn }) => [
      text.slice(start, end).trim(),
      leadIn && own.findIndex(([line]) => line === text.slice(leadIn.start, leadIn.end).trim()),
    ]);
    expect(found).toEqual(own);
    const inline = '4.2 The agent shall (a) keep records, and (b) show them.';
    expect([...splitSentences(inline)].map(({ leadIn }) => leadIn?.start)).toEqual([undefined, 0, 0]);
  });

  it('does not treat references to list items as items', () => {
    const text = 'The duties in clauses (a) and (b) above, and in Section 3 (c), end after one (1) year.';
    expect(sentences(text)).toEqual([text]);
  });

  it('leaves no sentence longer than the limit and loses no text, whatever the characters', () => {
    const long = fc.constantFrom('word ', 'a, ', 'ab', '7', '(', '供', '😀', 'e\u0301', ' ', '\t', '.', '-');
    const runs = fc.array(fc.tuple(long, fc.integer({ min: 1, max: 2 * longestSentence })), { maxLength: 4 });
    fc.assert(
      fc.property(runs, (made) => {
        const text = made.map(([piece, times]) => piece.repeat(times)).join('');
        const found = [...splitSentences(text)].map(({ start, end }) => text.slice(start, end));
        expect(found.join('')).toBe(text);
        expect(Math.max(0, ...found.map((one) => one.trim().length))).toBeLessThanOrEqual(longestSentence);
      }),
      { numRuns: 60 },
    );
  });

  it('cuts a sentence that exceeds the limit, after a clause if possible or otherwise after a word, and marks the pieces', () => {
    const clauses = `The supplier shall keep ${'the records of each year, '.repeat(150)}and show them.`;
    const found = [...splitSentences(clauses)];
    expect(found.length).toBeGreaterThan(1);
    expect(found.every(({ fragment }) => fragment)).toBe(true);
    for (const { end } of found.slice(0, -1)) expect(clauses.slice(0, end)).toMatch(/year, $/);
    const words = `The supplier shall keep ${'records and invoices and '.repeat(150)}show them.`;
    for (const { end } of [...splitSentences(words)].slice(0, -1))
      expect(words.slice(0, end)).toMatch(/[a-z] $/);
    const whole = [...splitSentences(`The supplier shall keep ${'records, '.repeat(200)}and show them.`)];
    expect(whole).toEqual([{ start: 0, end: 1838 }]);
  });

  it.each(['1234567890', 'abcdefghij', ',123'])(
    'still separates the words that follow one very long word of %s',
    (run) => {
      const words = 'The supplier keeps records.';
      const text = `7${run.repeat(longestSentence)} ${words}`;
      const found = [...splitSentences(text)].map(({ start, end }) => text.slice(start, end));
      expect(found.join('')).toBe(text);
      expect(found.at(-1)).toBe(words);
    },
  );

  it('never cuts between a character and its accents, nor within a surrogate pair', () => {
    for (const piece of ['e\u0301', '😀', '👩‍👩‍👧']) {
      const text = `x${piece.repeat(longestSentence)}`;
      const found = [...splitSentences(text)].map(({ start, end }) => text.slice(start, end));
      expect(found.length).toBeGreaterThan(1);
      for (const one of found) expect(one.replace(/^x/, '').replaceAll(piece, '')).toBe('');
    }
  });

  it('marks list items as pieces if their lead-in was cut into pieces', () => {
    const [, , item] = [
      ...splitSentences(`${'The supplier shall keep '.repeat(150)}records:\n(a) of a year;`),
    ];
    expect(item).toMatchObject({ fragment: true });
  });
});
