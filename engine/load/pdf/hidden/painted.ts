import { type Colour, colourOf } from '../../pages/colour.ts';
import { annotationBox, eachAnnotation } from '../annotations.ts';
import { boxAround, type CharBox } from '../boxes/char-box.ts';
import { pathObject } from '../drawn-objects.ts';
import { floatsAt, type Pdfium } from '../pdfium.ts';

/** Something that a page draws, other than text, and that may be in front of or behind text. */
export type Painted = CharBox & {
  /** The position of this thing in the drawing order of the page. */
  order: number;
  /** Null if there is more than one colour, or if the colour is unknown or partly transparent. */
  colour: Colour | null;
  /** The handle of a path that is filled with `colour`, if the path is not rotated; else 0. */
  path: number;
  /** Whether this is a line. A line hides no text by itself, but many lines together may. */
  thin: boolean;
  /** Whether the shape fills its whole box; undefined until computed. */
  exact?: boolean;
};

/** A line that a page draws, with its position in the drawing order. */
export type DrawnLine = CharBox & { order: number };

/** A transformation as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = { a: number; b: number; c: number; d: number; e: number; f: number };

/** A shape thinner than this many points is a line, such as a rule or a border, and hides no text by itself. */
const thin = 2;
/** The bounds of a level line, which are twice as high as the line, are at most this many points high. */
const thickestLine = 4;
/** A path with at least this many segments may be a hatching, which can hide text although its lines are thin. */
const fewSegments = 20;
/** The number of horizontal bands of a page. The areas of lines are added up for each band. */
const bands = 32;
/** Lines hide no text if they cover at most this share of a band, as rules and table borders mostly do. */
const hatchedShare = 0.1;

/** PDFium's numbers for annotations that do not cover words of a page: notes, links, pop-ups and form fields. */
const drawsNothing = new Set([1, 2, 16, 20]);

/** Collects the shapes and pictures of a page. */
export class PaintedThings {
  readonly all: Painted[] = [];
  #byBand: Painted[][] | null = null;
  readonly #module: Pdfium;
  readonly #frame: CharBox;
  readonly #lines: DrawnLine[] = [];
  /** Level lines, which can strike words out. */
  readonly levelLines: DrawnLine[] = [];
  readonly #lineAreas = new Float64Array(bands);

  /** `frame` is the visible part of the page. */
  constructor(module: Pdfium, frame: CharBox) {
    this.#module = module;
    this.#frame = frame;
  }

  /** Adds hatchings and annotations, and sorts `all` in drawing order. Call this after the last addition. */
  finish(page: number): void {
    this.#addHatchings();
    this.#addAnnotations(page);
    this.all.sort((one, other) => one.order - other.order);
  }

  /** Everything that may overlap a box, in drawing order. */
  near({ bottom, top }: CharBox): readonly Painted[] {
    this.#byBand ??= this.#bandLists();
    const band = this.#bandOf(bottom);
    return this.#bandOf(top) <= band + 1 ? (this.#byBand[band] ?? []) : this.all;
  }

  /** Adds an object of which only the position in drawing order is known: it may be anywhere on the page. */
  addUnknown(order: number): void {
    this.#add(this.#frame, order, null, 0);
  }

  /** Adds a picture, a shading or a path. */
  add(object: number, kind: number, order: number, within: Matrix | null): void {
    const box = boundsOf(this.#module, object, within);
    if (box === null) return;
    const { left, right, bottom, top } = box;
    const height = top - bottom;
    if (height <= thickestLine && right - left > 2 * height)
      this.levelLines.push({ left, right, bottom, top, order });
    if (kind !== pathObject) this.#add(box, order, null, 0);
    else if (right - left < thin || height < thin) {
      const band = this.#bandOf((bottom + top) / 2);
      this.#lineAreas[band] = (this.#lineAreas[band] ?? 0) + (right - left) * height;
      this.#lines.push({ left, right, bottom, top, order });
    } else if (this.#isFilled(object)) {
      const colour = this.#fillColour(object);
      this.#add(box, order, colour, colour === null || isTurned(within) ? 0 : object);
    } else if (this.#isWide(object)) this.#add(box, order, null, 0);
  }

  #isFilled(path: number): boolean {
    const { scratch: at } = this.#module;
    if (this.#module._FPDFPath_GetDrawMode(path, at, at + 4) === 0) return true;
    return this.#module.HEAPU8[at] !== 0;
  }

  /** Whether a path that is not filled may cover text, because its lines are wide or many. */
  #isWide(path: number): boolean {
    return this.#strokeWidth(path) >= thin || this.#module._FPDFPath_CountSegments(path) >= fewSegments;
  }

  #strokeWidth(path: number): number {
    return this.#module._FPDFPageObj_GetStrokeWidth(path, this.#module.scratch) === 0
      ? thin
      : floatsAt(this.#module)[0];
  }

  #fillColour(path: number): Colour | null {
    const module = this.#module;
    const { scratch: at } = module;
    if (module._FPDFPageObj_HasTransparency(path) !== 0) return null;
    if (module._FPDFPageObj_GetFillColor(path, at, at + 4, at + 8, at + 12) === 0) return null;
    const { HEAPU8: memory } = module;
    return memory[at + 12] === 255
      ? colourOf(memory[at] ?? 0, memory[at + 4] ?? 0, memory[at + 8] ?? 0)
      : null;
  }

