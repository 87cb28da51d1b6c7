import { describe, expect, it } from 'vitest';
import { QuoteLocator } from '../../../../engine/cite/quote-locator.ts';
import { longestQuote } from '../../../../engine/cite/shortened.ts';
import { type Verified, verifyAnswer } from '../../../../engine/label/verify.ts';
import type { Answer } from '../../../../engine/model/answer.ts';
import type { Passage, Passages } from '../../../../engine/model/passage.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { pagePassage, source } from '../../../support/sources.ts';

function verify(answer: Answer, passages: Passages, sources: readonly Source[]): Verified {
  return verifyAnswer(answer, new QuoteLocator(passages, sources));
}

const agreement = source([
  'This page has the names of the parties and nothing else.',
  'The Supplier shall pay each invoice within 30 days after receipt.',
]);
const policy = source(['Suppliers must be paid within 45 days after receipt of the invoice.'], {
  role: 'authority',
  name: 'policy.pdf',
});
const sources = [policy, agreement];
const passages = (...list: Passage[]) => new Map(list.map((passage) => [passage.id, passage]));
const known = passages(
  pagePassage(agreement, 1, 'A1'),
  pagePassage(agreement, 2, 'A2'),
  pagePassage(policy, 1, 'K1'),
);
const duty = 'shall pay each invoice within 30 days after receipt';

function answer(change: Partial<Answer> = {}): Answer {
  return {
    quotes: [{ passage: 'A2', quote: duty, stance: 'supports' }],
    basis: [],
    statement: 'Invoices are paid within 30 days.',
    outcome: 'satisfied',
    support: 'entails',
    reasons: [],
    toSettle: [],
    values: [],
    nearest: [],
    ...change,
  };
}

describe('the quotes of an answer', () => {
  it('are located once, however often an answer is verified', () => {
    let lookUps = 0;
    const counted: Passages = {
      size: known.size,
      get(id) {
        lookUps += 1;
        return known.get(id);
      },
      values: () => known.values(),
    };
    const locator = new QuoteLocator(counted, sources);
    const first = verifyAnswer(answer(), locator);
    const lowered = verifyAnswer(answer({ support: 'partial' }), locator);
    expect(lowered.citations).toEqual(first.citations);
    expect(lookUps).toBe(1);
  });

  it('are cited at their places, in the words of the source', () => {
    const { citations, dropped, corrected } = verify(answer(), known, sources);
    expect(citations).toMatchObject([
      { quote: duty, locator: { kind: 'page', page: 2 }, stance: 'supports', match: 'exact', method: 'text' },
    ]);
    expect({ dropped, corrected }).toEqual({ dropped: 0, corrected: 0 });
  });

  it('are shortened verbatim to the words around those of the statement if they are too long', () => {
    const filler = (from: number) =>
      Array.from({ length: 400 }, (_, at) => `clause ${from + at} says nothing of it, `).join('');
    const long = source([`${filler(1000)}${duty}, ${filler(5000)}and so on.`]);
    const whole = pagePassage(long, 1, 'L1');
    const quotes = [{ passage: 'L1', quote: long.content.text, stance: 'supports' as const }];
    const found = verify(answer({ quotes }), passages(whole), [long]);
    const [{ quote = '', start = 0, end = 0 } = {}] = found.citations;
    expect(quote).toContain(duty);
    expect(quote.length).toBeLessThanOrEqual(longestQuote);
    expect(quote.length).toBeGreaterThan(longestQuote * 0.9);
    expect(long.content.text.slice(start, end)).toBe(quote);
    expect(quote).toMatch(/^\w+ .*\w,$/);
    expect(found.shortened).toBe(1);
  });

  it('are dropped and counted if no source contains them', () => {
    const invented = {
      passage: 'A2',
      quote: 'shall pay each invoice within 60 days',
      stance: 'supports' as const,
    };
    const { citations, dropped } = verify(answer({ quotes: [invented] }), known, sources);
    expect(citations).toEqual([]);
    expect(dropped).toBe(1);
  });

  it('have a wrong passage id corrected, even if no passage has that id', () => {
    for (const passage of ['A1', 'P999']) {
      const pointed = { passage, quote: duty, stance: 'supports' as const };
      const { citations, corrected } = verify(answer({ quotes: [pointed] }), known, sources);
      expect(citations).toMatchObject([{ locator: { page: 2 } }]);
      expect(corrected).toBe(1);
    }
  });

  it('are evidence if they are from an input file, and only the basis of the finding if they are from a knowledge file', () => {
    const fromPolicy = {
      passage: 'K1',
      quote: 'must be paid within 45 days after receipt of the invoice',
      stance: 'supports' as const,
    };
    const verified = verify(
      answer({ quotes: [fromPolicy], basis: [{ ...fromPolicy, passage: 'A2', quote: duty }] }),
      known,
      sources,
    );
    expect(verified.citations).toEqual([]);
    expect(verified.basis).toEqual([]);
    const asBasis = verify(answer({ quotes: [], basis: [fromPolicy] }), known, sources);
    expect(asBasis.basis).toMatchObject([{ source: { role: 'authority', name: 'policy.pdf' } }]);
  });

  it('are cited once, however often the answer contains them', () => {
    const quote = { passage: 'A2', quote: duty, stance: 'supports' as const };
    const shouted = { ...quote, quote: duty.toUpperCase() };
    expect(verify(answer({ quotes: [quote, shouted] }), known, sources).citations).toHaveLength(1);
  });

  it('are the only text that the statement is compared with, even if none of them was located', () => {
    expect(verify(answer({ quotes: [] }), known, sources).gaps).toEqual([]);
    const beyond = answer({ statement: 'Invoices are paid within 45 days.' });
    expect(verify(beyond, known, sources).gaps).toEqual([{ kind: 'number', text: '45 days' }]);
  });

  it('are not evidence if the answer calls them unrelated', () => {
    expect(verify(answer({ support: 'unrelated' }), known, sources).citations).toEqual([]);
  });
});

