import { type Box, boxFraction } from '../../../model/locator.ts';
import type { Span } from '../../../model/source.ts';
import { lineEndHyphen } from '../../part.ts';
import { displayed, type PageFrame } from '../page-frame.ts';
import { collectLines } from '../page-lines.ts';
import type { Pdfium } from '../pdfium.ts';
import { seenOf, textLayer } from '../text-layer.ts';
import { unitsAsRead } from './as-read.ts';
import { type CharBox, drawnBox, looseBox } from './char-box.ts';

/** A rectangle in points of the page as displayed, with the origin at the top left. */
type Rectangle = { left: number; top: number; right: number; bottom: number };
/**
 * A character's rectangle and its index on the page. `outside` is true if the character is outside of the visible page.
 */
type Placed = Rectangle & { index: number; outside: boolean };
/**
 * A page's text as stored (`stored`) and as read from the page (`text`). `units` maps units of the stored text to the
 * read text; `trace` maps units of the read text to characters of the page.
 */
type Read = { stored: string; text: string; units: Int32Array; trace: number[] };

/**
 * Maximum gap between characters in the same box, as a multiple of the characters' size. The gaps between columns and
 * between table cells are wider.
 */
const widestGap = 2;
/**
 * Maximum number of other characters inside the boxes of a quote, as a share of the quote's own characters. A few other
 * characters are possible, such as a letter two lines high or a watermark.
 */
const mostOthers = 0.05;

/**
 * The boxes of spans of a page, one for each line or separate part of a line, as fractions of the page as displayed.
 * `stored` is the page's text, and `spans` are ranges of this text. Null for a span whose position is uncertain,
 * because its text cannot be mapped to characters of the page, some of its characters are hidden, or too many other
 * characters are inside its boxes.
 */
export function quoteBoxes(
  module: Pdfium,
  page: number,
  { stored, spans, switched }: { stored: string; spans: readonly Span[]; switched: boolean },
  frame: PageFrame,
  scratch: number,
): (Box[] | null)[] {
  const textPage = module._FPDFText_LoadPage(page);
  if (textPage === 0) return spans.map(() => null);
  try {
    const trace: number[] = [];
    const { unseen } = textLayer(module, { page, textPage, frame }, switched, scratch);
    const { text } = collectLines(module, textPage, scratch, { trace, ...seenOf(unseen) });
    const units = unitsAsRead(stored, text);
    if (units === null) return spans.map(() => null);
    const shown = new ShownCharacters(module, textPage, frame, scratch);
    const all = distinct(trace).flatMap((index) => shown.at(index) ?? []);
    return spans.map((span) => boxesOf(linesOf(span, { stored, text, units, trace }), shown, all));
  } finally {
    module._FPDFText_ClosePage(textPage);
  }
}

/** The indexes of a span's characters on the page, by line. */
function linesOf({ start, end }: Span, { stored, text, units, trace }: Read): number[][] {
  const lines: number[][] = [[]];
  for (let at = start; at < end; at += 1) {
    const unit = units[at] ?? -1;
    if (stored.charAt(at) === '\n' || text.charAt(unit - 1) === lineEndHyphen) lines.push([]);
    const index = trace[unit] ?? -1;
    if (index >= 0 && /\S/.test(stored.charAt(at))) lines.at(-1)?.push(index);
  }
  return lines.map(distinct).filter((line) => line.length > 0);
}

function boxesOf(lines: number[][], shown: ShownCharacters, all: readonly Placed[]): Box[] | null {
  const own = new Set(lines.flat());
  const placed = lines.map((line) => line.flatMap((index) => shown.at(index) ?? []));
  if (placed.some((line) => line.length === 0 || line.some(({ outside }) => outside))) return null;
  const groups = placed.flatMap(standingTogether);
  const others = all.filter(
    (other) => !own.has(other.index) && groups.some((group) => contains(group, other)),
  );
  if (groups.length === 0 || others.length > own.size * mostOthers) return null;
  return groups.map((group) => shown.fractions(group));
}

