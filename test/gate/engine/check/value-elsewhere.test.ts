import { describe, expect, it } from 'vitest';
import { ask } from './support/ask.ts';

const rule =
  'The supplier must report security incidents to the customer within 48 hours of becoming aware of them.';
const left = 'The supplier shall report security incidents to the customer within the period set out in';
const table = (value: string, ...more: string[]): string =>
  [
    'Item | Value',
    'size of the project team | 12 persons',
    ...more,
    `time limit for reporting security incidents | ${value}`,
    'response of the help desk | 4 hours',
  ].join('\n');

describe('a clause whose value is in a table, a schedule or another clause', () => {
  it.each([
    ['a table below it', `7.2 ${left} the table below.\n\n${table('48 hours')}`, 'satisfied'],
    ['a table below it', `7.2 ${left} the table below.\n\n${table('72 hours')}`, 'violated'],
    [
      'a table with a row for another time',
      `7.2 ${left} the table below.\n\n${table('24 hours', 'time limit for reporting security incidents (former value) | 96 hours')}`,
      'satisfied',
    ],
    [
      'a schedule',
      `7.2 ${left} Schedule 2.\n\nSchedule 1 – Prices\n\nReporting security incidents: 96 hours.\n\nSchedule 2 – Figures\n\nTime limit for reporting security incidents: 72 hours.`,
      'violated',
    ],
    [
      'another clause',
      `7.2 ${left} clause 9.4.\n\n9.4 The period for reporting security incidents is 24 hours.`,
      'satisfied',
    ],
  ])('is compared by the value in %s', async (_, text, outcome) => {
    const answer = await ask(rule, text);
    expect(answer).toMatchObject({ outcome, support: 'partial' });
    expect(answer.quotes.map(({ quote }) => quote)).toContainEqual(
      expect.stringMatching(/eporting security incidents\b.*\d+ hours/),
    );
  });

  it('is compared by the value in the table column of the current version', async () => {
    const rows = (first: string, second: string): string =>
      `7.2 ${left} the table below.\n\nItem | ${first} | ${second}\nsize of the team | 3 persons | 3 persons\ntime limit for reporting security incidents | 48 hours | 96 hours`;
    expect(await ask(rule, rows('Current version', 'Previous version'))).toMatchObject({
      outcome: 'satisfied',
    });
    expect(await ask(rule, rows('Previous version', 'Current version'))).toMatchObject({
      outcome: 'violated',
    });
  });

  it.each([
    [
      'no row names the duty',
      `7.2 ${left} the table below.\n\nItem | Value\nopening hours of the office | 48 hours`,
    ],
    [
      'two rows could be meant',
      `7.2 ${left} the table below.\n\nItem | Value\nreporting security incidents by day | 24 hours\nreporting security incidents by night | 96 hours`,
    ],
    [
      'both columns could be meant',
      `7.2 ${left} the table below.\n\nItem | Berlin | Paris\nreporting security incidents | 24 hours | 96 hours`,
    ],
    [
      'another clause changes the schedule',
      `7.2 ${left} Schedule 2.\n\nSchedule 2 – Figures\n\nTime limit for reporting security incidents: 24 hours.\n\n14.1 Schedule 2 is replaced by the list of 1 May.`,
    ],
    ['the schedule was not found', `7.2 ${left} Schedule 2.`],
  ])('is left undecided if %s', async (_, text) => {
    expect(await ask(rule, text)).toMatchObject({ outcome: 'undetermined' });
  });
});

describe('a clause whose value is in a definition', () => {
  const asks = 'The bakery must deliver the bread within 3 hours.';
  const document = (value: string) =>
    `1. “Delivery Window” means ${value} from the order.\n2. The Bakery shall deliver the bread within the Delivery Window.`;

  it.each([
    ['2 hours', 'satisfied'],
    ['8 hours', 'violated'],
  ])('is compared with the value of the defined term: %s', async (value, outcome) => {
    expect(await ask(asks, document(value))).toMatchObject({ outcome, support: 'partial' });
  });
});

describe('a table with several values in a row', () => {
  const asks = 'The garage must answer urgent calls within 30 minutes.';
  const rows = (value: string) =>
    `The garage keeps these times.\n\n| Calls | Answer | Tow truck |\n|---|---|---|\n| Urgent | ${value} | 90 minutes |\n| Other | 5 hours | 2 days |`;

  it.each([
    ['20 minutes', 'satisfied'],
    ['45 minutes', 'violated'],
  ])('is compared in the column that the rule names: %s', async (value, outcome) => {
    const answer = await ask(asks, rows(value));
    expect(answer).toMatchObject({ outcome, support: 'partial' });
    expect(answer.statement).toContain(`A table says “${value}” for “Urgent” under “Answer”`);
  });
});
