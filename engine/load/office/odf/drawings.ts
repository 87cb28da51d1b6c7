import { type Drawing, Drawings } from '../drawings.ts';
import type { Element } from '../xml.ts';
import { type FormattedStyles, pointsOf } from './style-looks.ts';
import { styleOf } from './words.ts';

/** Elements that have a position and a fill of their own, and can contain text. */
export const shapes: ReadonlySet<string> = new Set([
  ...['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'polygon', 'regular-polygon', 'path', 'caption'],
  ...['polyline', 'g'],
]);
const pictures = new Set(['image', 'object', 'object-ole', 'plugin']);
/** Shapes that are narrower or lower than this, 2 cm by 4 mm in points, are too small to be behind words. */
const least = { width: 56, height: 11 };

/** The filled shapes of the body of a text document. */
export function drawingsOf(body: Element, looks: FormattedStyles): Drawings {
  const found: Drawing[] = [];
  let characters = 0;
  /** Returns whether there is a picture in the element, outside of the shapes in it. */
  const look = (element: Element): boolean => {
    let hasPicture = false;
    for (const child of element.children) {
      if (typeof child === 'string') characters += child.length;
      else if (!shapes.has(child.name)) hasPicture = look(child) || pictures.has(child.name) || hasPicture;
      else {
        const drawing = {
          at: characters,
          floating: child.attributes['anchor-type'] !== 'as-char',
          large: false,
        };
        if (look(child) || isFilled(child, looks)) found.push(drawing);
      }
    }
    return hasPicture;
  };
  look(body);
  return new Drawings(found);
}

function isFilled({ attributes }: Element, looks: FormattedStyles): boolean {
  const { width, height } = attributes;
  const isLarge =
    (pointsOf(width) ?? least.width) >= least.width && (pointsOf(height) ?? least.height) >= least.height;
  return isLarge && looks.ground('graphic', styleOf(attributes)) !== null;
}
