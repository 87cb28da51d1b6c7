/** Code points in ascending ranges that neither overlap nor touch; both ends are included. */
export type CodePoints = readonly (readonly [number, number])[];

const last = 0x10ffff;
const firstSurrogate = 0xd800;
const lastSurrogate = 0xdfff;

/** The line ends of ECMAScript, which `.` does not match. */
const lineEnds: CodePoints = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** The sets that `.`, `\d`, `\w` and `\s` match in an ECMAScript pattern with the flag `u`. */
export const namedSets = {
  any: without(lineEnds),
  digit: [[0x30, 0x39]],
  word: [
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x5f, 0x5f],
    [0x61, 0x7a],
  ],
  space: [
    [0x09, 0x0d],
    [0x20, 0x20],
    [0xa0, 0xa0],
    [0x1680, 0x1680],
    [0x2000, 0x200a],
    [0x2028, 0x2029],
    [0x202f, 0x202f],
    [0x205f, 0x205f],
    [0x3000, 0x3000],
    [0xfeff, 0xfeff],
  ],
} as const satisfies Record<string, CodePoints>;

export function union(sets: readonly CodePoints[]): CodePoints {
  const sorted = sets.flat().sort(([one], [other]) => one - other);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const before = merged.at(-1);
    if (before && from <= before[1] + 1) before[1] = Math.max(before[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** All code points except those of a set. */
export function without(set: CodePoints): CodePoints {
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) rest.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= last) rest.push([next, last]);
  return rest;
}

const known = new Map<string, CodePoints>();

/**
 * The code points that have a Unicode property, such as `Script=Greek`. They come from the tables of this Node, so that
 * a pattern means the same here as in any other validator on this Node.
 */
export function withProperty(property: string): CodePoints {
  const found = known.get(property) ?? findProperty(property);
  known.set(property, found);
  return found;
}

function findProperty(property: string): CodePoints {
  const pattern = new RegExp(`\\p{${property}}+`, 'gu');
  const ranges: [number, number][] = [];
  for (const text of scalars()) {
    for (const { index, 0: run } of text.matchAll(pattern)) {
      const end = index + run.length;
      const from = text.codePointAt(index) ?? 0;
      const highBefore = end >= 2 ? (text.codePointAt(end - 2) ?? 0) : 0;
      ranges.push([from, highBefore > 0xffff ? highBefore : (text.codePointAt(end - 1) ?? 0)]);
    }
  }
  // All surrogates have the same category and the same script, so it is enough to test one of them.
  if (new RegExp(`^\\p{${property}}$`, 'u').test('\ud800')) ranges.push([firstSurrogate, lastSurrogate]);
  return union([ranges]);
}

let texts: string[] | null = null;

/**
 * Two texts with every code point except the surrogates, which could combine into pairs: the code points below and
 * those above the surrogates.
 */
function scalars(): string[] {
  texts ??= [textOf(0, firstSurrogate - 1), textOf(lastSurrogate + 1, last)];
  return texts;
}

function textOf(from: number, to: number): string {
  const pieces: string[] = [];
  for (let start = from; start <= to; start += 4096) {
    const length = Math.min(4096, to - start + 1);
    pieces.push(String.fromCodePoint(...Array.from({ length }, (_, index) => start + index)));
  }
  return pieces.join('');
}
