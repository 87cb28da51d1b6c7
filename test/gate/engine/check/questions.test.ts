import { describe, expect, it } from 'vitest';
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

it('a question for a fact is not absent because words without known synonyms are missing', async () => {
  const halls = Array.from({ length: 45 }, (_, at) => `The visitors of hall ${at + 1} wear a badge.`);
  const places = await ask('Where do visitors hang their umbrellas?', halls);
  expect(places.quotes).not.toEqual([]);
  const absent = await ask('Do visitors hang up their umbrellas?', halls);
  expect(absent.quotes).toEqual([]);
});

describe('the first passage shown answers', () => {
  it.each([
    [
      'a question for a time, which has a number: its own words are not those of the answer',
      'How long may the Tenant use the garden?',
      [
        'The Tenant may use the garden until 31 October.',
        'The Tenant may use the garden along its whole length.',
      ],
    ],
    [
      'a question for a date',
      'When is the licence issued?',
      ['The licence is issued on 31 May.', 'The licence is issued in a yellow cover.'],
    ],
    [
      'a question with a word that no passage has, by another name',
      'Who erases the photographs of guests?',
      ['The Warden shall delete pictures after each season.', 'The photographs of guests hang in the hall.'],
    ],
    [
      'a question with a word that is made of one of the passage',
      'May anyone photocopy the maps?',
      [
        'Nobody makes a copy of the large maps without the consent of the librarian.',
        'The maps hang in the hall.',
      ],
    ],
  ])('%s', async (_, question, [right = '', other = '']) => {
    const answer = await ask(question, [other, right, ...clauses]);
    expect(answer.quotes[0]?.quote).toBe(right);
  });
});