  #add(box: CharBox, order: number, colour: Colour | null, path: number): void {
    const { left, right, bottom, top } = box;
    this.all.push({ left, right, bottom, top, order, colour, path, thin: false });
  }

  /** Adds the lines of bands that have many lines, because a hatching can hide text like one large shape. */
  #addHatchings(): void {
    const { left, right, bottom, top } = this.#frame;
    const dense = (((right - left) * (top - bottom)) / bands) * hatchedShare;
    if (!this.#lineAreas.some((area) => area > dense)) return;
    for (const line of this.#lines) {
      if ((this.#lineAreas[this.#bandOf((line.bottom + line.top) / 2)] ?? 0) <= dense) continue;
      this.all.push({ ...line, colour: null, path: 0, thin: true });
    }
  }

  #bandLists(): Painted[][] {
    const lists: Painted[][] = Array.from({ length: bands }, () => []);
    for (const painted of this.all) {
      // `near` looks up only the band of a box's bottom, and the box can reach into the next band.
      for (let band = this.#bandOf(painted.bottom) - 1; band <= this.#bandOf(painted.top); band += 1) {
        lists[band]?.push(painted);
      }
    }
    return lists;
  }

  /**
   * Adds the annotations, which are on top of the page. Annotations with words are already part of the page's content.
   */
  #addAnnotations(page: number): void {
    const module = this.#module;
    eachAnnotation(module, page, (annotation) => {
      if (drawsNothing.has(module._FPDFAnnot_GetSubtype(annotation))) return;
      const box = annotationBox(module, annotation);
      if (box !== null) this.#add(box, Number.POSITIVE_INFINITY, null, 0);
    });
  }

  #bandOf(y: number): number {
    const { bottom, top } = this.#frame;
    const band = Math.floor(((y - bottom) / (top - bottom)) * bands);
    return Math.min(bands - 1, Math.max(0, Number.isNaN(band) ? 0 : band));
  }
}

/** The box around an object; null if it cannot be read. */
export function boundsOf(module: Pdfium, object: number, within: Matrix | null): CharBox | null {
  const { scratch } = module;
  if (module._FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return null;
  const [left, bottom, right, top] = floatsAt(module);
  return moved({ left, right, bottom, top }, within);
}

export function moved(box: CharBox, matrix: Matrix | null): CharBox {
  if (matrix === null) return box;
  const { a, b, c, d, e, f } = matrix;
  const corners = [box.left, box.right].flatMap((x) => [box.bottom, box.top].map((y) => [x, y] as const));
  return boxAround(corners.map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]));
}

/**
 * Whether a transformation rotates or skews, so that a rectangle parallel to the axes no longer fills its bounding box.
 */
export function isTurned(matrix: Matrix | null): boolean {
  return matrix !== null && (matrix.b !== 0 || matrix.c !== 0);
}

/** The transformation that applies first `inner`, then `outer`. */
export function combined(inner: Matrix, outer: Matrix | null): Matrix {
  if (outer === null) return inner;
  return {
    a: inner.a * outer.a + inner.b * outer.c,
    b: inner.a * outer.b + inner.b * outer.d,
    c: inner.c * outer.a + inner.d * outer.c,
    d: inner.c * outer.b + inner.d * outer.d,
    e: inner.e * outer.a + inner.f * outer.c + outer.e,
    f: inner.e * outer.b + inner.f * outer.d + outer.f,
  };
}

export function around(one: CharBox, other: CharBox): CharBox {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
    top: Math.max(one.top, other.top),
  };
}
