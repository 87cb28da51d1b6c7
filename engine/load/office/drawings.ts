import { firstWhere } from '../../model/sorted.ts';
import { childAt, type Element, textIn, walk } from './xml.ts';

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

/** Whether one of the places, which are in ascending order, can be on the same page. */
function hasNear(places: readonly number[], at: number): boolean {
  const next = places[firstWhere(places.length, (index) => (places[index] ?? 0) >= at - mostOnPage)];
  return next !== undefined && next <= at + mostOnPage;
}

const frames = new Set(['anchor', 'inline']);
const vmlFrames = new Set(['shape', 'rect', 'roundrect', 'oval', 'group', 'image']);
const pictures = new Set(['pic', 'chart', 'relIds', 'wgp', 'wpc', 'imagedata', 'contentPart']);
const fills = new Set(['solidFill', 'gradFill', 'blipFill', 'pattFill']);
/** Elements whose content is not displayed. */
const skipped = new Set(['Fallback', 'moveFrom', 'del']);

/** The filled drawings of a part, including those in text boxes. */
export function drawingsIn(part: Element): Drawing[] {
  const found: Drawing[] = [];
  let characters = 0;
  const see = (element: Element, parent: Element): boolean => {
    if (skipped.has(element.name)) return false;
    if (element.name === 't') characters += textIn(element).length;
    const isVml = vmlFrames.has(element.name) && (parent.name === 'pict' || parent.name === 'object');
    if (!isVml && !frames.has(element.name)) return true;
    const drawing = isVml ? vmlDrawing(element, characters) : drawn(element, characters);
    if (drawing !== null) found.push(drawing);
    return true;
  };
  walk(part, see);
  return found;
}

/** A drawing; null if it is not filled, or too small. */
function drawn(frame: Element, at: number): Drawing | null {
  const { cx = Number.POSITIVE_INFINITY, cy = Number.POSITIVE_INFINITY } =
    childAt(frame, 'extent')?.attributes ?? {};
  const [width, height] = [Number(cx), Number(cy)];
  if (!isFilled(frame) || width < least.width || height < least.height) return null;
  const large = width >= leastLarge && height >= leastLarge;
  return { at, floating: frame.name === 'anchor', large };
}

/** A VML shape, as in older documents; null if it is not filled. Attributes set the look of such a shape. */
function vmlDrawing(shape: Element, at: number): Drawing | null {
  const { style = '', fillcolor, filled = 't' } = shape.attributes;
  const isWordArt = childAt(shape, 'textpath') !== undefined;
  const hasColour = fillcolor !== undefined && !filled.startsWith('f');
  if (isWordArt || !(shape.name === 'group' || hasColour || isFilled(shape))) return null;
  return { at, floating: /position:\s*absolute/i.test(style), large: true };
}

/** Whether something is drawn in a frame, except for what is in the frames inside it. */
function isFilled(frame: Element): boolean {
  let filled = false;
  let bare = false;
  walk(frame, ({ name, attributes: { idx = '0' } }, { name: parent }) => {
    if (frames.has(name) || vmlFrames.has(name) || skipped.has(name)) return frame.name === 'group';
    if (pictures.has(name) || (parent === 'spPr' && fills.has(name))) filled = true;
    else if (parent === 'spPr' && name === 'noFill') bare = true;
    else if (name === 'fillRef' && idx !== '0' && !bare) filled = true;
  });
  return filled;
}
