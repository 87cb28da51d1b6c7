import { describe, expect, it } from 'vitest';
import { listOf, markOf, placesOf } from '../../../dashboard/evidence/places.ts';
import { blocksOf } from '../../../dashboard/evidence/text/blocks.ts';
import { marksIn } from '../../../dashboard/evidence/text/marks.ts';
import { sheetRows, tableRows } from '../../../dashboard/evidence/text/sheet-rows.ts';
import { bytes } from '../../../dashboard/parts/amounts.ts';
import { monthWords } from '../../../dashboard/parts/month.ts';
import { gridOf } from '../../../dashboard/run/grid/grid.ts';
import { runSearch } from '../../../dashboard/run/run-search.ts';
import { correctionOf, verdictOf } from '../../../dashboard/run/verdict.ts';
import type { Finding } from '../../../dashboard/service/service.ts';
import { urgencyOf } from '../../../src/services/report/by-action.ts';
import { citation, finding, wholeSearch } from '../../support/findings.ts';

type Outcome = Finding['outcome'];
const rule = { key: 'a', index: 0, name: 'Rent', description: 'The rent is paid.' };

/** A finding as the page receives it. */
function received(parts: Partial<Parameters<typeof finding>[0]>, more: object = {}): Finding {
  return JSON.parse(JSON.stringify({ ...finding({ rule, ...parts }), ...more }));
}
const answered = (label: 'CONFIRMED' | 'ESTIMATED' | 'NOT FOUND', outcome: Outcome, more: object = {}) =>
  received({ rule: { ...rule, ...more } }, { label, outcome });
const notAssessed = {
  verdict: { assessed: false, label: null, outcome: 'undetermined', notAssessedReason: 'checker_failed' },
} as const;

describe('an answer on the page', () => {
  it.each<[Parameters<typeof answered>[0], Outcome, string, string, string]>([
    ['CONFIRMED', 'violated', 'Violated', 'bad', 'confirmed'],
    ['CONFIRMED', 'satisfied', 'Satisfied', 'good', 'confirmed'],
    ['ESTIMATED', 'violated', 'Possibly violated', 'care', 'guess'],
    ['ESTIMATED', 'satisfied', 'Possibly satisfied', 'plain', 'guess'],
    ['ESTIMATED', 'undetermined', 'Undetermined', 'plain', 'guess'],
    ['NOT FOUND', 'undetermined', 'Undetermined', 'plain', 'absent'],
    ['NOT FOUND', 'violated', 'Counts as violated', 'care', 'absent'],
    ['NOT FOUND', 'satisfied', 'Counts as satisfied', 'plain', 'absent'],
  ])('of the label %s and the outcome %s reads “%s”', (label, outcome, words, tone, certainty) => {
    expect(verdictOf(answered(label, outcome))).toMatchObject({ words, tone, certainty });
  });

  it('names the fallback that alone satisfies the rule, unless a reviewer has another answer', () => {
    const position = { kind: 'fallback', index: 2, met: true, of: 3, text: 'A', tried: [] };
    const words = (label: 'CONFIRMED' | 'ESTIMATED', outcome: Outcome, more: object = {}) =>
      verdictOf(received({}, { label, outcome, position: { ...position, ...more } })).words;
    expect(words('CONFIRMED', 'satisfied')).toBe('Fallback 2');
    expect(words('ESTIMATED', 'satisfied')).toBe('Possibly fallback 2');
    expect(words('CONFIRMED', 'violated')).toBe('Violated');
    expect(words('CONFIRMED', 'satisfied', { met: false })).toBe('Satisfied');
    expect(words('CONFIRMED', 'satisfied', { kind: 'preferred' })).toBe('Satisfied');
  });

  it('never looks like an answer if the rule was not assessed', () => {
    const one = received(notAssessed);
    expect(verdictOf(one)).toMatchObject({ words: 'Not assessed', tone: 'care', certainty: 'none' });
  });

  it('that a person decided is that decision, and neither a guess nor what Proviso said', () => {
    const review = { label: 'ESTIMATED', reason: 'r', by: 'ada', at: '2026-01-01T00:00:00.000Z' };
    for (const one of [answered('ESTIMATED', 'undetermined'), received(notAssessed)]) {
      const decided: Finding = JSON.parse(
        JSON.stringify({ ...one, review: { ...review, outcome: 'violated' } }),
      );
      const shown = { words: 'Violated', tone: 'bad', certainty: 'decided' };
      expect(verdictOf(decided)).toMatchObject(shown);
      expect(gridOf([decided], { answers: 'undetermined' }).rows).toEqual([]);
    }
  });

  it('names what a reviewer changed, and nothing that stayed', () => {
    const reviewed = (label: 'CONFIRMED' | 'ESTIMATED', outcome?: Outcome) => {
      const review = { label, reason: 'r', by: 'ada', at: '2026-01-01T00:00:00.000Z' };
      return correctionOf({
        ...answered('CONFIRMED', 'satisfied'),
        review: outcome === undefined ? review : { ...review, outcome },
      });
    };
    expect(reviewed('CONFIRMED')).toBe('');
    expect(reviewed('CONFIRMED', 'satisfied')).toBe('');
    expect(reviewed('CONFIRMED', 'violated')).toBe('violated');
    expect(reviewed('ESTIMATED')).toBe('ESTIMATED');
    expect(reviewed('ESTIMATED', 'violated')).toBe('violated, ESTIMATED');
    expect(correctionOf(answered('CONFIRMED', 'satisfied'))).toBe('');
  });

  it('is listed before less urgent ones', () => {
    const by = { reason: 'r', by: 'ada', at: '2026-01-01T00:00:00.000Z' };
    const review = { label: 'CONFIRMED', outcome: 'satisfied', ...by } as const;
    const ordered = [
      answered('CONFIRMED', 'violated', { severity: 'critical' }),
      answered('ESTIMATED', 'violated', { severity: 'critical' }),
      answered('NOT FOUND', 'violated', { severity: 'critical' }),
      answered('CONFIRMED', 'violated', { severity: 'low' }),
      answered('CONFIRMED', 'violated'),
      answered('CONFIRMED', 'conflicting', { severity: 'low' }),
      answered('ESTIMATED', 'partly_satisfied', { severity: 'critical' }),
      answered('NOT FOUND', 'undetermined', { severity: 'critical' }),
      received(notAssessed),
      answered('CONFIRMED', 'not_applicable', { severity: 'critical' }),
      answered('ESTIMATED', 'satisfied', { severity: 'critical' }),
      answered('CONFIRMED', 'satisfied', { severity: 'critical' }),
      { ...answered('CONFIRMED', 'violated'), review },
    ];
    const ranks = ordered.map(urgencyOf);
    expect(ranks).toEqual([...new Set(ranks)].toSorted((a, b) => a - b));
  });
});

