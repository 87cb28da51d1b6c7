import { afterAll, describe, expect, it } from 'vitest';
import { gullibleChecks } from './support/gullible.ts';

const checks = await gullibleChecks();
afterAll(() => checks.close());

const certificate = {
  method: 'model' as const,
  model: 'gullible',
  languages: ['en'],
  documents: 'agreements',
  test: 'a test',
  n: 300,
  errors: 0,
  lowerBound: 0.99,
  date: '2026-11-28',
  version: '0.1.0',
};

/** The finding behind the gullible model, which was measured in English. */
const findingOf = (rule: string, text: string) => checks.check(rule, text, [certificate]);

const german = (clause: string, more = 'Die Parteien benennen einander einen Ansprechpartner.') =>
  `Vertrag\n\n1. Allgemeines\n\n1.1 Dieser Vertrag gilt für alle Leistungen des Auftragnehmers.\n\n4. Pflichten\n\n4.2 ${clause}\n\n9. Schluss\n\n9.1 ${more}\n`;

const report = 'Der Auftragnehmer meldet dem Auftraggeber jede Störung innerhalb von 24 Stunden.';
const duty = 'Der Auftragnehmer muss dem Auftraggeber jede Störung innerhalb von 24 Stunden melden.';
const prices = Array.from({ length: 400 }, (_, at) => `${1000 + at} Pumpe PX-${at} EUR ${at + 10}.50`);

describe('behind a model that says that every rule is satisfied,', () => {
  it('a German clause that meets the rule is CONFIRMED, and its finding says that German was not measured', async () => {
    const finding = await findingOf(duty, german(report));
    expect(finding?.label).toBe('CONFIRMED');
    expect(finding?.checker.certificate).toBeUndefined();
    expect(finding?.checker.unmeasuredLanguages).toEqual(['de']);
  });

  it.each([
    ['Ziffer 4.2 wird ersatzlos gestrichen.'],
    ['Ziffer 4.2 wird mit Wirkung vom 1. Januar 2026 aufgehoben.'],
    ['Die Ziffern 3 und 4.2 finden keine Anwendung.'],
    ['An die Stelle von Ziffer 4.2 tritt eine gesonderte Vereinbarung.'],
  ])('a German clause is not CONFIRMED if the agreement says: “%s”', async (more) => {
    const finding = await findingOf(duty, german(report, more));
    expect(finding?.label).toBe('ESTIMATED');
    expect(finding?.citations.map(({ quote }) => quote.trim())).toContainEqual(expect.stringContaining(more));
  });

  it.each([
    [
      'Der Auftragnehmer darf keine Unterauftragnehmer einsetzen.',
      'Der Auftragnehmer darf Unterauftragnehmer einsetzen.',
    ],
    [
      'Der Auftraggeber darf die Unterlagen weitergeben.',
      'Der Auftraggeber darf die Unterlagen nicht weitergeben.',
    ],
    [duty, report.replace('24 Stunden', '24 Tagen')],
    [duty, report.replace('24', '48')],
  ])('the German rule “%s” is not CONFIRMED by “%s”', async (rule, clause) => {
    expect((await findingOf(rule, german(clause)))?.label).toBe('ESTIMATED');
  });

  it.each([
    ['Clause 4.2 is deleted.', 'ESTIMATED', undefined],
    ['Clause 4.3 is deleted.', 'CONFIRMED', certificate],
  ])(
    'beside a price list of 400 lines an English clause is judged as elsewhere: “%s”',
    async (more, label, known) => {
      const clause = 'The Supplier shall report every incident to the Customer within 24 hours.';
      const text = `Agreement\n\n4.2 ${clause}\n\n4.3 Records are kept.\n\n9.1 ${more}\n\nPrice list\n\n${prices.join('\n')}\n`;
      const finding = await findingOf('The supplier must report every incident within 24 hours.', text);
      expect(finding?.label).toBe(label);
      if (known) expect(finding?.checker.certificate).toEqual(known);
    },
  );
});
