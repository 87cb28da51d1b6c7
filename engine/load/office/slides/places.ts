import type { Attributes } from '../xml.ts';

/** A rectangle on a slide, in English Metric Units. */
export type Area = { left: number; right: number; top: number; bottom: number };

type Group = { scaleX: number; scaleY: number; x: number; y: number };
type Transform = { x: number; y: number; width: number; height: number; childX: number; childY: number };

const untouched: Group = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

/**
 * Calculates where shapes are on a slide. The file states the position of a shape inside a group relative to the group
 * (ECMA-376 part 1, 20.1.7).
 */
export class Places {
  readonly #groups: Group[] = [];
  #transform: Transform | null = null;
  /**
   * Whether the transform that began last is rotated. If so, the area that `ofShape` returns is not where the shape is
   * displayed.
   */
  turned = false;

  beginGroup(): void {
    this.#groups.push(untouched);
  }

  endGroup(): void {
    this.#groups.pop();
  }

  /** Call this where a transform begins, and then `ofShape` or `ofGroup` for each element of the transform. */
  begin({ rot = '0' }: Attributes): void {
    this.turned = Number(rot) !== 0;
    this.#transform = { x: 0, y: 0, width: 0, height: 0, childX: 0, childY: 0 };
  }

  /**
   * Reads an element of a shape's transform. Returns the shape's area once the transform is complete; null before that.
   */
  ofShape(name: string, attributes: Attributes): Area | null {
    const to = this.#take(name, attributes);
    if (to === null || name !== 'ext') return null;
    const { scaleX, scaleY, x, y } = this.#groups.at(-1) ?? untouched;
    return {
      left: x + to.x * scaleX,
      right: x + (to.x + to.width) * scaleX,
      top: y + to.y * scaleY,
      bottom: y + (to.y + to.height) * scaleY,
    };
  }

  /** Reads an element of the transform of the innermost group. */
  ofGroup(name: string, attributes: Attributes): void {
    const to = this.#take(name, attributes);
    if (to === null || name !== 'chExt' || this.#groups.length === 0) return;
    const outer = this.#groups.at(-2) ?? untouched;
    const [width, height] = [Number(attributes.cx), Number(attributes.cy)];
    const scaleX = width > 0 ? to.width / width : 1;
    const scaleY = height > 0 ? to.height / height : 1;
    this.#groups[this.#groups.length - 1] = {
      scaleX: outer.scaleX * scaleX,
      scaleY: outer.scaleY * scaleY,
      x: outer.x + outer.scaleX * (to.x - to.childX * scaleX),
      y: outer.y + outer.scaleY * (to.y - to.childY * scaleY),
    };
  }

  #take(name: string, { x, y, cx, cy }: Attributes): Transform | null {
    const to = this.#transform;
    if (to === null) return null;
    if (name === 'off') Object.assign(to, { x: Number(x), y: Number(y) });
    if (name === 'ext') Object.assign(to, { width: Number(cx), height: Number(cy) });
    if (name === 'chOff') Object.assign(to, { childX: Number(x), childY: Number(y) });
    return to;
  }
}

export function overlap(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/**
 * Whether `one` covers all of `other`. False if `other` has no width or height, because then it is unknown how far the
 * words of `other` extend.
 */
export function contains(one: Area, other: Area): boolean {
  if (other.left >= other.right || other.top >= other.bottom) return false;
  return (
    one.left <= other.left && one.right >= other.right && one.top <= other.top && one.bottom >= other.bottom
  );
}
