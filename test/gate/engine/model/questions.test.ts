import { afterEach, describe, expect, it } from 'vitest';
import { kindOf, type Rule } from '../../../../engine/model/rule.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../../tools/model-server/rule-request.ts';
import { type ModelServer, startModelServer } from '../../../support/model-server/model-server.ts';
import { source } from '../../../support/sources.ts';
import { checkByModel } from './support/model-run.ts';

const agreement = source([
  'Fees. Invoices are payable within 14 days after their receipt. The budget is EUR 120,000 a year.',
  'Escrow. The source code is not placed in escrow.',
]);

let server: ModelServer | undefined;
afterEach(async () => {
  await server?.close();
});

type Said = {
  quote: string;
  stance?: string;
  answer: string;
  outcome: string;
  values?: object[];
  flagged?: boolean;
};

/** The finding for a rule, if a model answers so. */
async function finding(rule: Rule, { quote, stance = 'supports', flagged, ...said }: Said) {
  server = await startModelServer({
    chat(request) {
      const { purpose, quote: place } = ruleRequestOf(request);
      if (purpose === 'support') return entails;
      const answer = ruleAnswer({ ...said, quotes: [{ ...place(quote), stance }] });
      return { json: { ...answer, ...(flagged !== undefined && { flagged }) } };
    },
  });
  const [found] = await checkByModel({ rules: [rule], sources: [agreement], url: server.url });
  return found;
}

describe('a rule is a question', () => {
  it.each([
    'What is the limit of liability?',
    'Identify the deadline for payment.',
    'Please extract the governing law',
    'Does the agreement provide for escrow?',
    'Determine the budget and flag it if it is above 100,000 EUR.',
    'Welche Kündigungsfrist gilt?',
    'Quel est le droit applicable ?',
  ])('if its description asks: “%s”', (description) => {
    expect(kindOf({ description })).toBe('question');
    expect(kindOf({ description, kind: 'duty' })).toBe('duty');
  });

  it.each([
    'The supplier must identify the deadline for payment.',
    'When a breach occurs, the supplier must report it.',
    'Do not sublet the premises.',
    'Identification is checked at the door.',
  ])('but not if it says what must be: “%s”', (description) => {
    expect(kindOf({ description })).toBe('duty');
    expect(kindOf({ description, kind: 'question' })).toBe('question');
  });
});

describe('a finding of a question', () => {
  const deadline: Rule = { name: 'Deadline', description: 'Identify the deadline for payment.' };

  it('is answered, whatever the model calls the outcome, and its values have citations', async () => {
    const found = await finding(deadline, {
      quote: 'Invoices are payable within 14 days after their receipt.',
      answer: 'Invoices are payable within 14 days after their receipt.',
      outcome: 'satisfied',
      values: [{ name: 'deadline', value: 14, unit: 'days', quotes: [0] }],
    });
    expect(found).toMatchObject({
      label: 'CONFIRMED',
      outcome: 'answered',
      rule: { kind: 'question' },
      values: [{ name: 'deadline', value: 14, unit: 'days', citations: [0] }],
    });
    expect(found).not.toHaveProperty('flagged');
  });

  it('is answered by a sentence that denies what is asked', async () => {
    const found = await finding(
      { name: 'Escrow', description: 'Does the agreement provide for escrow?' },
      {
        quote: 'The source code is not placed in escrow.',
        stance: 'contradicts',
        answer: 'No: the source code is not placed in escrow.',
        outcome: 'violated',
      },
    );
    expect(found).toMatchObject({
      label: 'CONFIRMED',
      outcome: 'answered',
      citations: [{ stance: 'supports' }],
    });
  });

  it('is not answered by the question itself', async () => {
    const found = await finding(deadline, {
      quote: 'Invoices are payable within 14 days after their receipt.',
      answer: 'Identify the deadline for payment',
      outcome: 'answered',
    });
    expect(found).toMatchObject({ label: 'ESTIMATED', outcome: 'undetermined' });
  });

  it('says whether the condition of the question holds', async () => {
    const found = await finding(
      { name: 'Budget', description: 'Determine the budget and flag it if it is above EUR 100,000.' },
      {
        quote: 'The budget is EUR 120,000 a year.',
        answer: 'The budget is EUR 120,000 a year.',
        outcome: 'answered',
        flagged: true,
      },
    );
    expect(found).toMatchObject({ outcome: 'answered', flagged: true });
  });
});

it('a duty is never answered', async () => {
  const found = await finding(
    { name: 'Payment', description: 'Invoices are payable within 14 days.' },
    {
      quote: 'Invoices are payable within 14 days after their receipt.',
      answer: 'Invoices are payable within 14 days after their receipt.',
      outcome: 'answered',
    },
  );
  expect(found).toMatchObject({ label: 'ESTIMATED', outcome: 'undetermined', rule: { kind: 'duty' } });
});
