import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../../engine/model/finding.ts';
import { lowerBound } from '../../../../src/eval/exam/certify.ts';
import { carries, gradeAnswer, gradeOf } from '../../../../src/eval/exam/grade.ts';
import { missedFloors } from '../../../../tools/exam/floors.ts';
import { gradedPair, scoreExam } from '../../../../tools/exam/score.ts';
import { truths } from '../../../../tools/exam/truths.ts';

type Answer = Pick<Finding, 'label' | 'outcome'> & { quotes: string[] };

const sentence = 'The Supplier shall pay each invoice within 30 days of its receipt.';
const confirmed = (outcome: Finding['outcome'], quotes: string[]): Answer => ({
  label: 'CONFIRMED',
  outcome,
  quotes,
});
const open: Answer = { label: 'ESTIMATED', outcome: 'undetermined', quotes: [sentence] };

function twin(side: 'A' | 'B', finding: Answer) {
  const text = side === 'A' ? sentence : sentence.replace('30', '60');
  const fact = side === 'A' ? '30 days' : '60 days';
  return { side, truth: side === 'A' ? truths.met : truths.broken, deciding: [{ text, fact }], finding };
}

const pair = (first: Answer, second: Answer) =>
  gradedPair(
    { id: 'x', kind: 'number', template: 't', part: 'open', twins: [{ side: 'A' }, { side: 'B' }] },
    [twin('A', first), twin('B', second)].map((one) => gradeAnswer(one.finding, one)),
  );

describe('the grade of an answer in the exam', () => {
  it.each([
    ['CONFIRMED', 'satisfied', true, 'right'],
    ['CONFIRMED', 'satisfied', false, 'wrong'],
    ['CONFIRMED', 'violated', true, 'wrong'],
    ['ESTIMATED', 'satisfied', true, 'right'],
    ['ESTIMATED', 'satisfied', false, 'wrong'],
    ['ESTIMATED', 'partly_satisfied', true, 'wrong'],
    ['ESTIMATED', 'undetermined', false, 'honest'],
    ['NOT FOUND', 'undetermined', false, 'wrong'],
    [null, 'undetermined', false, 'wrong'],
  ] as const)(
    'for a rule that is met and the answer %s %s, whose quote contains the deciding words (%s), is "%s"',
    (label, outcome, quoted, grade) => {
      expect(gradeOf({ label, outcome }, truths.met, quoted)).toBe(grade);
    },
  );

  it('for an acceptable outcome is "honest" if the answer is an estimate, and "wrong" if it is CONFIRMED', () => {
    expect(gradeOf({ label: 'ESTIMATED', outcome: 'conflicting' }, truths.brokenByNewer, true)).toBe(
      'honest',
    );
    expect(gradeOf({ label: 'CONFIRMED', outcome: 'violated' }, truths.silent, true)).toBe('wrong');
  });

  it('for NOT FOUND is "wrong" unless no text decides the rule', () => {
    const notFound = (outcome: Finding['outcome']) => ({ label: 'NOT FOUND' as const, outcome });
    expect(gradeOf(notFound('undetermined'), truths.absent, false)).toBe('right');
    expect(gradeOf(notFound('violated'), truths.absent, false)).toBe('right');
    expect(gradeOf(notFound('undetermined'), truths.otherParty, false)).toBe('honest');
    expect(gradeOf(notFound('satisfied'), truths.otherParty, false)).toBe('wrong');
    expect(gradeOf(notFound('undetermined'), truths.limited, false)).toBe('wrong');
  });
});

describe('the deciding words of a document', () => {
  it('are in a quote that contains the number, and not in a quote that stops before the number', () => {
    const places = twin('A', open).deciding;
    expect(carries([sentence], places)).toBe(true);
    expect(carries(['the supplier shall pay each invoice within 30 days'], places)).toBe(true);
    expect(carries(['The Supplier shall pay each invoice'], places)).toBe(false);
    expect(carries(['Deposits are returned after 30 days.'], places)).toBe(false);
  });

  it('must be quoted from each place that states a separate fact', () => {
    const places = [
      { text: 'Clause 4 is deleted with effect from today.', fact: 'Clause 4' },
      { text: 'What is not a fact stands here too.', fact: '' },
    ];
    expect(carries(['What is not a fact stands here too.'], places)).toBe(false);
    expect(carries(['Clause 4 is deleted with effect from today.'], places)).toBe(true);
  });
});

describe('a pair of answers', () => {
  const right = confirmed('satisfied', [sentence]);
  const alsoRight = confirmed('violated', [sentence.replace('30', '60')]);

  it('passes if both answers are correct, or if one is correct and the other is undecided', () => {
    expect(pair(right, alsoRight).passed).toBe(true);
    expect(pair(right, open).passed).toBe(true);
    expect(pair(open, open).passed).toBe(false);
    expect(pair(right, confirmed('satisfied', [sentence])).passed).toBe(false);
  });

  it('contains a wrong CONFIRMED if the outcome is wrong or the quote lacks the deciding words', () => {
    const [, second] = pair(right, confirmed('satisfied', [sentence.replace('30', '60')])).twins;
    expect(second?.wrongConfirmed).toBe(true);
    const [first] = pair(confirmed('satisfied', ['The Supplier shall pay each invoice']), open).twins;
    expect(first?.wrongConfirmed).toBe(true);
  });
});

describe('the score of an exam', () => {
  const graded = [
    pair(confirmed('satisfied', [sentence]), open),
    pair(open, confirmed('satisfied', [sentence.replace('30', '60')])),
    pair(open, open),
  ];
  const score = scoreExam(graded);
  const all = score.kinds.find(({ kind, part }) => kind === 'all' && part === 'all');

  it('counts the pairs, the answers with each label, and the answers to rules that are met', () => {
    expect(all).toMatchObject({
      pairs: { n: 3, right: 1 },
      confirmed: { n: 2, right: 1 },
      metConfirmed: { n: 3, right: 1 },
      undetermined: { n: 6, right: 4 },
    });
  });

  it('contains the number of answers and of wrong answers', () => {
    expect(score.levels.map(({ answered, wrong }) => [answered, wrong])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
      [6, 1],
    ]);
  });

  it('names each missed threshold with its value and the required one', () => {
    const floor = {
      documents: 6,
      seed: 1,
      wrongConfirmed: 0,
      passed: 0.5,
      metConfirmed: { number: 0.5 },
    };
    expect(missedFloors(score, floor)).toEqual([
      'wrong CONFIRMED: 1, at most 0 allowed',
      'pairs passed: 0.333, must be at least 0.5',
      'met rules that are CONFIRMED, number: 0.333, must be at least 0.5',
    ]);
    expect(missedFloors(score, { ...floor, wrongConfirmed: 1, passed: 0.3, metConfirmed: {} })).toEqual([]);
  });
});

describe('the lower confidence bound of a share', () => {
  it.each([
    [299, 299, 0.99],
    [59, 59, 0.9505],
    [95, 100, 0.8977],
    [0, 10, 0],
  ])('is for %i correct answers of %i: %f', (right, n, bound) => {
    expect(lowerBound(right, n)).toBeCloseTo(bound, 3);
  });

  it('is accurate for thousands of answers', () => {
    expect(lowerBound(9990, 10_000)).toBeCloseTo(0.9983, 4);
    expect(lowerBound(5000, 10_000)).toBeCloseTo(0.4917, 3);
    expect(lowerBound(0, 0)).toBeNull();
  });
});
