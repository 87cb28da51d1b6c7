import { describe, expect, it } from 'vitest';
import { lossIn } from '../../../../engine/rules/reword/loss-in.ts';
import { joinedRule } from '../../../../engine/rules/reword/worded-rules.ts';

const duty = { isDuty: true };
const loss = (sentence: string, ...rules: string[]) => lossIn([sentence], rules, duty);

const compound =
  'If a breach occurs, the Supplier shall notify the Customer within 24 hours and shall not delete the logs unless the Customer agrees.';

describe('a faithful rewording', () => {
  it.each([
    [
      'repeats the actor and the condition in each duty',
      compound,
      'If a breach occurs, the Supplier shall notify the Customer within 24 hours.',
      'If a breach occurs, the Supplier shall not delete the logs unless the Customer agrees.',
    ],
    [
      'moves a condition',
      'If the owner asks for it, the administrator must reset the password.',
      'The administrator shall reset the password if the owner asks for it.',
    ],
    [
      'words a duty with another word for it',
      'The Supplier is required to keep a log and must also review its logs.',
      'The Supplier shall keep a log.',
      'The Supplier shall review its logs.',
    ],
    [
      'splits what is forbidden',
      'Staff shall not copy or disclose passwords.',
      'Staff shall not copy passwords.',
      'Staff shall not disclose passwords.',
    ],
    [
      'splits a list and keeps what belongs to all of its members',
      'The Supplier shall encrypt backups, test backups and delete backups after 30 days.',
      'The Supplier shall encrypt backups after 30 days.',
      'The Supplier shall test backups after 30 days.',
      'The Supplier shall delete backups after 30 days.',
    ],
    [
      'gives each clause its own actor',
      'The Supplier shall keep a log, and the Customer shall pay the fees.',
      'The Supplier shall keep a log.',
      'The Customer shall pay the fees.',
    ],
    [
      'says “shall” where a table names a duty without it',
      'Accounts are reviewed every 90 days.',
      'Accounts shall be reviewed every 90 days.',
    ],
  ])('%s', (_, sentence, ...rules) => {
    expect(loss(sentence, ...rules)).toBeNull();
  });

  it('joins sentences with the same duty', () => {
    const sentences = ['Staff shall not share passwords.', 'Staff shall not share PINs.'];
    expect(lossIn(sentences, ['Staff shall not share passwords or PINs.'], { isDuty: false })).toBeNull();
    expect(lossIn(sentences, ['Staff shall not share passwords.'], { isDuty: false })).toBe(
      '“PINs” is missing',
    );
  });
});

describe('a joined rule', () => {
  const part = (quote: string) => ({
    rule: {
      id: quote,
      name: quote,
      description: `Staff shall ${quote}.`,
      modality: 'obligation' as const,
      source: { file: 'policy.pdf', page: 3, clause: '2(a)', leadIn: 'Staff shall:', quote },
    },
    heading: null,
  });

  it('cites the words of every sentence, with the words that introduce its list', () => {
    expect(
      joinedRule([part('write logs'), part('review logs')], 'Staff shall write and review logs.'),
    ).toMatchObject({
      source: { leadIn: 'Staff shall:', quote: 'write logs' },
      references: ['policy.pdf, page 3, clause 2(a): “Staff shall:” “review logs”'],
    });
  });

  it('is refused if it cannot cite all of the words', () => {
    expect(joinedRule([part('write logs'), part('x'.repeat(500))], 'Staff shall write logs.')).toBe(
      'the words of the joined sentences are too long to be cited in one rule',
    );
  });
});

