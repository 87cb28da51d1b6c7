import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonPieces } from '../../../../src/http/send-json.ts';

it('the pieces of an object are together its JSON', () => {
  const leaf = fc.oneof(fc.json(), fc.date({ noInvalidDate: true }), fc.constant(undefined), fc.double());
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree')),
      fc.dictionary(fc.string(), tie('tree')),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), tree), (value) => {
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
    }),
  );
});

it('a long answer has many pieces, in each of which an entry of a list is whole', () => {
  const citations = Array.from({ length: 400 }, (_, at) => ({ id: at, quote: 'a'.repeat(10_000) }));
  const value = { result: { data: { success: true, data: { citations, counts: { passed: 400 } } } } };
  const pieces = [...jsonPieces(value)];
  expect(pieces.join('')).toBe(JSON.stringify(value));
  expect(pieces.length).toBeGreaterThan(50);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(80_000);
});
