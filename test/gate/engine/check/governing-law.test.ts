import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

describe('a rule on the governing law', () => {
  const rule = 'The agreement must be governed by the laws of the State of New York.';
  const clause = (law: string, more = ''): string =>
    `16. Governing Law. This Agreement shall be governed by and construed in accordance with ${law}.${more}`;

  it.each([
    ['the laws of the State of New York', 'satisfied'],
    ['the laws of New York, without regard to its conflict of laws principles', 'satisfied'],
    [
      'the internal laws of the State of New York applicable to contracts made and performed within that State',
      'satisfied',
    ],
    ['the laws of the State of Ohio', 'violated'],
    ['English law', 'violated'],
    ['the laws of the Federal Republic of Germany, excluding its conflict of laws rules', 'violated'],
  ])('is confirmed by a sentence that chooses a law and says nothing else: %s', async (law, outcome) => {
    expect(await ask(rule, clause(law))).toMatchObject({ outcome, support: 'entails' });
  });

  it.each([
    [
      'an exception',
      clause('the laws of the State of New York, except that clause 7 is governed by Texas law'),
    ],
    [
      'an exception in words',
      clause('the laws of the State of New York, other than Section 5 of its Obligations Law'),
    ],
    ['a condition', clause('the laws of the State of New York if the Client is a company')],
    [
      'a second law in the next sentence',
      clause('the laws of New York', ' Clause 7 is governed by the laws of Texas.'),
    ],
    ['a denial', 'This Agreement shall not be governed by the laws of the State of New York.'],
    [
      'a proposal',
      'It was proposed that this Agreement shall be governed by the laws of the State of New York.',
    ],
    ['a former agreement', 'The former Agreement is governed by the laws of the State of New York.'],
    [
      'a quotation',
      'An earlier draft read: “This Agreement shall be governed by the laws of the State of New York.”',
    ],
    ['an example', 'Example: This Agreement shall be governed by the laws of the State of New York.'],
    ['a later deletion', `${clause('the laws of New York')}\n\n18. Clause 16 is deleted.`],
    ['an amendment', `${clause('the laws of New York')}\n\n18. In clause 16, "Ohio" replaces "New York".`],
    [
      'an attachment',
      `${'Terms of the sale. '.repeat(90)}\n\nExhibit B\n\n${clause('the laws of New York')}`,
    ],
    ['a place with two meanings', clause('the laws of Georgia')],
    ['a rule of another document', 'This Note shall be governed by the laws of the State of New York.'],
  ])('is not confirmed by a sentence with %s', async (_, text) => {
    expect((await ask(rule, text)).support).not.toBe('entails');
  });

  it('is not confirmed if two sentences choose different laws', async () => {
    const { outcome, support } = await ask(rule, [
      clause('the laws of New York'),
      clause('the laws of Ohio'),
    ]);
    expect(support).not.toBe('entails');
    expect(outcome).not.toBe('satisfied');
  });

  it.each([
    [
      'German law must apply to this contract.',
      'This contract is governed by the laws of Germany.',
      'satisfied',
    ],
    [
      'The governing law must be English law.',
      'This contract is governed by the law of England and Wales.',
      'satisfied',
    ],
    [
      'The governing law must be English law.',
      'The laws of the State of Texas govern this Agreement.',
      'violated',
    ],
  ])('can name the law in another way: %s', async (asked, text, outcome) => {
    expect(await ask(asked, text)).toMatchObject({ outcome, support: 'entails' });
  });

  it.each([
    ['This Agreement shall be written in the English language.'],
    ['If a provision is subject to another law, the Agreement remains valid.'],
  ])('is not decided by a sentence that chooses no law: %s', async (text) => {
    expect((await ask('The agreement must be subject to English law.', text)).outcome).toBe('undetermined');
  });

  it('has an estimate by a sentence that chooses a law and says more', async () => {
    const text = clause('the laws of the State of Ohio, and each party accepts its courts');
    expect(await ask(rule, text)).toMatchObject({
      outcome: 'violated',
      support: 'partial',
      statement: 'Clause 16 chooses the law of Ohio; the rule names the law of New York.',
    });
  });
});