describe('a rewording that is not faithful', () => {
  const notice = 'The Supplier shall notify the Customer within 24 hours unless the law forbids it.';
  it.each([
    ['lacks a number', notice, 'the number “24” is missing', notice.replace('within 24 hours ', '')],
    ['has another number', notice, 'the number “24” is missing', notice.replace('24', '72')],
    [
      'adds a number',
      'The Supplier shall keep logs.',
      'the number “90” was added',
      'The Supplier shall keep logs for 90 days.',
    ],
    ['adds a name', 'Logs shall be kept.', '“Supplier” was added', 'Logs shall be kept by the Supplier.'],
    [
      'lacks a denial',
      'Staff shall not share passwords.',
      'the denial “not” is missing',
      'Staff shall share passwords.',
    ],
    [
      'adds a denial',
      'Staff shall share passwords.',
      'the denial “not” was added',
      'Staff shall not share passwords.',
    ],
    [
      'lacks an exception',
      notice,
      'the denial “forbids” is missing',
      'The Supplier shall notify the Customer within 24 hours.',
    ],
    [
      'lacks the word that begins a condition',
      'Passwords shall be changed unless they are long.',
      'the condition or exception “unless” is missing',
      'Passwords shall be changed, they are long.',
    ],
    ['weakens a duty', 'Staff shall lock screens.', '“shall” is missing', 'Staff may lock screens.'],
    ['drops “only”', 'Staff shall use only new keys.', '“only” is missing', 'Staff shall use new keys.'],
  ])('%s, and the reason names it', (_, sentence, reason, ...rules) => {
    expect(loss(sentence, ...rules)).toBe(reason);
  });

  it.each([
    ['swaps who acts', 'The Supplier shall notify the Customer.', 'The Customer shall notify the Supplier.'],
    [
      'swaps numbers',
      'The Supplier shall keep logs for 30 days and backups for 90 days.',
      'The Supplier shall keep logs for 90 days.',
      'The Supplier shall keep backups for 30 days.',
    ],
    [
      'leaves the condition out of one of the duties',
      compound,
      'If a breach occurs, the Supplier shall notify the Customer within 24 hours.',
      'The Supplier shall not delete the logs unless the Customer agrees.',
    ],
    [
      'leaves the exception out of one of the duties it can belong to',
      'The Supplier shall log access and report breaches unless the Customer objects.',
      'The Supplier shall log access.',
      'The Supplier shall report breaches unless the Customer objects.',
    ],
    [
      'leaves the condition of one actor out of the duty of another that it can belong to',
      'Staff, contractors and suppliers when on site shall lock doors.',
      'Staff shall lock doors.',
      'Contractors shall lock doors.',
      'Suppliers when on site shall lock doors.',
    ],
    [
      'leaves the exception of one actor out of the duty of another that it can belong to',
      'Managers and staff unless exempted shall wear badges.',
      'Managers shall wear badges.',
      'Staff unless exempted shall wear badges.',
    ],
    [
      'makes a choice two duties',
      'The Supplier shall use a token or a password.',
      'The Supplier shall use a token.',
      'The Supplier shall use a password.',
    ],
    [
      'splits a condition',
      'If the key is old and weak, the Supplier shall replace it.',
      'If the key is old, the Supplier shall replace it.',
      'If the key is weak, the Supplier shall replace it.',
    ],
    [
      'gives a denial to another act',
      'The Supplier shall keep logs and not share data.',
      'The Supplier shall not keep logs.',
      'The Supplier shall share data.',
    ],
    [
      'gives an act to another actor',
      'The Supplier shall keep logs and the Customer shall pay fees.',
      'The Supplier shall pay fees.',
      'The Customer shall keep logs.',
    ],
    [
      'gives a condition to another clause',
      'The Supplier shall keep logs and the Customer shall pay fees if they are due.',
      'The Supplier shall keep logs if they are due.',
      'The Customer shall pay fees if they are due.',
    ],
    [
      'splits what belongs together',
      'Passwords shall have a combination of letters and digits.',
      'Passwords shall have a combination of letters.',
      'Passwords shall have a combination of digits.',
    ],
    ['exchanges “and” and “or”', 'Staff shall use a badge and a PIN.', 'Staff shall use a badge or a PIN.'],
    [
      'loosens a limit',
      'Passwords shall have at least 12 and at most 64 characters.',
      'Passwords shall have at most 12 and at least 64 characters.',
    ],
    [
      'has a pronoun without what it refers to',
      'The Supplier shall keep a log and shall review it.',
      'The Supplier shall keep a log.',
      'The Supplier shall review it.',
    ],
    [
      'takes an object from one of two acts',
      'Staff shall establish and enforce settings for old products.',
      'Staff shall establish.',
      'Staff shall enforce settings for old products.',
    ],
    [
      'takes words that belong to both members of a list',
      'Claimants shall prove possession and control of two factors.',
      'Claimants shall prove possession.',
      'Claimants shall control of two factors.',
    ],
    [
      'makes an object the actor',
      'Staff must write policies and procedures about keys and must ensure their use.',
      'Staff must write policies.',
      'Procedures about keys and must ensure their use.',
    ],
    [
      'makes the purpose of an act a duty',
      'Staff must implement plans to correct errors and reduce risks.',
      'Staff must implement plans to correct errors.',
      'Staff must reduce risks.',
    ],
    [
      'has no actor',
      'Staff shall write logs and shall review logs.',
      'Staff shall write logs.',
      'Shall review logs.',
    ],
    [
      'exchanges words with the same stem',
      'The authenticator shall start the authentication.',
      'The authentication shall start the authenticator.',
    ],
    ['has no duty left', 'Staff shall lock screens and log out.', 'Staff shall lock screens.', 'Log out.'],
  ])('%s, and is refused', (_, sentence, ...rules) => {
    expect(loss(sentence, ...rules)).not.toBeNull();
  });
});
