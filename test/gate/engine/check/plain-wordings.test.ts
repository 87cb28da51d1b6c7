import { describe, expect, it } from 'vitest';
import { effectOf } from '../../../../engine/check/lexical/in-force/effect.ts';
import { plainWording } from '../../../../engine/language/duty-frames.ts';

const act = 'keep a log of all tests';

describe('the plain wording of a sentence', () => {
  it.each([
    [`The Facility hereby covenants and agrees to ${act}.`, `The Facility shall ${act}.`],
    [`It falls to the Facility to ${act}.`, `the Facility shall ${act}.`],
    [
      `The obligation to ${act} rests with the Facility, even at night.`,
      `the Facility shall ${act}, even at night.`,
    ],
    [
      'Keeping a log of all tests is the sole responsibility of the Facility.',
      'the Facility shall keeping a log of all tests.',
    ],
    [`It shall be the Facility that ${act}.`, `the Facility shall ${act}.`],
    [`The Facility shall in all cases ${act}`, `The Facility shall ${act}`],
    [`The Facility is barred from ${act}.`, `The Facility shall not ${act}.`],
    [`The Facility covenants never to ${act}.`, `The Facility shall not ${act}.`],
    [`Nothing in this document permits the Facility to ${act}.`, `the Facility shall not ${act}.`],
    [`Nothing in this document prevents the Facility from ${act}.`, `the Facility may ${act}.`],
    [`The right of the Facility to ${act} is acknowledged.`, `the Facility may ${act}.`],
    [`Nothing herein obliges the Facility to ${act}.`, `the Facility need not ${act}.`],
    [`The Facility is under no duty to ${act}.`, `The Facility need not ${act}.`],
    [`No duty to ${act} falls on the Facility.`, `the Facility need not ${act}.`],
    [`The Facility may decide not to ${act}.`, `The Facility need not ${act}.`],
    [`The Facility is striving to ${act}.`, `The Facility aims to ${act}.`],
    [`It is advisable for the Facility to ${act}.`, `the Facility should ${act}.`],
    [`The Facility has no choice but to ${act}.`, `The Facility shall ${act}.`],
    ['The Facility shall not be excused from keeping a log.', 'The Facility shall keeping a log.'],
    [`The Facility is denied the right to ${act}.`, `The Facility shall not ${act}.`],
    [`It is left to the Facility whether to ${act}.`, `the Facility may ${act}.`],
    [`The Facility has applied for leave to ${act}.`, `The Facility aims to ${act}.`],
    [
      `If the lab is open, it is the duty of the Facility to ${act}.`,
      `If the lab is open, the Facility shall ${act}.`,
    ],
    [
      'This Agreement shall be governed by, and construed in accordance with, the laws of Ireland.',
      'This agreement shall be governed by the law of Ireland.',
    ],
  ])('has the frame that binds in one word: “%s”', (text, plain) => {
    expect(plainWording(text)).toBe(plain);
  });

  it.each([
    `It rarely falls to the Facility to ${act}.`,
    `The obligation to ${act} hardly rests with the Facility`,
    `The Facility might be barred from ${act}.`,
    `It is not known whether the Facility is obliged to ${act}.`,
    `The Facility shall not in all cases where it is asked ${act}.`,
  ])('is the sentence itself if it has a word that no frame accounts for: “%s”', (text) => {
    expect(plainWording(text)).toBe(text);
  });

  // Patterns that try every way to divide these would not end.
  it.each([
    ['a duty', `the duty of the ${'duty of the '.repeat(45)}Facility`],
    ['a scope', `Nothing in this ${'document '.repeat(60)}`],
    ['cases', 'in all cases, '.repeat(40)],
    ['short words', 'a '.repeat(290)],
    ['a law', `this agreement is ${'governed and '.repeat(40)}`],
  ])('is found for a sentence that repeats the words of a frame: %s', (_what, text) => {
    expect(text.startsWith(plainWording(text))).toBe(true);
  });
});

describe('what a sentence says about another text', () => {
  const named = 'where the sum is small';
  it.each([
    [`The requirement is upheld ${named}.`, `The requirement is relaxed ${named}.`],
    [`The same shall apply ${named}.`, `The same shall not apply ${named}.`],
    [`This extends to cases ${named}.`, `This does not extend to cases ${named}.`],
    [`No one is excused from it ${named}.`, `Those concerned are excused from it ${named}.`],
    [`An exemption from this is not available ${named}.`, `An exemption from this is available ${named}.`],
    [`This applies in all cases, also ${named}.`, `This applies in all cases other than those ${named}.`],
    [`It is no different ${named}.`, `It is different ${named}.`],
    [`Provided always that it also applies ${named}.`, `Provided always that it does not apply ${named}.`],
  ])('differs where one denies it: “%s”, “%s”', (kept, limited) => {
    expect([effectOf(kept), effectOf(limited)]).toEqual(['keeps', 'limits']);
  });

  it.each([
    ['The effect of clause 7.2 is not deferred.', 'With effect from 3 May 2026, clause 7.2 is omitted.'],
    ['Clause 7.2 needs no further act to take effect.', 'Clause 7.2 has yet to come into operation.'],
    ['Nobody is released from clause 7.2.', 'Nobody need observe clause 7.2 any longer.'],
    ['Clause 7.2 has not been struck out.', 'Clause 7.2 shall be of no further force or effect.'],
    ['It was agreed that clause 7.2 applies.', 'It was agreed to do away with clause 7.2.'],
    ['It would be right to assume that it applies.', 'It would be wrong to assume that it applies.'],
  ])('is that it is in force or not: “%s”, “%s”', (kept, ended) => {
    expect([effectOf(kept), effectOf(ended)]).toEqual(['keeps', 'ends']);
  });
});
