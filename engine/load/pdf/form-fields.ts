import type { FormField } from './annotations.ts';
import { type CharBox, centreOf, isWithin, looseBox } from './boxes/char-box.ts';
import { codeAt, type TextPage } from './text-page.ts';

/** The words of a field, or the state of a box, at the words that name it. */
export type FieldText = { mark: FormField['mark']; from: number; to: number };

export type PlacedFields = {
  /** Whether a character is drawn in a field, so that it is not part of the text around the field. */
  has(index: number): boolean;
  /** The fields to be read before and after a character. */
  before: ReadonlyMap<number, FieldText[]>;
  after: ReadonlyMap<number, FieldText[]>;
  /** The fields without words beside them. */
  rest: FieldText[];
};

/** A field belongs to words in its line that are at most this many points away. */
const farthestLabel = 250;
/** A box belongs to the words after it if they are at most this many of its widths away. */
const boxGap = 3;
/** Each character of a page is compared with each field. A page with more of both is no form that a person fills in. */
const mostCompared = 20_000_000;

const noCharacters = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** Finds for each field of a page the words beside it, so that its value is read with them. */
export function placeFields(textPage: TextPage, fields: readonly FormField[]): PlacedFields {
  const count = textPage.codes.length;
  if (count * fields.length > mostCompared) {
    const rest = fields.flatMap(({ mark }) => (mark === null ? [] : [{ mark, ...noCharacters }]));
    return { has: () => false, before: new Map(), after: new Map(), rest };
  }
  const words: Word[] = [];
  const owned = new Set<number>();
  const spans = new Map<number, { from: number; to: number }>();
  for (let index = 0; index < count; index += 1) {
    const letter = codeAt(textPage, index);
    if (letter <= 32) continue;
    const box = looseBox(textPage, index);
    const centre = centreOf(box);
    const field = fields.findIndex((one) => isWithin(one, centre));
    if (field < 0)
      words.push({ ...box, y: centre.y, index, isLeftwards: leftwards.test(String.fromCodePoint(letter)) });
    else {
      owned.add(index);
      spans.set(field, { from: spans.get(field)?.from ?? index, to: index });
    }
  }
  const before = new Map<number, FieldText[]>();
  const after = new Map<number, FieldText[]>();
  const rest: FieldText[] = [];
  for (const [number, field] of fields.entries()) {
    const span = spans.get(number);
    if (field.mark === null && span === undefined) continue;
    const text = { mark: field.mark, ...(span ?? noCharacters) };
    const line = words.filter(({ y }) => y > field.bottom && y < field.top);
    const left = nearest(line, (word) => field.left - word.right);
    const right = nearest(line, (word) => word.left - field.right);
    // The words that come next after the field as a person reads the line, and the words that come last before it.
    const [next, last] = (left ?? right)?.isLeftwards ? [left, right] : [right, left];
    const gap = next === null ? 0 : Math.max(next.left - field.right, field.left - next.right);
    const isBoxOf = field.mark !== null && gap < boxGap * (field.right - field.left);
    if (next && (last === null || isBoxOf)) add(before, next.index, text);
    else if (last) add(after, last.index, text);
    else rest.push(text);
  }
  return { has: (index) => owned.has(index), before, after, rest };
}

/** Letters that are read from right to left. */
const leftwards = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** `y` is the middle of the character. */
type Word = CharBox & { y: number; index: number; isLeftwards: boolean };

/** The word character at the least distance from a field, which is not negative. */
function nearest(line: readonly Word[], distance: (word: Word) => number): Word | null {
  let found: Word | null = null;
  for (const word of line) {
    const own = distance(word);
    if (own < -1 || own > farthestLabel) continue;
    if (found === null || own < distance(found)) found = word;
  }
  return found;
}

function add(map: Map<number, FieldText[]>, index: number, text: FieldText): void {
  map.set(index, [...(map.get(index) ?? []), text]);
}
