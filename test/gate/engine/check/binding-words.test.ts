import { describe, expect, it } from 'vitest';
import { modalsOf } from '../../../../engine/check/lexical/parse/modals.ts';
import { english } from '../../../../engine/language/english.ts';
import { tokenize } from '../../../../engine/language/tokens.ts';
import { ask } from './support/ask.ts';

/** The kinds of the modal words of a sentence, with the words. */
function bindingWords(text: string, contentWords: readonly string[] = []): string[] {
  const tokens = tokenize(text, english);
  const isContent = (at: number) => contentWords.includes(tokens[at]?.word ?? '');
  return modalsOf(tokens, () => true, isContent).map(({ kind, from, to }) => {
    const words = tokens.slice(from, to + 1).map(({ word }) => word);
    return `${kind}: ${words.join(' ')}`;
  });
}

describe('the words by which a sentence binds', () => {
  it.each([
    ['The Agent is authorised to sign.', 'may: authorised'],
    ['The Agent was authorized to sign.', 'may: authorized'],
    ['The Agent has been permitted to sign.', 'may: permitted'],
    ['The Agent is permitted under clause 4 to sign.', 'may: permitted'],
    ['The Agent is licensed to sell.', 'may: licensed'],
    ['The Agent has the authority to sign.', 'may: authority to'],
    ['The Agent has full authority to sign.', 'may: authority to'],
    ['The Agent was given the authority to sign.', 'may: authority to'],
    ['It is up to the Supplier to choose.', 'may: up to'],
    ['The lift is able to carry 500 kg.', 'hope: able'],
    ['The Supplier eventually pays the bill.', 'hope: eventually'],
    ['The parties move towards ending the contract.', 'hope: towards'],
    ['The Supplier fails to notify the Customer.', 'refrain: fails'],
    ['It is sold nowhere.', 'deny: nowhere'],
    ['The Supplier pays no cost.', 'deny: no'],
    ['The Supplier ensures that it is paid.', 'must: ensures'],
    ['The Supplier has always to pay.', 'must: has always to'],
    ['The Supplier has a plan to pay.', 'hope: plan'],
    ['The Customer has the right to inspect.', 'may: right'],
    ['A ban on smoking applies.', 'ban: ban'],
  ])('are found in “%s”: %s', (text, words) => {
    expect(bindingWords(text)).toEqual([words]);
  });

  it.each([
    ['an act', 'The Board has authorised the purchase.'],
    ['an act', 'The Board had authorized the purchase.'],
    ['an act', 'The purchase was authorised by the Board.'],
    ['an act', 'The visits were permitted by the guard.'],
    ['an act', 'The visit has been permitted by the guard.'],
    ['an act', 'Having licensed the software, the Owner left.'],
    ['an act', 'A duly authorised agent signed.'],
    ['an actor', 'Each authority to decide has a seal.'],
    ['a limit', 'It costs up to EUR 500.'],
    ['a fact', 'The bill was eventually paid.'],
    ['a direction', 'The path leads towards the gate.'],
    ['a price', 'It is installed at no extra cost.'],
    ['a place', 'It is sold in Norway and nowhere else.'],
    ['a comparison', 'The bill is paid not later than on Monday.'],
    ['a thing', 'The plan is ready.'],
    ['a thing', 'The access rights are listed.'],
  ])('are not words that name %s: “%s”', (_what, text) => {
    expect(bindingWords(text)).toEqual([]);
  });

  it.each([
    ['It is for the authority to decide.', 'must: it is for'],
    ['The Supplier shall without fail notify the Customer.', 'must: shall'],
    ['The Supplier shall ensure the uptime.', 'must: shall'],
    ['The lift must be able to carry 500 kg.', 'must: must'],
  ])('are those of the duty alone in “%s”: %s', (text, words) => {
    expect(bindingWords(text)).toEqual([words]);
  });

  it('are not content words of the rule, except before an infinitive', () => {
    expect(bindingWords('The Supplier keeps the required records.', ['required'])).toEqual([]);
    expect(bindingWords('The Supplier is required to pay.', ['required'])).toEqual(['must: required']);
    expect(bindingWords('The Supplier shall pay.', ['shall'])).toEqual(['must: shall']);
    expect(bindingWords('The Supplier has no access.', ['no'])).toEqual(['deny: no']);
  });
});

describe('a rule about an authority or an agent', () => {
  const decides = 'The authority must decide on each application within 30 days.';
  const signs = 'The agent may sign the contracts.';
  it.each([
    [
      decides,
      'It is for the authority to decide on each application within 30 days.',
      'satisfied',
      'entails',
    ],
    [signs, 'The Agent is authorised to sign the contracts.', 'satisfied', 'entails'],
    [signs, 'The Agent has full authority to sign the contracts.', 'satisfied', 'partial'],
    [signs, 'The Agent has no authority to sign the contracts.', 'violated', 'partial'],
    [signs, 'The Agent lacks the authority to sign the contracts.', 'violated', 'partial'],
    [
      'The agent must sign the contracts.',
      'The Agent is authorised to sign the contracts.',
      'violated',
      'entails',
    ],
  ])('“%s”, “%s”: %s', async (rule, text, outcome, support) => {
    expect(await ask(rule, text)).toMatchObject({ outcome, support });
  });
});