describe('the quotes of a finding on the page', () => {
  const limits = citation('Unless it rains.', { stance: 'qualifies' });
  const nearest = [{ citation: citation('The rain falls.'), why: 'It is near.' }];
  const search = { ...wholeSearch, nearest };
  const citations = [citation('The rent is paid.'), limits];
  const basis = [citation('Rent is due.')];
  const kinds = (one: Finding) => placesOf(one).map(({ kind, index }) => `${kind} ${index}`);

  it('are those of the answer and of its basis, or else the nearest passages', () => {
    const parts = { search, basis };
    expect(kinds(received({ ...parts, citations }))).toEqual(['cited 0', 'cited 1', 'basis 0']);
    expect(kinds(received({ ...parts, citations: [] }))).toEqual(['basis 0', 'nearest 0']);
  });

  it('are passages to read where there is no outcome that they could limit', () => {
    const verdict = { assessed: true, label: 'ESTIMATED', outcome: 'undetermined' } as const;
    const places = placesOf(received({ citations, basis, verdict }));
    expect(places.map((place) => markOf(place, places[1]))).toEqual(['supports', 'toRead chosen', 'basis']);
    expect(places.map(listOf)).toEqual(['citations', 'citations', 'basis']);
  });

  it('are marked in text order, each at the stretches of its own list and index', () => {
    const places = placesOf(received({ citations, basis }));
    const [chosen] = places;
    if (chosen === undefined) throw new Error('there must be a quote');
    const stretch = (start: number) => ({ start, end: start + 5 });
    const part = {
      ...{ text: '', start: 0, end: 0, length: 0, ranges: [], headings: [] },
      ...{ firstRow: null, link: null, skips: [] },
      quotes: [
        { list: 'basis' as const, index: 0, stretches: [stretch(20)] },
        { list: 'citations' as const, index: 0, stretches: [stretch(40), stretch(10)] },
        { list: 'citations' as const, index: 9, stretches: [stretch(50)] },
      ],
    };
    expect(marksIn(part, places, chosen)).toEqual([
      { ...stretch(10), kind: 'supports chosen' },
      { ...stretch(20), kind: 'basis' },
      { ...stretch(40), kind: 'supports chosen' },
    ]);
  });
});

it('the blocks of a text on the page begin at empty lines, headings and places, and boilerplate is a block of its own', () => {
  const text = '# Rent\nPaid\nmonthly.\n\nPage 2 of 9\nThe roof.\nThe lift.\n';
  const at = (words: string) => ({
    start: 50 + text.indexOf(words),
    end: 50 + text.indexOf(words) + words.length,
  });
  const page = (words: string, number: number) => ({
    ...{ ...at(words), method: 'text' as const, locator: { kind: 'page' as const, page: number } },
  });
  const ranges = [
    page('# Rent\nPaid\nmonthly.\n', 1),
    page('Page 2 of 9\nThe roof.\n', 2),
    page('The lift.\n', 3),
  ];
  const part = {
    ...{ text, start: 50, end: 50 + text.length, length: 999, ranges },
    ...{ quotes: [], firstRow: null, link: null },
  };
  const headings = [{ ...at('Rent'), level: 1 }];
  const shown = blocksOf({ ...part, headings, skips: [at('Page 2 of 9')] }).map((one) => [
    ...[text.slice(one.start - 50, one.end - 50).trim(), one.level, one.place, one.isBoilerplate],
  ]);
  expect(shown).toEqual([
    ['Rent', 1, 'Page 1', false],
    ['Paid\nmonthly.', 0, 'Page 1', false],
    ['Page 2 of 9', 0, 'Page 2', true],
    ['The roof.', 0, 'Page 2', false],
    ['The lift.', 0, 'Page 3', false],
  ]);
});

