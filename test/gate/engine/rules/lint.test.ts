import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintCodes, lintRules, type Rule } from '../../../../engine/index.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/rules.md'), 'utf8');
const rows = (heading: string): string[][] => {
  const section = page.slice(page.indexOf(`\n${heading}\n`) + heading.length + 2).split(/\n##/)[0] ?? '';
  const cells = section
    .split('\n')
    .flatMap((line) => (line.startsWith('| ') ? [line.slice(2, -2).split(' | ')] : []));
  return cells.slice(2);
};
const codesOf = async (rules: readonly Rule[]): Promise<string[]> =>
  (await lintRules(rules)).map(({ rule, code }) => `${rule} ${code}`);
const rule = (description: string, name = description.slice(0, 40).trim()): Rule => ({
  name,
  description,
});

describe('the ten pairs of docs/rules.md', () => {
  const pairs = rows('### Ten pairs of wordings');
  it('are ten', () => expect(pairs).toHaveLength(10));
  it.each(pairs)('%s', async (bad, good, code = '') => {
    expect(await codesOf([rule(bad ?? '')])).toContain(`0 ${code.replaceAll('`', '')}`);
    expect(await codesOf([rule(good ?? '')])).toEqual([]);
  });
});

it('docs/rules.md has the table of codes', () => {
  expect(rows('## Lint')).toEqual(
    Object.entries(lintCodes).map(([code, { severity, summary }]) => [`\`${code}\``, severity, summary]),
  );
});

describe('more than one duty', () => {
  it.each([
    ['The Supplier shall encrypt data and the Customer shall pay the fees.', ['0 compound']],
    ['The Supplier shall name its staff and inform the Customer of each change.', ['0 compound']],
    ['The Supplier shall: (a) keep a log; and (b) report each incident.', ['0 compound']],
    ['The Supplier shall keep the log that the Customer needs and that the Customer must store.', []],
    ['The report shall state the date and time the incident began.', []],
    ['The Supplier shall send a report that contains: (a) the date; and (b) the cause.', []],
  ])('%s', async (description, codes) => {
    expect(await codesOf([rule(description)])).toEqual(codes);
  });
});

it('positions are reported if they repeat an earlier one or are no duties; the description is then a topic', async () => {
  const pay = (days: number) => `The Customer shall pay each invoice within ${days} days after receipt.`;
  const positions = { ...rule('Payment'), preferred: pay(60), fallbacks: [pay(45), 'Net 30'] };
  const found = await lintRules([{ ...positions, never: pay(45).toUpperCase() }]);
  expect(found.map(({ code, message }) => `${code} ${message.slice(0, 22)}`)).toEqual([
    'no_duty Fallback 2: “Net 30” n',
    'repeated_position What is refused says t',
  ]);
  expect(
    await codesOf([{ ...rule(pay(30)), fallbacks: [pay(20)], never: 'The liability of the Customer' }]),
  ).toEqual([]);
});

describe('two rules', () => {
  const notice = 'The Supplier shall notify the Customer of a data breach within 24 hours.';
  it.each([
    [
      'repeat each other in other words',
      'The Supplier must notify the Customer of a data breach within 24 hours.',
      ['1 repeated'],
    ],
    [
      'contradict each other',
      'The Supplier shall not notify the Customer of a data breach within 24 hours.',
      ['1 conflict'],
    ],
    [
      'have different numbers',
      'The Supplier shall notify the Customer of a data breach within 72 hours.',
      ['1 different_numbers'],
    ],
    [
      'have different actors',
      'The Processor shall notify the Customer of a data breach within 72 hours.',
      [],
    ],
    [
      'are about different cases',
      'If the breach is harmless, the Supplier shall notify the Customer of a data breach within 72 hours.',
      [],
    ],
  ])('that %s', async (_, second, codes) => {
    expect(await codesOf([rule(notice), rule(second)])).toEqual(codes);
  });

  it('exclude each other if one asks for more than the other allows', async () => {
    const rules = [
      rule('The Supplier shall keep audit logs for at least 12 months.'),
      rule('The Supplier shall keep audit logs for at most 6 months.'),
    ];
    expect(await codesOf(rules)).toEqual(['1 conflict']);
  });

  it('are fixed safely only if all their fields are the same', async () => {
    const again = rule(notice);
    const [same] = await lintRules([again, again]);
    expect(same?.fix).toEqual({ field: 'rule', safe: true });
    const [other] = await lintRules([again, { ...again, ifAbsent: 'violated' }]);
    expect(other?.code).toBe('repeated');
    expect(other?.fix).toBeUndefined();
  });
});

describe('the name', () => {
  const description = 'The Customer shall pay each invoice within 48 hours after receipt.';
  it.each([
    ['Payment within 2 days', []],
    ['Payment within 72 hours', ['0 name_differs']],
    ['No payment of invoices', ['0 name_differs']],
    ['Invoices', []],
  ])('“%s”', async (name, codes) => {
    expect(await codesOf([rule(description, name)])).toEqual(codes);
  });
});

it('ifAbsent is reported where silence will hardly mean what it says', async () => {
  const duty = rule('The Supplier shall encrypt all backups of the Customer.');
  expect(await codesOf([{ ...duty, ifAbsent: 'violated' }])).toEqual([]);
  expect(await codesOf([{ ...duty, ifAbsent: 'satisfied' }])).toEqual(['0 if_absent_unlikely']);
  const right = rule('The Customer may audit the data centre of the Supplier.');
  expect(await codesOf([{ ...right, ifAbsent: 'violated' }])).toEqual(['0 if_absent_unlikely']);
  const ban = rule('The Supplier shall not sell the data of the Customer.');
  expect(await codesOf([{ ...ban, ifAbsent: 'satisfied' }])).toEqual([]);
});

describe('a number', () => {
  it.each([
    'Passwords shall have up to about 12 characters.',
    'Passwords shall have within about 12 characters.',
    'Passwords shall have at least 12 characters.',
    'Passwords shall have 12 characters or more.',
    'Passwords shall have 12 characters at most.',
  ])('has a direction, whether it is said before or after it: %s', async (description) => {
    expect(await codesOf([rule(description)])).toEqual([]);
  });

  it.each([
    'Passwords shall have 12 characters.',
    'Passwords shall have about 12 characters.',
    'Passwords shall have 12 characters, up to the next change.',
  ])('needs a direction of its own: %s', async (description) => {
    expect(await codesOf([rule(description)])).toContain('0 number_without_direction');
  });
});

it('the place of a problem contains its words, also after characters that normalisation changes', async () => {
  const description = 'The Supplier shall pay the ﬁnal invoice as soon as possible.';
  const [problem] = await lintRules([rule(description)]);
  expect(description.slice(problem?.start, problem?.end)).toBe('as soon as possible');
});

it('the place of every problem contains its words, in whichever sentence they are', async () => {
  const description =
    'The Supplier shall answer in a timely manner. The Supplier shall keep adequate logs, where necessary. ' +
    'The Supplier shall act in good faith and shall use best efforts to repair faults, etc. ' +
    'The Supplier shall store logs for 30.';
  const problems = await lintRules([rule(description)]);
  const places = problems.map(({ code, start, end }) => [code, description.slice(start, end)]);
  expect(places.filter(([code]) => code !== 'compound')).toEqual([
    ['vague_words', 'in a timely manner'],
    ['vague_words', 'adequate'],
    ['vague_words', 'where necessary'],
    ['not_checkable', 'good faith'],
    ['vague_words', 'best efforts'],
    ['vague_words', 'etc.'],
    ['number_without_unit', '30'],
  ]);
});

it('a term is known if a rule or a knowledge file defines it', async () => {
  const uses = rule('The Supplier shall report each incident to the CDPO of the Customer.');
  expect(await codesOf([uses])).toEqual(['0 undefined_term']);
  expect(await lintRules([uses], { knowledge: ['CDPO: the chief data protection officer'] })).toEqual([]);
  const defines = rule('The Customer shall appoint a chief data protection officer (CDPO).');
  expect(await codesOf([uses, defines])).toEqual([]);
});

it('English words say nothing about rules in other languages', async () => {
  const german = rule(
    'Der Lieferant muss dem Kunden jede Verletzung der Daten innerhalb von 24 Stunden nach der Entdeckung melden.',
  );
  expect(await codesOf([german])).toEqual([]);
  expect(await codesOf([german, german])).toEqual(['1 repeated']);
});

it('stops when it is aborted', async () => {
  await expect(lintRules([rule('A.')], { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow();
});
