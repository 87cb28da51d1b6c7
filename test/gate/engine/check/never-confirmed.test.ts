import { expect, it } from 'vitest';
import cases from './never-confirmed.json' with { type: 'json' };
import { ask } from './support/ask.ts';

/**
 * Sentences in other words than the rule, with another actor, object or condition, and sentences that another line ends,
 * limits or doubts. Words alone cannot tell which of them keep the rule.
 */
it('no sentence that is not the rule’s own, or that another line contests, is CONFIRMED', async () => {
  const confirmed: typeof cases = [];
  for (const one of cases) if ((await ask(one.rule, one.text)).support === 'entails') confirmed.push(one);
  expect(confirmed).toEqual([]);
});