describe('the rows of a table on the page', () => {
  it('are those of the cited sheet, in order, with comments and hidden cells named and the name of the sheet left out', () => {
    const parts = ['Fees', '20 | ', '10 | ', 'Check it. | ', 'old\n\n', 'other | '];
    let at = 100;
    const spans = parts.map((text) => {
      const start = at;
      at += text.length;
      return { start, end: at, method: 'text' as const };
    });
    const cell = (range: string, more: object = {}, sheet = 'Fees') => ({
      kind: 'cell' as const,
      sheet,
      range,
      ...more,
    });
    const ranges = [
      { locator: cell('A1') },
      { locator: cell('C3') },
      { locator: cell('B2') },
      { locator: cell('B2', { comment: true }) },
      { locator: cell('C2'), hidden: true as const },
      { locator: cell('A1', {}, 'Other') },
    ].map((range, index) => ({
      ...{ start: 0, end: 0, method: 'text' as const },
      ...spans[index],
      ...range,
    }));
    const headings = [{ start: 100, end: 104, level: 1 }];
    expect(sheetRows({ text: parts.join(''), start: 100, ranges, headings }, 'Fees')).toEqual([
      {
        number: 2,
        cells: [
          { column: 2, start: 109, text: '10', remark: '' },
          { column: 2, start: 114, text: 'Check it.', remark: 'comment' },
          { column: 3, start: 126, text: 'old', remark: 'not visible in the sheet' },
        ],
      },
      { number: 3, cells: [{ column: 3, start: 104, text: '20', remark: '' }] },
    ]);
  });

  it('have the numbers of their lines and the offsets of their fields if the table is a text', () => {
    const text = 'Code | Fee\n\n\n\nA |  | 10\n\n';
    const locator = { kind: 'lines' as const, from: 7, to: 9 };
    const ranges = [{ start: 50, end: 50 + text.length, locator, method: 'text' as const }];
    const rows = tableRows({ text, start: 50, ranges, headings: [] });
    expect(rows.map(({ number }) => number)).toEqual([7, 9]);
    for (const { start, text: words } of rows.flatMap(({ cells }) => cells)) {
      expect(text.slice(start - 50, start - 50 + words.length)).toBe(words);
    }
    expect(rows[1]?.cells.map(({ column, text: words }) => [column, words])).toEqual([
      [1, 'A'],
      [2, ''],
      [3, '10'],
    ]);
  });
});

describe('the address of a run', () => {
  it('is read without what is unknown or not valid', () => {
    const valid = {
      ...{ outcome: 'violated', label: 'not_assessed', reviewed: 'no', severity: 'not_set' },
      ...{ tag: 'money', rule: 'a1', file: 0, text: 'rent', finding: 'f', place: 2 },
    };
    expect(runSearch({ ...valid, more: 'x' })).toEqual(valid);
    expect(
      runSearch({
        ...{ outcome: 'great', label: 'confirmed', reviewed: true, severity: 'huge', tag: '', rule: null },
        ...{ file: -1, text: ['a'], finding: '', place: 1.5 },
      }),
    ).toEqual({});
    // The router reads words of digits as numbers.
    expect(runSearch({ text: 30, tag: 7, file: '1' })).toEqual({ text: '30', tag: '7' });
  });
});

describe('amounts on the page', () => {
  it.each([
    [{ tokens: 1_200, cost: 0 }, { tokens: null, cost: null }, '1,200 tokens'],
    [{ tokens: 0, cost: 0 }, { tokens: 5_000, cost: null }, '0 of 5,000 tokens'],
    [{ tokens: 10, cost: 1.5 }, { tokens: null, cost: null }, '10 tokens, cost 1.50'],
    [{ tokens: 10, cost: 0.00312 }, { tokens: null, cost: 1_000 }, '10 tokens, cost 0.00312 of 1,000.00'],
    [{ tokens: 10, cost: 0 }, { tokens: null, cost: 0 }, '10 tokens, cost 0.00 of 0.00'],
    [{ tokens: 10, cost: 2 }, { tokens: 0, cost: 3 }, '10 of 0 tokens, cost 2.00 of 3.00'],
  ])('of a month are spent and limit: %j, %j', (spent, caps, words) => {
    expect(monthWords({ spent, caps, month: '2026-01', resetsAt: '2026-02-01T00:00:00.000Z' })).toBe(words);
  });

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [10_650_000, '10.7 MB'],
    [5e9, '5 GB'],
    [7e16, '70,000 TB'],
  ])('of %i bytes are “%s”', (amount, words) => {
    expect(bytes(amount)).toBe(words);
  });
});
