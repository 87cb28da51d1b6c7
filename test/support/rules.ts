import fc from 'fast-check';
import type { Rule } from '../../engine/model/rule.ts';

/** A rule with a value in every field. The compiler requires a value for a field that is added to rules. */
export const everyField = {
  id: 'sec-4.2',
  name: 'Notice of a breach',
  description: 'The Supplier shall notify the Customer of a data breach within 24 hours.',
  kind: 'duty',
  ifAbsent: 'violated',
  preferred: 'The Supplier shall notify the Customer of a data breach within 12 hours.',
  fallbacks: ['The Supplier shall notify the Customer of a data breach within 24 hours.', 'Two\nlines.'],
  never: 'The Supplier may keep a data breach secret.',
  wording: 'The Supplier shall notify the Customer of each data breach\nwithin 12 hours.',
  group: 'Security incidents',
  modality: 'obligation',
  actor: 'Supplier',
  severity: 'high',
  tags: ['security', 'data protection'],
  owner: 'Legal, contracts team',
  deadline: '2027-03-31',
  references: ['GDPR, Article 33', 'https://example.org/policy#breach'],
  examples: {
    satisfies: ['The Supplier shall notify the Customer within 12 hours.', 'Two\nlines.'],
    violates: ['The Supplier shall notify the Customer within 72 hours.'],
  },
  source: {
    file: 'policy.pdf',
    page: 7,
    clause: '4.2',
    quote: 'Breaches shall be notified within 24 hours.',
    leadIn: 'The Supplier shall ensure that:',
  },
} as const satisfies Required<Rule>;

const words = (longest: number) =>
  fc.string({ minLength: 1, maxLength: Math.min(longest, 40), unit: 'grapheme' }).map((text) => `w${text}`);
const line = (longest: number) => words(longest).map((text) => text.replace(/[\r\n]/g, ' '));
const list = (entry: fc.Arbitrary<string>) => fc.array(entry, { maxLength: 4 });

const fields: { [Field in keyof Required<Rule>]: fc.Arbitrary<Required<Rule>[Field]> } = {
  id: fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._-]{0,20}$/),
  name: words(500),
  description: words(10_000),
  kind: fc.constantFrom('duty', 'question'),
  ifAbsent: fc.constantFrom('violated', 'satisfied'),
  ...{
    preferred: words(10_000),
    fallbacks: list(words(10_000)),
    never: words(10_000),
    wording: words(10_000),
  },
  group: line(200),
  modality: fc.constantFrom('obligation', 'prohibition', 'permission'),
  actor: line(200),
  severity: fc.constantFrom('critical', 'high', 'medium', 'low'),
  tags: list(line(50)),
  owner: line(200),
  deadline: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  references: list(line(500)),
  examples: fc.record({ satisfies: list(words(2_000)), violates: list(words(2_000)) }, { requiredKeys: [] }),
  source: fc.record(
    {
      ...{ file: line(500), page: fc.integer({ min: 1, max: 9_999 }), clause: line(200) },
      ...{ quote: words(10_000), leadIn: words(10_000) },
    },
    { requiredKeys: ['file', 'quote'] },
  ),
};

/** Rules with random values in a random choice of fields. */
export const anyRule: fc.Arbitrary<Rule> = fc.record(fields, { requiredKeys: ['name', 'description'] });

/** Lists of such rules with different ids. */
export const anyRules = fc.uniqueArray(anyRule, {
  ...{ minLength: 1, maxLength: 4 },
  selector: ({ id, name }) => id ?? `without id: ${name}`,
});
