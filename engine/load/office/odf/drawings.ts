import { type Drawing, Drawings } from '../drawings.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { type FormattedStyles, pointsOf } from './style-looks.ts';

/** Elements that have a position and a fill of their own, and can contain text. */
export const shapes: ReadonlySet<string> = new Set([
  ...['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'regular-polygon', 'path', 'caption'],
  ...['polyline', 'g'],
]);
const pictures = new Set(['image', 'object', 'object-ole', 'plugin']);
/** Shapes that are narrower or lower than this, 2 cm by 4 mm in points, are too small to be behind words. */
const least = { width: 56, height: 11 };

/** The filled shapes of a text document. Throws a `ReadFailure`. */
export function drawingsOf(content: Buffer, looks: FormattedStyles): Drawings {
  const finder = parseXml(content, new DrawingFinder(looks));
  return new Drawings(finder.found);
}

class DrawingFinder implements XmlHandler {
  readonly found: Drawing[] = [];
  readonly #looks: FormattedStyles;
  readonly #open: (Drawing & { filled: boolean })[] = [];
  #characters = 0;
  #inBody = false;

  constructor(looks: FormattedStyles) {
    this.#looks = looks;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'body') this.#inBody = true;
    const frame = this.#open.at(-1);
    if (shapes.has(name)) this.#begin(attributes);
    else if (pictures.has(name) && frame !== undefined) frame.filled = true;
  }

  close(name: string): void {
    if (!shapes.has(name)) return;
    const { filled, ...drawing } = this.#open.pop() ?? { ...nothing };
    if (filled) this.found.push(drawing);
  }

  text(text: string): void {
    if (this.#inBody) this.#characters += text.length;
  }

  #begin(attributes: Attributes): void {
    const { width, height, 'anchor-type': anchor, 'style-name': style = '' } = attributes;
    const isSmall =
      (pointsOf(width) ?? least.width) < least.width || (pointsOf(height) ?? least.height) < least.height;
    const filled = !isSmall && this.#looks.ground('graphic', style) !== null;
    this.#open.push({ at: this.#characters, floating: anchor !== 'as-char', large: false, filled });
  }
}

const nothing: Drawing & { filled: boolean } = { at: 0, floating: false, large: false, filled: false };
