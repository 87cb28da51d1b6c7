import { expect, it } from 'vitest';
import { certificateWords, durationWords, wordsAloneNote } from '../../../../src/services/report/words.ts';
import { confirmed, notFound } from '../cli/findings.ts';

it.each(['0.1.0', '1dc330027136ae28'])('a certificate is shown with its version, here %s', (version) => {
  const certificate = { test: 'exam', n: 1200, errors: 1, lowerBound: 0.996, date: '2026-11-27', version };
  const checker = { method: 'lexical' as const, certificate };
  expect(certificateWords([{ label: 'CONFIRMED', checker }])).toEqual([
    `1,199 of 1,200 CONFIRMED answers were right in the exam, 2026-11-27: at least 99.6 % with 95 % confidence, measured with ${version}`,
  ]);
});

it('a run by words alone says what it decided, what it only searched, and which settings connect a model', () => {
  const by = (method: 'lexical' | 'model') => (one: object) => ({
    ...confirmed(),
    checker: { method },
    ...one,
  });
  const open = { outcome: 'undetermined' } as const;
  const all = [
    {},
    { ...open, label: 'ESTIMATED' },
    { ...open, label: 'NOT FOUND' },
    { ...open, label: 'ESTIMATED' },
  ];
  expect(wordsAloneNote(all.map(by('lexical')))).toMatch(
    /^No model .* decided 1 of 4 findings, found nothing for 1, .* for 2\. .* MODEL, OPENAI_API_KEY .* OPENAI_BASE_URL/,
  );
  expect(wordsAloneNote(all.map(by('model')))).toBeNull();
  expect(wordsAloneNote([confirmed(), notFound()])).toBeNull();
});

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [0, 'less than 0.1 s'],
  [49, 'less than 0.1 s'],
  [50, '0.1 s'],
  [1_940, '1.9 s'],
  [59.6 * second, '59.6 s'],
  [59_949, '59.9 s'],
  [59_950, '1 min 0 s'],
  [minute, '1 min 0 s'],
  [119_600, '2 min 0 s'],
  [200 * second, '3 min 20 s'],
  [hour - 501, '59 min 59 s'],
  [hour - 500, '1 h 0 min'],
  [hour, '1 h 0 min'],
  [hour + 29 * minute + 40 * second, '1 h 30 min'],
  [day - 1, '1 day 0 h'],
  [day, '1 day 0 h'],
  [2 * day + 5 * hour, '2 days 5 h'],
  [2 * day - 1, '2 days 0 h'],
  [-1, 'an unknown time'],
])('a run of %i ms took %s', (ms, words) => {
  const startedAt = '2026-01-01T00:00:00.000Z';
  const endedAt = new Date(Date.parse(startedAt) + ms).toISOString();
  expect(durationWords({ startedAt, endedAt })).toBe(words);
});
