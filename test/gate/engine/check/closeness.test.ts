import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const nothingAbout =
  'Words alone do not show which passage answers this rule. Read those shown first; the answer may also be elsewhere.';

describe('the first passage shown', () => {
  it.each([
    [
      'the act and its object near each other, before the same words far apart',
      'The supplier must deposit the source code with an escrow agent.',
      'The code of conduct names the source of each payment and every agent that the supplier engages.\n\nThe supplier shall deposit the source code with an escrow agent within ten days.',
      'The supplier shall deposit the source code',
    ],
    [
      'a clause about another country, because it is about the same subject',
      'The agreement must be governed by the laws of Germany.',
      'Visitors from Germany must comply with the laws on parking.\n\nThis agreement is governed by the laws of Norway.',
      'This agreement is governed by the laws of Norway.',
    ],
    [
      'a sentence, before its heading',
      'Neither party may solicit employees of the other party.',
      '12. No solicitation of employees\n\nNeither party shall solicit any employees of the other while the works last.',
      'Neither party shall solicit any employees',
    ],
  ])('is %s', async (_, rule, text, first) => {
    const answer = await ask(rule, text);
    expect(answer.quotes[0]?.quote).toContain(first);
    expect(answer.statement).not.toBe(nothingAbout);
  });
});

describe('a finding says that no passage is clearly about the rule', () => {
  it.each([
    [
      'if passages share only a common word with it',
      'Neither party may solicit employees of the other party.',
      'Each party informs its agents, employees and affiliates of the securities laws that apply to the project.',
    ],
    [
      'if passages have only other words for the act',
      'Neither party may solicit employees of the other party.',
      'The office gives training to the employees at the request of the manager.',
    ],
    [
      'if its words are far apart in a long sentence',
      'The insurance must cover fire.',
      `The insurance of the vehicles is a matter for the drivers, who ${'keep the papers, the keys, the lamps and the tools in good order, '.repeat(4)}and who must not light a fire.`,
    ],
    [
      'if only a heading has its words',
      'The warranty period must be at least 12 months after delivery.',
      'Warranty period and delivery\n\nThe annex has the details of this.',
    ],
  ])('%s', async (_, rule, text) => {
    const answer = await ask(rule, text);
    expect(answer.support).toBe('partial');
    expect(answer.statement).toBe(nothingAbout);
    expect(answer.quotes.length).toBeGreaterThan(0);
  });
});
