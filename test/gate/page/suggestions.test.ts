import { describe, expect, it } from 'vitest';
import {
  acceptedRules,
  changedWords,
  documentOf,
  type Suggestion,
  withAnswer,
} from '../../../dashboard/run/redline/suggestions.ts';

/** What the page shows of a change: [-struck out-] and {+inserted+}. */
const shown = (text: string, becomes: string) =>
  changedWords(text, becomes)
    .map(({ kind, text: words }) =>
      kind === 'same' ? words : kind === 'out' ? `[-${words}-]` : `{+${words}+}`,
    )
    .join('');

describe('the words of a suggested change', () => {
  it.each([
    ['Pay within forty-five (45) days.', 'Pay within [-forty-five-]{+thirty+} ([-45-]{+30+}) days.'],
    ['The fee is 250.000,50 EUR.', 'The fee is [-250.000,50-]{+100.000+} EUR.'],
    ['Within 5 days of 5 days.', 'Within [-5-]{+3+} days of 5 days.'],
    ['The notice is 12 hours.', 'The notice is [-12 hours-]{+2 days+}.'],
    ['Reply as soon as possible.', 'Reply [-as soon as possible-]{+within 24 hours+}.'],
    ['Nothing.', 'Nothing.{+\nA new paragraph.+}'],
  ])('show of %j only what changes: %j', (text, expected) => {
    const becomes = expected.replace(/\[-.*?-\]/g, '').replace(/\{\+(.*?)\+\}/gs, '$1');
    expect(shown(text, becomes)).toBe(expected);
  });

  it('give the text before and the text after, however much changes', () => {
    const words = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => `w${(at * 7 + from) % 13}`).join(' ');
    for (const [text, becomes] of [
      [words(1, 40), words(3, 60)],
      [words(1, 2_100), words(2, 2_100)],
      ['', 'All new.'],
      ['All gone.', ''],
    ] as const) {
      const parts = changedWords(text, becomes);
      const without = (gone: string) => parts.filter(({ kind }) => kind !== gone).map((part) => part.text);
      expect([without('in').join(''), without('out').join('')]).toEqual([text, becomes]);
    }
  });
});

describe('the Word file that can be downloaded', () => {
  const suggestion = (key: string, offered = true): Suggestion => ({
    ...{ findingId: key, rule: { key, name: key }, changes: [], offered },
    ...{ withheld: offered ? null : 'why', before: { outcome: 'violated', label: 'CONFIRMED' }, after: null },
  });
  const answer = (url: string, ...findings: Suggestion[]) => ({
    document: { name: 'a.docx', url },
    findings,
  });
  const first = withAnswer(
    undefined,
    answer('all', suggestion('a'), suggestion('b'), suggestion('c', false)),
  );

  it('has exactly the accepted changes, and was checked with them', () => {
    expect([acceptedRules(first), documentOf(first)?.url]).toEqual([['a', 'b'], 'all']);
    const one = { ...first, rejected: ['a'] };
    expect([acceptedRules(one), documentOf(one)]).toEqual([['b'], undefined]);
    const again = withAnswer(one, answer('only b', suggestion('b')));
    expect([acceptedRules(again), documentOf(again)?.url]).toEqual([['b'], 'only b']);
    expect(documentOf({ ...again, rejected: [] })?.url).toBe('all');
    expect(documentOf({ ...again, rejected: ['a', 'b'] })).toBeUndefined();
  });

  it('lacks a change that is not offered any more without the rejected ones, and the page says so', () => {
    const again = withAnswer({ ...first, rejected: ['a'] }, answer('none', suggestion('b', false)));
    expect(again.findings.map(({ offered }) => offered)).toEqual([true, false, false]);
    expect([acceptedRules(again), documentOf(again)?.url]).toEqual([[], 'none']);
  });
});
