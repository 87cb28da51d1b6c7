import { boxAround, type CharBox } from '../boxes/char-box.ts';
import { floatsAt, type Pdfium } from '../pdfium.ts';
import { isTurned, type Matrix, moved } from './painted.ts';

/**
 * The box around the visible area of a clipped text. `exact` is true if the area is a rectangle parallel to the axes,
 * and therefore identical to the box.
 */
export type Clip = { box: CharBox; exact: boolean };

type Point = readonly [number, number];

/** Maximum segments of a path that is a rectangle. */
const rectangleSegments = 5;
/** Coordinates that differ by less than this count as equal. */
const same = 0.01;

/**
 * Reads the clipping areas of texts. Consecutive texts mostly have the same clipping area, so the last area is cached.
 */
export class Clips {
  readonly #module: Pdfium;
  #last: { segment: number; paths: number; within: Matrix | null; clip: Clip } | null = null;

  constructor(module: Pdfium) {
    this.#module = module;
  }

  /** The clipping area of an object; null if the object is not clipped. */
  of(object: number, within: Matrix | null): Clip | null {
    const module = this.#module;
    const handle = module._FPDFPageObj_GetClipPath(object);
    if (handle === 0) return null;
    const paths = module._FPDFClipPath_CountPaths(handle);
    if (paths <= 0) return null;
    const segment = module._FPDFClipPath_GetPathSegment(handle, paths - 1, 0);
    const last = this.#last;
    if (
      last !== null &&
      segment !== 0 &&
      last.segment === segment &&
      last.paths === paths &&
      last.within === within
    ) {
      return last.clip;
    }
    const clip = this.#read(handle, paths, within);
    this.#last = { segment, paths, within, clip };
    return clip;
  }

  #read(handle: number, paths: number, within: Matrix | null): Clip {
    const all = { left: -Infinity, right: Infinity, bottom: -Infinity, top: Infinity };
    let exact = true;
    for (let path = 0; path < paths; path += 1) {
      const points = this.#points(handle, path);
      if (points.length === 0) continue;
      exact &&= areCorners(points) && !isTurned(within);
      const box = moved(boxAround(points), within);
      all.left = Math.max(all.left, box.left);
      all.right = Math.min(all.right, box.right);
      all.bottom = Math.max(all.bottom, box.bottom);
      all.top = Math.min(all.top, box.top);
    }
    return { box: all, exact };
  }

  #points(handle: number, path: number): Point[] {
    const count = this.#module._FPDFClipPath_CountPathSegments(handle, path);
    return pointsOf(this.#module, count, (index) =>
      this.#module._FPDFClipPath_GetPathSegment(handle, path, index),
    );
  }
}

/** Whether a path is a rectangle parallel to the axes and therefore fills its bounding box. */
export function isRectangle(module: Pdfium, path: number): boolean {
  const count = module._FPDFPath_CountSegments(path);
  if (count < 4 || count > rectangleSegments || module._FPDFPageObj_GetMatrix(path, module.scratch) === 0)
    return false;
  const [a, b, c, d] = floatsAt(module);
  if ((b !== 0 || c !== 0) && (a !== 0 || d !== 0)) return false;
  return areCorners(pointsOf(module, count, (index) => module._FPDFPath_GetPathSegment(path, index)));
}

/** Whether a path's points are exactly the four corners of its bounds. */
function areCorners(points: readonly Point[]): boolean {
  if (points.length > rectangleSegments) return false;
  const { left, right, bottom, top } = boxAround(points);
  const near = (one: number, other: number) => Math.abs(one - other) < same;
  const corners = new Set(points.map(([x, y]) => `${near(x, left)} ${near(y, bottom)}`));
  return (
    corners.size === 4 &&
    points.every(([x, y]) => (near(x, left) || near(x, right)) && (near(y, bottom) || near(y, top)))
  );
}

function pointsOf(module: Pdfium, count: number, segmentAt: (index: number) => number): Point[] {
  const points: Point[] = [];
  const { scratch } = module;
  for (let index = 0; index < count; index += 1) {
    const segment = segmentAt(index);
    if (segment === 0 || module._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) continue;
    const [x, y] = floatsAt(module);
    points.push([x, y]);
  }
  return points;
}