describe('a quote of recognised text', () => {
  const scanned = (confidence: number): [Source[], ReadonlyMap<string, Passage>] => {
    const scan = source([{ text: `The Supplier ${duty}.`, method: 'ocr', confidence }]);
    return [[scan], passages(pagePassage(scan, 1, 'A2'))];
  };

  it.each([
    [97, 1, false],
    [76, 1, true],
    [38, 0, false],
  ])('read with confidence %i has %i citations, and lowConfidence is %s', (confidence, count, doubted) => {
    const [files, pages] = scanned(confidence);
    const verified = verify(answer(), pages, files);
    expect(verified.citations).toHaveLength(count);
    expect(verified.lowConfidence).toBe(doubted);
  });

  it('is doubted if one of several quotes was read with low confidence', () => {
    const scan = source([
      { text: `The Supplier ${duty}.`, method: 'ocr', confidence: 97 },
      { text: 'The Customer may withhold no part of an invoice.', method: 'ocr', confidence: 76 },
    ]);
    const quotes = [
      { passage: 'A1', quote: duty, stance: 'supports' as const },
      { passage: 'A2', quote: 'may withhold no part of an invoice', stance: 'supports' as const },
    ];
    const pages = passages(pagePassage(scan, 1, 'A1'), pagePassage(scan, 2, 'A2'));
    const verified = verify(answer({ quotes }), pages, [scan]);
    expect(verified.citations).toHaveLength(2);
    expect(verified.lowConfidence).toBe(true);
  });
});

describe('a quote whose words were recognised with different confidence', () => {
  const [start, end] = ['shall pay each invoice', 'within 30 days after receipt'];
  const verifiedWith = (first: number, second: number) => {
    const scan = source([
      { text: `The Supplier ${start}`, method: 'ocr', confidence: first },
      { text: `${end}.`, method: 'ocr', confidence: second },
    ]);
    const whole = { ...pagePassage(scan, 1, 'A2'), end: scan.content.text.length };
    const quotes = [{ passage: 'A2', quote: `${start} ${end}`, stance: 'supports' as const }];
    return verify(answer({ quotes }), passages(whole), [scan]);
  };

  it.each([
    [97, 91, false],
    [97, 76, true],
    [76, 97, true],
    [97, 40, true],
  ])('(%i and %i) is cited, and doubted (%s) if any of them has little', (first, second, doubted) => {
    const { citations, lowConfidence } = verifiedWith(first, second);
    expect(citations).toHaveLength(1);
    expect(lowConfidence).toBe(doubted);
  });

  it('is not cited if the mean is too low, however well some of its words were recognised', () => {
    for (const [first, second] of [
      [97, 20],
      [20, 97],
    ] as const)
      expect(verifiedWith(first, second).citations).toEqual([]);
  });
});

describe('the values of an answer', () => {
  const value = { name: 'payment period', value: 30, unit: 'days', quotes: [0] };

  it('refer by index to the citations that contain them', () => {
    const dropped = {
      passage: 'A1',
      quote: 'words that stand in no file at all',
      stance: 'supports' as const,
    };
    const kept = { passage: 'A2', quote: duty, stance: 'supports' as const };
    const verified = verify(
      answer({ quotes: [dropped, kept], values: [{ ...value, quotes: [0, 1] }] }),
      known,
      sources,
    );
    expect(verified.values).toEqual([{ name: 'payment period', value: 30, unit: 'days', citations: [0] }]);
  });

  it.each([
    ['another number', { ...value, value: 45 }],
    ['another unit', { ...value, unit: 'months' }],
    ['words that the quote lacks', { ...value, value: 'sixty days' }],
    ['the index of a missing quote', { ...value, quotes: [4] }],
    ['no quote', { ...value, quotes: [] }],
  ])('are left out if they have %s', (_, wrong) => {
    expect(verify(answer({ values: [wrong] }), known, sources).values).toEqual([]);
  });
});
