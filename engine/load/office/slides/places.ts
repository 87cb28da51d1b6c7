import { childAt, type Element } from '../xml.ts';

/** A rectangle on a slide, in English Metric Units. */
export type Area = { left: number; right: number; top: number; bottom: number };

/** Where the shapes inside a group are: the file states their positions relative to the group. */
export type Group = { scaleX: number; scaleY: number; x: number; y: number };

export const noGroup: Group = { scaleX: 1, scaleY: 1, x: 0, y: 0 };

/**
 * The area of a shape with this transform; null without one, and for a rotated shape, whose area is not where the file
 * states it (ECMA-376 part 1, 20.1.7).
 */
export function areaOf(transform: Element | undefined, { scaleX, scaleY, x, y }: Group): Area | null {
  const size = childAt(transform, 'ext')?.attributes;
  if (size === undefined || Number(transform?.attributes.rot ?? 0) !== 0) return null;
  const at = childAt(transform, 'off')?.attributes ?? { x: '0', y: '0' };
  return {
    left: x + Number(at.x) * scaleX,
    right: x + (Number(at.x) + Number(size.cx)) * scaleX,
    top: y + Number(at.y) * scaleY,
    bottom: y + (Number(at.y) + Number(size.cy)) * scaleY,
  };
}

/** Where the shapes inside a group with this transform are. */
export function groupOf(transform: Element | undefined, outer: Group): Group {
  const inner = childAt(transform, 'chExt')?.attributes;
  if (inner === undefined) return noGroup;
  const numberOf = (name: string, attribute: string) =>
    Number(childAt(transform, name)?.attributes[attribute] ?? 0);
  const [width, height] = [Number(inner.cx), Number(inner.cy)];
  const scaleX = width > 0 ? numberOf('ext', 'cx') / width : 1;
  const scaleY = height > 0 ? numberOf('ext', 'cy') / height : 1;
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    x: outer.x + outer.scaleX * (numberOf('off', 'x') - numberOf('chOff', 'x') * scaleX),
    y: outer.y + outer.scaleY * (numberOf('off', 'y') - numberOf('chOff', 'y') * scaleY),
  };
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
