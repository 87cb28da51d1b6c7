import { expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const clauses = [
  'The Customer shall pay each invoice within 45 days of receipt.',
  'The total budget is EUR 120,000 per year.',
  'This Agreement is governed by the laws of Denmark.',
];

it('a question is never answered by words alone: the passages that may answer it are shown', async () => {
  const answer = await ask('What law governs the agreement?', clauses);
  expect(answer).toMatchObject({
    outcome: 'undetermined',
    support: 'partial',
    statement: expect.stringContaining('Words alone do not answer a question.'),
    toSettle: ['Read the passages shown, and write the answer into a review.'],
  });
  expect(answer.quotes[0]?.quote).toBe(clauses[2]);
});

it('a question is left open although a sentence has its very words', async () => {
  const answer = await ask('The Customer shall pay each invoice within 45 days of receipt?', clauses);
  expect(answer.outcome).toBe('undetermined');
});

it('a question about what no passage mentions has no passages', async () => {
  const answer = await ask('Does the landlord insure the roof against hail?', clauses);
  expect(answer.quotes).toEqual([]);
});
