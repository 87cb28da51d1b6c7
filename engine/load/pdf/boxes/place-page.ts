import { lineEndHyphen, lostLetter } from '../../part.ts';
import type { DisplayedPage } from '../page-as-displayed.ts';
import { displayed, type PageFrame } from '../page-frame.ts';
import { collectLines } from '../page-lines.ts';
import { seenPage } from '../text-layer.ts';
import type { TextPage } from '../text-page.ts';
import { type CharBox, drawnBox, looseBox } from './char-box.ts';
import { displayedAs, type PlacedPage } from './placed-page.ts';

/** A page of an open file. `switched`: the file may have content that is switched off. */
type OpenPage = { displayed: DisplayedPage; frame: PageFrame; switched: boolean };

/**
 * The positions of a page's characters as displayed. `stored` is the page's text. Null if this text cannot be mapped to
 * characters of the page.
 */
export function placePage(
  { displayed: shown, frame, switched }: OpenPage,
  stored: string,
): PlacedPage | null {
  const found = seenPage(shown, frame, switched);
  if (found === null) return null;
  const { textPage, seen } = found;
  const trace: number[] = [];
  const { text } = collectLines(textPage, { trace, ...seen });
  const units = unitsAsRead(stored, text);
  if (units === null) return null;
  const { numbers, indexes } = numbered(trace);
  return {
    lines: linesOf(stored, text, units),
    characters: charactersOf(stored, units, { trace, numbers }),
    ...positionsOf(textPage, frame, indexes),
  };
}

/** PDFium's indexes of the traced characters, and for each index its number in this list. */
function numbered(trace: readonly number[]): { numbers: Int32Array; indexes: number[] } {
  const most = trace.reduce((found, index) => Math.max(found, index), -1);
  const numbers = new Int32Array(most + 1).fill(-1);
  const indexes: number[] = [];
  for (const index of trace) {
    if (index < 0 || numbers[index] !== -1) continue;
    numbers[index] = indexes.length;
    indexes.push(index);
  }
  return { numbers, indexes };
}

function linesOf(stored: string, text: string, units: Int32Array): PlacedPage['lines'] {
  const lines = new Int32Array(units.length);
  let line = 0;
  for (let at = 0; at < lines.length; at += 1) {
    if (stored[at] === '\n' || text[(units[at] ?? 0) - 1] === lineEndHyphen) line += 1;
    lines[at] = line;
  }
  return lines;
}

function charactersOf(
  stored: string,
  units: Int32Array,
  { trace, numbers }: { trace: readonly number[]; numbers: Int32Array },
): PlacedPage['characters'] {
  const characters = new Int32Array(units.length).fill(-1);
  for (let at = 0; at < characters.length; at += 1) {
    if (stored.charAt(at).trim() !== '') characters[at] = numbers[trace[units[at] ?? -1] ?? -1] ?? -1;
  }
  return characters;
}

function positionsOf(
  textPage: TextPage,
  frame: PageFrame,
  indexes: readonly number[],
): Omit<PlacedPage, 'lines' | 'characters'> {
  const onSide = frame.rotation % 2 === 1;
  const width = onSide ? frame.height : frame.width;
  const height = onSide ? frame.width : frame.height;
  const rectangles = new Float64Array(indexes.length * 4);
  const states = new Uint8Array(indexes.length).fill(displayedAs.unplaced);
  for (let number = 0; number < states.length; number += 1) {
    const { left, right, bottom, top } = boxOf(textPage, indexes[number] ?? 0);
    if (!(right > left) || !(top > bottom)) continue;
    const one = displayed(frame, left, bottom);
    const other = displayed(frame, right, top);
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    if (!Number.isFinite(x * width) || !Number.isFinite(y * height)) continue;
    const at = number * 4;
    rectangles[at] = Math.min(one.x, other.x) * width;
    rectangles[at + 1] = Math.min(one.y, other.y) * height;
    rectangles[at + 2] = Math.max(one.x, other.x) * width;
    rectangles[at + 3] = Math.max(one.y, other.y) * height;
    states[number] = x > 0 && x < 1 && y > 0 && y < 1 ? displayedAs.inside : displayedAs.outside;
  }
  return { width, height, rectangles, states };
}

/**
 * The box around what a character draws; if it draws nothing, as in text from character recognition, the space that it
 * occupies in its line.
 */
function boxOf(textPage: TextPage, index: number): CharBox {
  const box = drawnBox(textPage, index);
  const drawn = box.right > box.left && box.top > box.bottom;
  return drawn ? box : looseBox(textPage, index);
}

/**
 * Maps each UTF-16 unit of a page's stored text to the unit of the text that was read from the page, or to -1 if the
 * unit was inserted when broken words were joined. Null if the texts differ in anything but joined words, because no
 * span can then be located.
 */
export function unitsAsRead(stored: string, read: string): Int32Array | null {
  const units = new Int32Array(stored.length).fill(-1);
  let at = 0;
  for (let unit = 0; unit < read.length; unit += 1) {
    const character = read.charAt(unit);
    if (character === lineEndHyphen) {
      const hyphen = stored.charAt(at) === '-';
      if (hyphen && read.charAt(unit + 1) === '-') return null;
      if (hyphen) units[at++] = unit;
    } else if (character === lostLetter) {
      if (stored.charAt(at) === 'f') at += 1;
      if (stored.charAt(at) === ' ') at += 1;
    } else {
      if (stored.charAt(at) !== character) return null;
      units[at++] = unit;
    }
  }
  return at === stored.length ? units : null;
}