/** The rectangles around the characters of a line: one rectangle for each group of characters between wide gaps. */
function standingTogether(characters: readonly Placed[]): Rectangle[] {
  const groups: Rectangle[] = [];
  let last: Placed | null = null;
  let size = 0;
  for (const placed of characters) {
    const own = Math.max(placed.right - placed.left, placed.bottom - placed.top);
    size = Math.max(size, own);
    const group = groups.at(-1);
    if (group !== undefined && last !== null && apart(last, placed) <= size * widestGap) {
      group.left = Math.min(group.left, placed.left);
      group.top = Math.min(group.top, placed.top);
      group.right = Math.max(group.right, placed.right);
      group.bottom = Math.max(group.bottom, placed.bottom);
    } else {
      const { left, top, right, bottom } = placed;
      groups.push({ left, top, right, bottom });
      size = own;
    }
    last = placed;
  }
  return groups;
}

/** The horizontal or vertical gap between two rectangles; 0 if they touch. */
function apart(a: Rectangle, b: Rectangle): number {
  return Math.max(0, b.left - a.right, a.left - b.right, b.top - a.bottom, a.top - b.bottom);
}

function contains({ left, top, right, bottom }: Rectangle, other: Rectangle): boolean {
  const x = (other.left + other.right) / 2;
  const y = (other.top + other.bottom) / 2;
  return x > left && x < right && y > top && y < bottom;
}

/** The positions of a page's characters as displayed. */
class ShownCharacters {
  readonly #module: Pdfium;
  readonly #textPage: number;
  readonly #frame: PageFrame;
  readonly #scratch: number;
  readonly #width: number;
  readonly #height: number;
  readonly #known = new Map<number, Placed | null>();

  constructor(module: Pdfium, textPage: number, frame: PageFrame, scratch: number) {
    this.#module = module;
    this.#textPage = textPage;
    this.#frame = frame;
    this.#scratch = scratch;
    const onSide = frame.rotation % 2 === 1;
    this.#width = onSide ? frame.height : frame.width;
    this.#height = onSide ? frame.width : frame.height;
  }

  /** The position of a character as displayed; null if it has no width or height. */
  at(index: number): Placed | null {
    const known = this.#known.get(index);
    if (known !== undefined) return known;
    const placed = this.#place(index);
    this.#known.set(index, placed);
    return placed;
  }

  fractions({ left, top, right, bottom }: Rectangle): Box {
    const [x, y, toX, toY] = [
      left / this.#width,
      top / this.#height,
      right / this.#width,
      bottom / this.#height,
    ].map((fraction) => boxFraction(Math.min(1, Math.max(0, fraction))));
    return {
      x: x ?? 0,
      y: y ?? 0,
      width: boxFraction((toX ?? 0) - (x ?? 0)),
      height: boxFraction((toY ?? 0) - (y ?? 0)),
    };
  }

  #place(index: number): Placed | null {
    const { left, right, bottom, top } = this.#box(index);
    if (!(right > left) || !(top > bottom)) return null;
    const one = displayed(this.#frame, left, bottom);
    const other = displayed(this.#frame, right, top);
    const [x, y] = [(one.x + other.x) / 2, (one.y + other.y) / 2];
    return {
      index,
      outside: !(x > 0 && x < 1 && y > 0 && y < 1),
      left: Math.min(one.x, other.x) * this.#width,
      right: Math.max(one.x, other.x) * this.#width,
      top: Math.min(one.y, other.y) * this.#height,
      bottom: Math.max(one.y, other.y) * this.#height,
    };
  }

  /**
   * The box around what the character draws; if it draws nothing, as in text from character recognition, the space that
   * it occupies in its line.
   */
  #box(index: number): CharBox {
    const box = drawnBox(this.#module, this.#textPage, index, this.#scratch);
    const drawn = box.right > box.left && box.top > box.bottom;
    return drawn ? box : looseBox(this.#module, this.#textPage, index, this.#scratch);
  }
}

function distinct(indices: readonly number[]): number[] {
  return [...new Set(indices)].filter((index) => index >= 0);
}
