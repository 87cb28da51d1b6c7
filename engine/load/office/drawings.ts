import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

/** A filled shape in a part of a document. `at` is the number of characters in the part before the shape. */
export type Drawing = {
  at: number;
  /** The shape has its own position on the page, so the surrounding text can be in front of it. */
  floating: boolean;
  /** The shape is so large that, if it is in a header, the text of the page can be in front of it. */
  large: boolean;
};

/**
 * Words that are more than this many characters away from a shape are on another page, because a page has fewer
 * characters than this.
 */
const mostOnPage = 6_000;
/** One centimetre in English Metric Units. */
const centimetre = 360_000;
/** Shapes that are narrower or lower than this are too small to be behind words. */
const least = { width: 2 * centimetre, height: 0.4 * centimetre };
const leastLarge = 4 * centimetre;

/**
 * The filled shapes of a part of a document. If words can be in front of a shape, the background of the words is
 * unknown.
 */
export class Drawings {
  /** Where shapes are, in ascending order: those with a position of their own, and all. */
  readonly #floating: readonly number[];
  readonly #all: readonly number[];
  /** A header contains a large shape, which is therefore on every page. */
  readonly #everywhere: boolean;

  constructor(drawings: readonly Drawing[], headers: readonly Drawing[] = []) {
    this.#floating = placesOf(drawings.filter(({ floating }) => floating));
    this.#all = placesOf(drawings);
    this.#everywhere = headers.some(({ large }) => large);
  }

  /**
   * Whether the words at this character position can be in front of a shape. Words in a text box can also be in front
   * of a shape that has no position of its own.
   */
  mayLieUnder(at: number, inBox: boolean): boolean {
    return this.#everywhere || hasNear(inBox ? this.#all : this.#floating, at);
  }
}

function placesOf(drawings: readonly Drawing[]): number[] {
  return drawings.map(({ at }) => at).sort((one, other) => one - other);
}

/** Whether one of the places, which are in ascending order, can be on the same page. Uses a binary search. */
function hasNear(places: readonly number[], at: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < at - mostOnPage) low = middle + 1;
    else high = middle;
  }
  return (places[low] ?? Number.POSITIVE_INFINITY) <= at + mostOnPage;
}

const frames = new Set(['anchor', 'inline']);
const vmlFrames = new Set(['shape', 'rect', 'roundrect', 'oval', 'group', 'image']);
const pictures = new Set(['pic', 'chart', 'relIds', 'wgp', 'wpc', 'imagedata', 'contentPart']);
const fills = new Set(['solidFill', 'gradFill', 'blipFill', 'pattFill']);
/** Elements whose content is not displayed. */
const skipped = new Set(['Fallback', 'moveFrom', 'del']);

/** The filled drawings of a part, including those in text boxes. */
export function drawingsIn(bytes: Buffer | null): Drawing[] {
  const finder = new DrawingFinder();
  if (bytes !== null && /<(?:\w+:)?(?:anchor|inline|pict|object)[\s>]/.test(bytes.toString('latin1'))) {
    parseXml(bytes, finder);
  }
  return finder.found;
}

type Open = {
  name: string;
  at: number;
  floating: boolean;
  width: number;
  height: number;
  filled: boolean;
  bare: boolean;
};

class DrawingFinder implements XmlHandler {
  readonly found: Drawing[] = [];
  readonly #path: string[] = [];
  readonly #open: Open[] = [];
  #characters = 0;
  #skipping = 0;

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#skipping > 0 || skipped.has(name)) this.#skipping += 1;
    else if (frames.has(name)) this.#begin(name, name === 'anchor');
    else if (vmlFrames.has(name) && (parent === 'pict' || parent === 'object'))
      this.#beginVml(name, attributes);
    else this.#inside(name, parent, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#skipping > 0) this.#skipping -= 1;
    else if (this.#open.at(-1)?.name === name && !this.#path.includes('group')) this.#end();
  }

  text(text: string): void {
    if (this.#skipping === 0 && this.#path.at(-1) === 't') this.#characters += text.length;
  }

  #begin(name: string, floating: boolean): void {
    const size = Number.POSITIVE_INFINITY;
    const at = this.#characters;
    this.#open.push({ name, at, floating, width: size, height: size, filled: false, bare: false });
  }

  /** Begins a VML shape, as in older documents. Attributes set the look of such a shape. */
  #beginVml(name: string, { style = '', fillcolor, filled = 't' }: Attributes): void {
    this.#begin(name, /position:\s*absolute/i.test(style));
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    frame.filled = name === 'group' || (fillcolor !== undefined && !filled.startsWith('f'));
  }

  #inside(name: string, parent: string | undefined, { cx, cy, idx = '0' }: Attributes): void {
    const frame = this.#open.at(-1);
    if (frame === undefined) return;
    if (name === 'extent' && frames.has(parent ?? '')) {
      frame.width = Number(cx);
      frame.height = Number(cy);
    } else if (name === 'textpath') Object.assign(frame, { filled: false, bare: true });
    else if (pictures.has(name) || (parent === 'spPr' && fills.has(name))) frame.filled = true;
    else if (parent === 'spPr' && name === 'noFill') frame.bare = true;
    else if (name === 'fillRef' && idx !== '0' && !frame.bare) frame.filled = true;
  }

  #end(): void {
    const { at, floating, width, height, filled, bare, name } = this.#open.pop() ?? closed;
    const isWordArt = bare && vmlFrames.has(name);
    if (!filled || isWordArt || width < least.width || height < least.height) return;
    this.found.push({ at, floating, large: width >= leastLarge && height >= leastLarge });
  }
}

const closed: Open = { name: '', at: 0, floating: false, width: 0, height: 0, filled: false, bare: false };
