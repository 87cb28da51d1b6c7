import { describe, expect, it } from 'vitest';
import { type PointingAnswer, pointingAnswerSchema } from '../../../../engine/check/model/answer-form.ts';
import { showDocuments, shownPassage } from '../../../../engine/check/model/shown-documents.ts';
import { toPointedAnswer } from '../../../../engine/check/model/to-answer.ts';
import type { Stance } from '../../../../engine/model/citation.ts';
import type { Passage } from '../../../../engine/model/passage.ts';
import type { Source } from '../../../../engine/model/source.ts';
import { source } from '../../../support/sources.ts';

const agreement = source([
  'The Supplier keeps logs. The logs are kept for 30 days. Older logs are deleted.',
  'Backups are made each night.',
]);
const annex = source(['Annex 2. The rent is 900 euros. It is due in May.'], { name: 'annex.pdf' });
const policy = source(['Logs must be kept for 30 days.'], { role: 'authority', name: 'policy.pdf' });

/** Each page is a passage with its sentences, which are numbered through all passages. */
function documents() {
  let number = 0;
  let firstSentence = 1;
  const passages = [agreement, policy, annex]
    .flatMap((of) => pagesOf(of))
    .map((passage) => {
      number += 1;
      const shown = shownPassage(passage, { number, firstSentence, fileNumber: 1, numbering: 'around' });
      firstSentence += shown.sentences.length;
      return shown;
    });
  return showDocuments(passages, { secret: 'a secret of the tests', numbering: 'around' });
}

function pagesOf(of: Source): Passage[] {
  return of.content.ranges.map(({ start, end }, at) => ({
    ...{ id: `${of.name} ${at + 1}`, source: of, start, end },
    headingPath: of === annex ? ['Annex 2.'] : [],
    sentences: [...of.content.text.slice(start, end).matchAll(/\S[^.]*\./g)].map(({ 0: words, index }) => ({
      start: start + index,
      end: start + index + words.length,
    })),
  }));
}

type Pointer = [number: number, stance?: Stance, words?: string];

function pointed(pointers: readonly Pointer[], change: Partial<PointingAnswer> = {}) {
  const sentences = pointers.map(([number, stance = 'supports', words]) => ({
    ...{ number, stance },
    ...(words !== undefined && { words }),
  }));
  const given = { ...{ sentences, answer: 'Yes.', values: [], missing: [] }, outcome: 'satisfied' as const };
  return toPointedAnswer({ ...given, ...change }, documents(), 'duty');
}

const worded = ({ quotes }: ReturnType<typeof pointed>) =>
  quotes.map(({ passage, stance, quote }) => `${passage} ${stance}: ${quote}`);
const quotes = (pointers: readonly Pointer[]) => worded(pointed(pointers));

describe('the sentences that a model points at', () => {
  it('can be one item without its list, numbered in words of digits, beside lists that are null', () => {
    const given = { sentences: { number: '2', stance: 'supports' }, answer: 'Yes.', outcome: 'satisfied' };
    expect(pointingAnswerSchema.parse({ ...given, values: null, missing: null })).toMatchObject({
      sentences: [{ number: 2, stance: 'supports' }],
      values: [],
      missing: [],
    });
  });

  it('are one quote if they are neighbours that say the same about the answer', () => {
    expect(quotes([[1], [2]])).toEqual([
      'agreement.pdf 1 supports: The Supplier keeps logs. The logs are kept for 30 days.',
    ]);
    expect(quotes([[1], [2], [3]])).toEqual([
      'agreement.pdf 1 supports: The Supplier keeps logs. The logs are kept for 30 days. Older logs are deleted.',
    ]);
  });

  it.each<[string, Pointer[], string[]]>([
    [
      'one of them contradicts',
      [[1], [2, 'contradicts'], [3, 'contradicts']],
      [
        'agreement.pdf 1 supports: The Supplier keeps logs.',
        'agreement.pdf 1 contradicts: The logs are kept for 30 days. Older logs are deleted.',
      ],
    ],
    [
      'one of them limits the answer',
      [[1], [2, 'qualifies']],
      [
        'agreement.pdf 1 supports: The Supplier keeps logs.',
        'agreement.pdf 1 qualifies: The logs are kept for 30 days.',
      ],
    ],
    [
      'a sentence is between them',
      [[1], [3]],
      [
        'agreement.pdf 1 supports: The Supplier keeps logs.',
        'agreement.pdf 1 supports: Older logs are deleted.',
      ],
    ],
    [
      'they are named in another order',
      [[2], [1]],
      [
        'agreement.pdf 1 supports: The logs are kept for 30 days.',
        'agreement.pdf 1 supports: The Supplier keeps logs.',
      ],
    ],
    [
      'they are in two passages',
      [[3], [4]],
      [
        'agreement.pdf 1 supports: Older logs are deleted.',
        'agreement.pdf 2 supports: Backups are made each night.',
      ],
    ],
    [
      'only words of one of them matter',
      [[1], [2, 'supports', 'kept for 30 days']],
      ['agreement.pdf 1 supports: The Supplier keeps logs.', 'agreement.pdf 1 supports: kept for 30 days'],
    ],
  ])('are separate quotes if %s', (_, pointers, expected) => {
    expect(quotes(pointers)).toEqual(expected);
  });

  it('have their number on both sides, and a heading has none: its words are those of the sentence after it', () => {
    const { mark, text } = documents();
    expect(text.slice(text.indexOf('annex.pdf'))).toBe(
      `annex.pdf | page 1 | Annex 2.\n~${mark} 6~ The rent is 900 euros.\n~6~\n~${mark} 7~ It is due in May.\n~7~`,
    );
    expect(quotes([[6, 'supports', 'Annex 2']])).toEqual(['annex.pdf 1 supports: Annex 2']);
    expect(quotes([[6], [7]])).toEqual(['annex.pdf 1 supports: The rent is 900 euros. It is due in May.']);
  });

  it.each<[PointingAnswer['outcome'], string[]]>([
    ['satisfied', ['agreement.pdf 1 supports: The logs are kept for 30 days.']],
    ['violated', ['agreement.pdf 1 contradicts: The logs are kept for 30 days.']],
    ['undetermined', []],
  ])('are the closest one if the model names no other and says %s', (outcome, expected) => {
    expect(worded(pointed([], { closest: 2, outcome }))).toEqual(expected);
    expect(pointed([[1]], { closest: 2, outcome })).toEqual(pointed([[1]], { outcome }));
  });

  it('are quoted whole if the words that matter are not in them', () => {
    expect(quotes([[2, 'supports', 'kept for 90 days']])).toEqual([
      'agreement.pdf 1 supports: The logs are kept for 30 days.',
    ]);
  });

  it('are a quote that cannot be located if no sentence has the number', () => {
    expect(pointed([[9]]).quotes).toEqual([{ passage: '', quote: '', stance: 'supports' }]);
  });

  it('are the basis, and no evidence, if they are of a knowledge file', () => {
    const { quotes, basis, support } = pointed([[5]]);
    expect(quotes).toEqual([]);
    expect(basis).toMatchObject([{ quote: 'Logs must be kept for 30 days.' }]);
    expect(support).toBe('unrelated');
  });

  it('are those behind a value, whose quotes are counted without those of knowledge files', () => {
    const value = { name: 'retention', value: 30, unit: 'days' };
    const { values } = pointed([[5], [4], [1], [2]], { values: [{ ...value, sentences: [2, 5, 7] }] });
    expect(values).toEqual([{ ...value, quotes: [1] }]);
  });
});
