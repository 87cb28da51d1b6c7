import { describe, expect, it } from 'vitest';
import { ask } from '../check/support/ask.ts';

const around = [
  'The company operates in the United States. State tax laws and the laws of other states apply to its employees there.',
  'A number of complaints were filed by current and former employees in several states about the number of breaks.',
];

async function firstQuote(rule: string, text: readonly string[]): Promise<string> {
  const { quotes } = await ask(rule, [...around, ...text]);
  return quotes[0]?.quote ?? '';
}

describe('a rule that a document must state something', () => {
  it.each([
    'The report must state the number of employees.',
    'The annual report shall disclose how many employees the company has.',
  ])('names the place with the number first, and none because it has the word “state”: %s', async (rule) => {
    const stated = 'At the end of the year, 5,412 employees worked for the company.';
    expect(await firstQuote(rule, [stated])).toContain('5,412');
  });

  it('keeps the words of a duty to report to somebody', async () => {
    const rule = 'Breaches of security must be reported to the board.';
    const reported = 'Breaches of security are reported to the board by the officer.';
    const other = 'Security of the board: the room of the board has a door with two locks against breaches.';
    expect(await firstQuote(rule, [other, reported])).toContain('reported to the board');
  });
});
