import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const notify = 'The supplier must notify the customer within 24 hours.';

describe('the statement of a finding without a model', () => {
  it.each([
    [
      'the clause and both limits',
      notify,
      '6.3 The supplier shall notify the customer within 24 days.',
      'Clause 6.3 says within 24 days; the rule requires within 24 hours.',
    ],
    [
      'one limit that the rule and the clause have in common',
      'The supplier must notify the customer of an incident within 24 hours.',
      '6.3 The supplier shall notify the customer of an incident within 24 hours, by email.',
      'Clause 6.3 says within 24 hours, as the rule requires.',
    ],
    [
      'a maximum as a maximum',
      'The term must not exceed 5 years.',
      'The term shall not exceed 7 years.',
      'The document says at most 7 years; the rule requires at most 5 years.',
    ],
    [
      'the clause that deletes the clause',
      notify,
      '6.3 The supplier shall notify the customer within 24 hours.\n\n9.1 Clause 6.3 is deleted.',
      'Clause 6.3 by itself meets the rule, but clause 9.1 takes it out of force: “Clause 6.3 is deleted”.',
    ],
    [
      'the clause that changes the value',
      notify,
      '6.3 The supplier shall notify the customer within 24 hours.\n\n9.1 In clause 6.3 the words "24 hours" are replaced by "72 hours".',
      'Clause 6.3 by itself meets the rule, but clause 9.1 changes it to a value that does not meet the rule: “In clause 6.3 the words "24 hours" are replaced by "72 hours"”.',
    ],
    [
      'both clauses that contradict each other',
      notify,
      '6.3 The supplier shall notify the customer within 24 hours.\n\n9.1 The supplier shall notify the customer within 72 hours.',
      'Clause 6.3 says within 24 hours, as the rule requires. Clause 9.1 says within 72 hours; the rule requires within 24 hours.',
    ],
    [
      'the law of a sentence in capitals, where every word looks like a name',
      'The agreement must be governed by the laws of New York.',
      '6.3 THIS AGREEMENT SHALL BE CONSTRUED IN ACCORDANCE WITH AND GOVERNED BY THE LAWS OF THE STATE OF DELAWARE.',
      'Clause 6.3 chooses the law of Delaware; the rule names the law of New York.',
    ],
    [
      'no other party, if the document uses the rule’s name of the party only for other things',
      'The supplier must inspect the vessel.',
      '6.3 Provider shall inspect the vessel.\n\n9.1 Supplies, supplier lists and charts are secret.',
      'Clause 6.3 comes nearest, but “Provider” acts there, and the rule names “the supplier”.',
    ],
    [
      'both numbers of sections',
      'The fee must be paid under section 5.',
      'The fee shall be paid under section 6.',
      'The document names “section 6”; the rule names “section 5”.',
    ],
    [
      'the introduction that leaves it open whether the clause is in force',
      notify,
      'Until 2019, the supplier shall notify the customer within 24 hours.',
      'The quoted sentence by itself meets the rule, but it begins with “Until 2019”.',
    ],
    [
      'the limit that the clause lacks',
      notify,
      '6.3 The supplier shall notify the customer without delay.',
      'Clause 6.3 comes nearest, but the quoted sentence has no number to compare with the rule’s “within 24 hours”.',
    ],
    [
      'two units that cannot be compared',
      'Invoices must be paid within 30 days.',
      '6.3 Invoices shall be paid within 30 business days.',
      'Clause 6.3 says within 30 business days; the rule requires within 30 days. It is not certain how the two compare.',
    ],
    [
      'another currency',
      'The insurance must cover at least $5,000,000.',
      '6.3 The insurance shall cover at least €5,000,000.',
      'Clause 6.3 comes nearest, but it says at least €5,000,000, in another currency than the rule’s at least $5,000,000.',
    ],
    [
      'a name that the clause lacks',
      'The agreement must be governed by the laws of Germany.',
      '6.3 The agreement shall be governed by the applicable laws.',
      'Clause 6.3 comes nearest, but it does not name “Germany”.',
    ],
  ])('names %s', async (_, rule, text, statement) => {
    expect((await ask(rule, text)).statement).toBe(statement);
  });

  it.each([
    '(a) or (b) above, the supplier shall notify the customer within 24 days.',
    '(b) The supplier shall notify the customer within 24 days.',
    '6.3 Notices are sent by post. ARTICLE 7 The supplier shall notify the customer within 24 days.',
  ])('names no clause if it is not certain which number is that of the sentence: “%s”', async (text) => {
    expect((await ask(notify, text)).statement).not.toMatch(/clause/i);
  });
});

describe('the next steps of a finding without a model', () => {
  it.each([
    [
      'a limit',
      notify,
      '6.3 The supplier shall notify the customer without delay.',
      'Look for a number in and around clause 6.3: the rule says “within 24 hours”.',
    ],
    [
      'a name',
      'The agreement must be governed by the laws of Germany.',
      '6.3 The agreement shall be governed by the applicable laws.',
      'Look for “Germany”, or other words for the same, in and around clause 6.3.',
    ],
    [
      'which clause applies',
      notify,
      '6.3 The supplier shall notify the customer within 24 hours.\n\n9.1 The supplier shall notify the customer within 72 hours.',
      'Decide whether clause 6.3 or clause 9.1 applies.',
    ],
    [
      'what a passage elsewhere does to the clause',
      notify,
      '6.3 The supplier shall notify the customer within 24 hours.\n\n9.1 Clause 6.3 is deleted.',
      'Decide how this passage affects clause 6.3: “Clause 6.3 is deleted”.',
    ],
  ])('name what a reader should look for: %s', async (_, rule, text, step) => {
    expect((await ask(rule, text)).toSettle).toContain(step);
  });
});
