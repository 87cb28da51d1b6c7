import { describe, expect, it } from 'vitest';
import { source } from '../../../support/sources.ts';
import { modelClient } from './support/ask.ts';

const rule = 'The kitchen must have two fire blankets.';
const clause = 'The kitchen must have two fire blankets.';
const before = '1. Meals are served between noon and two o’clock.';
const after = '3. Guests leave their shoes at the door of the house.';
const whole = `${before}\n2. ${clause}\n${after}`;

async function answerTo(text: string) {
  return (await modelClient([source([text])]))(rule);
}

describe('a clause of a document', () => {
  it('is CONFIRMED if nothing makes it doubtful that the document is in force', async () => {
    expect(await answerTo(whole)).toMatchObject({ outcome: 'satisfied', support: 'entails' });
    const titled = `House rules\n\nThese rules apply to all guests of the house.\n\n${whole}`;
    expect((await answerTo(titled)).support).toBe('entails');
  });

  it.each([
    ['a stamp', `DRAFT\n\n${whole}`],
    ['a title that rejects it', `Rules that we reject\n\n${whole}`],
    ['a title of an old version', `Old version\n\n${whole}`],
    ['a title of a sample', `Sample for the course\n\n${whole}`],
    ['the words of somebody else', `Dear owner, the hotel next door writes in its rules:\n${whole}`],
    ['the end of its time', `${whole}\n\nThese rules applied until 30 June 2018.`],
    ['a begin in the future', `${whole}\n\nThese rules apply from 1 January 2090.`],
    ['a court', `${whole}\n\nThe court declared the rules void.`],
    ['a list of what applies', `${whole}\n\nOnly clauses 1 and 3 apply.`],
    ['a note with its number', `${whole}\n\n(handwritten) no to 2`],
    ['another language', `${whole}\n\nZiffer 2 entfällt.`],
    ['an abbreviation', `${whole}\n\nCl. 2 deleted.`],
    ['a title that compares', `What was different before the new house\n\n${whole}`],
    ['a title for other readers', `Rules of the big house, for information to guests of the hut\n\n${whole}`],
    [
      'a choice that was not made',
      `Had the owner picked the big hut, its rules would read as below.\n${whole}`,
    ],
    ['an override', `${whole}\n4. Whatever is said above, the owner furnishes the kitchen as it likes.`],
    [
      'a precedence',
      `${whole}\n4. The special conditions prevail over these rules.\nSpecial conditions: the kitchen has no blankets.`,
    ],
    ['a number without a noun', `${whole}\n4. The owner is free to disregard 2 when it is inconvenient.`],
    ['another meaning of a word', `${whole}\n4. “must” describes what is hoped for.`],
    [
      'a sentence about its words',
      `${whole}\n\nThe sentence with the blankets is crossed out in the original.`,
    ],
  ])('is not CONFIRMED beside a line that makes this doubtful: %s', async (_, text) => {
    expect((await answerTo(text)).support).toBe('partial');
  });

  it.each([
    ['not chosen', `☐ ${clause}`],
    ['not ticked', `[ ] ${clause}`],
    ['in square brackets', `[${clause}]`],
    ['limited by a footnote', `${clause}†`],
    ['an extra', `* ${clause}*`],
    ['not applicable', `${clause} N/A`],
  ])('is not CONFIRMED if signs say that it is %s', async (_, marked) => {
    expect((await answerTo(`${before}\n2. ${marked}\n${after}`)).support).toBe('partial');
  });

  it('decides nothing if it is struck out', async () => {
    const read = source([`${before}\n${after}`, clause]);
    const ranges = read.content.ranges.map((range, at) =>
      at === 0 ? range : { ...range, hidden: true as const, struck: true as const },
    );
    const checker = await modelClient([{ ...read, content: { ...read.content, ranges } }]);
    expect(await checker(rule)).toMatchObject({
      outcome: 'undetermined',
      statement: expect.stringContaining('struck out'),
    });
  });

  it.each([[`DRAFT\n\n${whole}`], [`${whole}\n\nThese rules applied until 30 June 2018.`]])(
    'is left to the reader if a line is about the whole document',
    async (text) => {
      expect((await answerTo(text)).outcome).toBe('undetermined');
    },
  );
});
