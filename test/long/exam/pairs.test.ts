import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { carries } from '../../../src/eval/exam/grade.ts';
import { examLanguages } from '../../../src/eval/exam/pairs.ts';
import { examPairs } from '../../../tools/exam/choose.ts';
import { kinds } from '../../../tools/exam/kinds.ts';
import type { ExamPair, Twin } from '../../../tools/exam/pairs.ts';
import { readWordings } from '../../../tools/exam/wordings/wordings.ts';
import { shippedPairs } from '../../../tools/exam/write-pairs.ts';

const wordings = readWordings('exam');
const pairs = [...examPairs({ seed: 7, pairs: kinds.length * 10 }, wordings)];

const textOf = ({ files }: Twin): string => files.map(({ text }) => text).join('\n');
const sideOf = ({ twins }: ExamPair, side: string): Twin => {
  const twin = twins.find((one) => one.side === side);
  if (!twin) throw new Error(`no twin ${side}`);
  return twin;
};
const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}%]+/gu) ?? []).join(' ');

describe('the pairs of documents in the exam', () => {
  it('cover every kind of pair, both parts of the exam and six kinds of documents', () => {
    expect(new Set(pairs.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const locked = pairs.filter(({ part }) => part === 'locked').length / pairs.length;
    expect(locked).toBeGreaterThanOrEqual(1 / 3);
    expect(new Set(pairs.map(({ format }) => format)).size).toBe(5);
  });

  it('are identical for the same seed, and different for another seed', () => {
    const hashes = (seed: number): string[] =>
      [...examPairs({ seed, pairs: 46 }, wordings)].flatMap(({ rule, twins }) =>
        twins.flatMap(({ files }) =>
          files.map(({ name, bytes }) =>
            createHash('sha256')
              .update(`${name}\n${JSON.stringify(rule)}\n`)
              .update(bytes)
              .digest('hex'),
          ),
        ),
      );
    const seven = hashes(7);
    expect(hashes(7)).toEqual(seven);
    expect(hashes(8).filter((hash) => seven.includes(hash))).toEqual([]);
  });

  it('never repeat a document', () => {
    const texts = pairs.flatMap(({ twins }) => twins.map(textOf));
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('have no placeholder left in their texts', () => {
    const marked = pairs.filter(({ rule, twins }) =>
      [rule.name, rule.description, ...twins.map(textOf)].some((text) =>
        /[<>«»‹›]|(?!\n)\p{Cc}|\(\(|\)\)|undefined|\bnull\b/u.test(text),
      ),
    );
    expect(marked.map(({ id, kind, template }) => `${kind} ${template} ${id}`)).toEqual([]);
  });

  it.each(kinds)('differ in one paragraph or row only: %s', (kind) => {
    for (const pair of pairs.filter((one) => one.kind === kind)) {
      const [first, second] = pair.twins.map((twin) => textOf(twin).split('\n'));
      expect(second?.length, pair.id).toBe(first?.length);
      const different = (first ?? []).filter(
        (line, at) => line.replace(/ {2,}/g, ' ') !== second?.[at]?.replace(/ {2,}/g, ' '),
      );
      expect(different.length, `${pair.kind} ${pair.template} ${pair.id}`).toBe(1);
    }
  });

  it.each(kinds)('contain the deciding words: %s', (kind) => {
    for (const pair of pairs.filter((one) => one.kind === kind)) {
      for (const twin of pair.twins) {
        const text = plain(textOf(twin));
        for (const place of twin.deciding) expect(text, pair.id).toContain(plain(place.text));
        if (twin.truth.right.length === 0) continue;
        expect(twin.deciding.length, `${pair.kind} ${pair.template} ${pair.id}`).toBeGreaterThan(0);
        const paragraphs = twin.files.flatMap(({ text: own }) => own.split('\n'));
        expect(carries(paragraphs, twin.deciding), pair.id).toBe(true);
      }
    }
  });

  it('have the deciding words in only one of the two documents', () => {
    const decided = pairs.filter(({ twins }) =>
      twins.some(({ truth, deciding }) => truth.right.length > 0 && deciding.some(({ fact }) => fact !== '')),
    );
    // If the heading of a column differs, the deciding row is the same in both documents.
    expect(decided.length / pairs.length).toBeGreaterThan(0.9);
    for (const pair of pairs) {
      const [a, b] = [sideOf(pair, 'A'), sideOf(pair, 'B')];
      expect(textOf(a)).not.toBe(textOf(b));
    }
  });

  it('are labelled correctly: the first document meets the rule, and the second does not', () => {
    for (const pair of pairs) {
      expect(sideOf(pair, 'A').truth.right, pair.id).toEqual(['satisfied']);
      const { truth } = sideOf(pair, 'B');
      expect([...truth.right, ...truth.accepted], pair.id).not.toContain('satisfied');
      // If no outcome is certain to be correct, NOT FOUND is correct or an estimate is acceptable.
      expect(truth.right.length + truth.accepted.length > 0 || truth.notFound !== 'wrong', pair.id).toBe(
        true,
      );
    }
  });

  it('present their two documents in an order that does not reveal which one meets the rule', () => {
    const first = pairs.filter(({ twins }) => twins[0].side === 'A').length / pairs.length;
    expect(first).toBeGreaterThan(0.35);
    expect(first).toBeLessThan(0.65);
  });

  it('have rules in words that differ from those of the document, except for verbatim pairs', () => {
    const copied = pairs.filter(({ rule, twins }) =>
      twins.some((twin) => plain(textOf(twin)).includes(plain(rule.description))),
    );
    const verbatim = pairs.filter(({ kind }) => kind === 'verbatim');
    expect(copied.filter(({ kind }) => kind === 'verbatim')).toHaveLength(verbatim.length);
    expect(copied.length - verbatim.length).toBeLessThan(0.1 * pairs.length);
  });

  it.each(examLanguages)('that are shipped are those that `npm run exam -- write` makes: %s', (language) => {
    const written = gunzipSync(readFileSync(join('exam', `${language}.jsonl.gz`))).toString();
    expect(written === shippedPairs(language)).toBe(true);
  });

  it('use no locked text in the open part', () => {
    const locked = new Set(wordings.locked.templates.map(({ name }) => name));
    expect(pairs.filter(({ part, template }) => part === 'open' && locked.has(template))).toEqual([]);
  });
});
