import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { modelClient } from './support/ask.ts';

const rule = 'The ferry must not carry fuel in open cans.';
const clause = 'The ferry shall not carry fuel in open cans.';
const others = ['Tickets are sold on board.', 'Dogs travel free of charge.'] as const;

async function answerTo(text: string) {
  return (await modelClient([source([text])]))(rule);
}

describe('a clause that another sentence deletes by a name', () => {
  it.each([
    ['a letter in brackets', ['(a) ', '(b) ', '(c) '], 'Special condition: paragraph (b) is deleted.'],
    ['a list of letters', ['(a) ', '(b) ', '(c) '], '(d) Items (a) and (b) are deleted.'],
    ['a letter', ['a) ', 'b) ', 'c) '], 'd) Paragraph b is deleted.'],
    ['a capital letter', ['A. ', 'B. ', 'C. '], 'Amendment: Clause B is deleted.'],
    ['a Roman numeral', ['I. ', 'II. ', 'III. '], 'Amendment: Article II is deleted.'],
    [
      'a number word',
      ['Section One. ', 'Section Two. ', 'Section Three. '],
      'Amendment: Section Two is deleted.',
    ],
    ['an ordinal', ['Article 1: ', 'Article 2: ', 'Article 3: '], 'The second article is deleted.'],
    ['a range of numbers', ['1. ', '2. ', '3. '], '4. Clauses 1 to 3 are deleted.'],
    ['its topic', ['1. ', '2. ', '3. '], '4. The clause on fuel in open cans is deleted.'],
    ['what it promises', ['', '', ''], 'The ban on fuel in cans has been withdrawn.'],
    ['its place', ['', '', ''], 'The second sentence no longer applies.'],
  ])('is neither CONFIRMED nor satisfied: %s', async (_, [first, second, third], deletion) => {
    const text = `${first}${others[0]}\n${second}${clause}\n${third}${others[1]}`;
    expect((await answerTo(text)).outcome).toBe('satisfied');
    const { outcome, support } = await answerTo(`${text}\n${deletion}`);
    expect(outcome).not.toBe('satisfied');
    expect(support).not.toBe('entails');
  });

  it('is neither CONFIRMED nor satisfied: its heading', async () => {
    const text = `Cargo\n\n${clause}\n\nTickets\n\n${others[0]}`;
    expect((await answerTo(text)).outcome).toBe('satisfied');
    expect((await answerTo(`${text} The section headed Cargo is deleted.`)).outcome).not.toBe('satisfied');
  });

  it('stays as it is if the sentence deletes another clause', async () => {
    const text = `A. ${others[0]}\nB. ${clause}\nC. ${others[1]}`;
    expect(await answerTo(`${text}\nAmendment: Clause C is deleted.`)).toMatchObject({
      outcome: 'satisfied',
    });
  });

  it('is not satisfied under a title that says that it is outdated', async () => {
    const text = `Former terms (no longer applicable from 2023)\n${clause}\n\nCurrent terms\n${others[0]}`;
    expect((await answerTo(text)).outcome).not.toBe('satisfied');
  });

  it('stays as it is if a party may end the whole agreement', async () => {
    const text = `${others[0]} ${clause} Either party may terminate the agreement with three months’ notice.`;
    expect((await answerTo(text)).outcome).toBe('satisfied');
  });
});
