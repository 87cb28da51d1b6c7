import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const rule = 'The supplier must not use AI.';

describe('an abbreviation in a rule', () => {
  it('is probably met by words with its initials, and a step says to check them', async () => {
    const answer = await ask(rule, 'The Supplier shall not use artificial intelligence.');
    expect(answer).toMatchObject({ outcome: 'satisfied', support: 'partial' });
    expect(answer.toSettle).toContain(
      'Check that “artificial intelligence” in the quoted sentence means “AI” in the rule.',
    );
  });

  it('is not met by small words with the same initials', async () => {
    const { outcome } = await ask(rule, 'The Supplier shall not use an invoice.');
    expect(outcome).toBe('undetermined');
  });

  it('makes the answer uncertain, even if the clause has only words that change nothing', async () => {
    const { support } = await ask(
      'The supplier must not use RM.',
      'The Supplier shall not use relevant means.',
    );
    expect(support).toBe('partial');
  });

  it('can name a recipient', async () => {
    const answer = await ask(
      'The supplier must report to the CTO.',
      'The Supplier shall report to the chief technology officer.',
    );
    expect(answer).toMatchObject({ outcome: 'satisfied', support: 'partial' });
  });
});

describe('a name in a rule that is not an abbreviation', () => {
  it('is not met by words with its letters as initials', async () => {
    const { outcome } = await ask(
      'The supplier must deliver to Oslo.',
      'The Supplier shall deliver only spare lawn ornaments.',
    );
    expect(outcome).toBe('undetermined');
  });
});
