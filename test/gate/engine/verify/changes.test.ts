import { expect, it } from 'vitest';
import { changesIn } from '../../../../engine/verify/changes.ts';

const kindOf = (source: string, quote: string, at = 1) => {
  const before = { same: true, source: 'The Supplier', quote: 'The Supplier' };
  const change = { same: false, source, quote };
  return changesIn(at === 0 ? [change, before] : [before, change]).changes.map(({ kind }) => kind);
};

/** Words that say the same about a duty, by kind. */
const modal = { duty: ['shall', 'must'], advice: ['should', 'ought'], permission: ['may', 'can'] };
const words = Object.entries(modal).flatMap(([kind, all]) => all.map((word) => ({ kind, word })));

it.each(words.flatMap((one) => words.flatMap((other) => (one === other ? [] : [[one, other] as const]))))(
  'the modality changes from $word to another word only if that is of another kind',
  (one, other) => {
    expect(kindOf(one.word, other.word)).toEqual([one.kind === other.kind ? 'words' : 'modality']);
  },
);

it.each([
  ['30', '90', 'number'],
  ['30 days', '30 hours', 'words'],
  ['thirty', '30', 'words'],
  ['5 %', '5', 'number'],
  ['€5', '$5', 'number'],
  ['5 million', '5', 'number'],
  ['-5', '5', 'number'],
  ['≥', '≤', 'number'],
  ['1-5', '1, 5', 'number'],
  ['pay', 'not pay', 'negation'],
  ['never', 'always', 'negation'],
  ['cannot', 'can', 'negation'],
  ['doesn’t', 'does', 'negation'],
  ['authorized', 'unauthorized', 'negation'],
  ['Harrow', 'Northmere', 'name'],
  ['EN-1', 'EN-2', 'number'],
  ['repair', 'replace', 'words'],
  ['', 'promptly', 'words'],
  ['not pay 30', 'pay 90', 'number'],
  ['shall not', 'may', 'negation'],
  ['shall Harrow', 'may Northmere', 'modality'],
])('a change from “%s” to “%s” is of the kind %s', (source, quote, kind) => {
  expect(kindOf(source, quote)).toEqual([kind]);
});

it('a capital at the beginning of a quote does not make a word a name', () => {
  expect([kindOf('Repair', 'Replace', 0), kindOf('Repair', 'Replace', 1)]).toEqual([['words'], ['name']]);
});

it('the differences are one row in which every word is once, in the order of the text', () => {
  const row = changesIn([
    { same: true, source: 'a', quote: 'A' },
    { same: false, source: 'b', quote: 'c' },
    { same: false, source: '', quote: 'd' },
    { same: true, source: 'e', quote: 'e' },
    { same: false, source: 'f', quote: '' },
  ]);
  expect(row.diff).toEqual([
    { in: 'both', text: 'a' },
    ...[
      { in: 'source', text: 'b' },
      { in: 'quote', text: 'c' },
      { in: 'quote', text: 'd' },
    ],
    ...[
      { in: 'both', text: 'e' },
      { in: 'source', text: 'f' },
    ],
  ]);
  expect(row.changes).toEqual([
    { kind: 'words', source: 'b', quote: 'c' },
    { kind: 'words', source: '', quote: 'd' },
    { kind: 'words', source: 'f', quote: '' },
  ]);
});
