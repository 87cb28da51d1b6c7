import { describe, expect, it } from 'vitest';
import { findHeadings } from '../../../../engine/chunk/headings.ts';
import { splitSentences } from '../../../../engine/chunk/sentences.ts';

const many = 300_000;
const first = 'The customer may end the agreement.';
const second = 'The supplier must agree.';

/** If the time grew with the square of its length, each text would take minutes and the test would time out. */
describe('a text with a very long run of one character', () => {
  it.each([
    ['empty lines', '\n'],
    ['lines of one space', ' \n'],
  ])('is split into its two sentences if they are separated by %s', (_, space) => {
    const text = `${first}${space.repeat(many)}${second}`;
    const sentences = [...splitSentences(text)].map(({ start, end }) => text.slice(start, end).trim());
    expect(sentences).toEqual([first, second]);
  });

  it.each([
    ['full stops', '.'],
    ['spaces', ' '],
    ['tabs', '\t'],
    ['semicolons', '; '],
  ])('is one sentence, split into pieces, if it is a run of %s', (_, run) => {
    const pieces = [...splitSentences(`from${run.repeat(many)}to`)];
    expect(pieces.every(({ fragment }) => fragment)).toBe(true);
  });

  it.each([
    ['one heading if the line is capitals with spaces between', 1, `TERMS${' '.repeat(many)}END`],
    ['no heading if the line is numbers', 0, '1.'.repeat(many)],
  ])('contains %s', (_, count, line) => {
    expect(findHeadings(`${line}\n${first}\n`).length).toBe(count);
  });
});
