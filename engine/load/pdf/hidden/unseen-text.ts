import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { type CharBox, centreOf, drawnBox, isWithin, looseBox } from '../boxes/char-box.ts';
import { type DrawnObjects, formObject, objectsIn, textObject } from '../drawn-objects.ts';
import type { PageFrame } from '../page-frame.ts';
import { floatsAt, type Pdfium } from '../pdfium.ts';
import { codeAt, type TextPage } from '../text-page.ts';
import { type Clip, Clips } from './clipping.ts';
import { type Suspect, seenAmong } from './drawn-twice.ts';
import { maySwitchOff } from './optional-content.ts';
import { boundsOf, combined, type Matrix, PaintedThings } from './painted.ts';
import { struckOut } from './struck-out.ts';
import { contains, type Face, isLike, type SeenText, Surroundings } from './surroundings.ts';

/** A text object that may be hidden, at least in part. */
type DoubtedText = {
  object: number;
  order: number;
  face: Face;
  clip: Clip | null;
  /** Why the text may be hidden, if only rendering the page can confirm it; null if there is no such reason. */
  doubt: Hiding | null;
};

/**
 * Text rendering modes that neither fill nor stroke, with and without adding the text to the clip (PDF 32000-1, table
 * 106).
 */
const drawsNothing = new Set([3, 7]);
const fills = 0;
/**
 * The face of a text is its colour, opacity and rendering mode. The face of a new text is compared only with this many
 * of the last faces, because consecutive texts mostly have the same face.
 */
const cachedFaces = 16;
/** Text smaller than this many points is not legible. */
const leastSize = 1;

/** A page, and where annotations strike out its words. */
export type PlaceOfText = {
  page: number;
  objects: DrawnObjects;
  textPage: TextPage;
  frame: PageFrame;
  struck: readonly CharBox[];
};

/**
 * The indexes of a page's characters that are struck out or not visible on it, with the reasons. The result is empty if none of these
 * characters is a letter or digit. Text that may be hidden (similar colour, something drawn over it, or a clip that is
 * not a rectangle) is tested by rendering the page with and without it: if the results differ, it is visible.
 * `switched` is true if the file may have content that is switched off.
 */
export function unseenCharacters(place: PlaceOfText, switched: boolean): Map<number, Hiding> {
  const unseen = new UnseenSearch(place, switched).run();
  const isLetterAt = (index: number) => isLetter(codeAt(place.textPage, index));
  return [...unseen.keys()].some(isLetterAt) ? unseen : new Map();
}

class UnseenSearch {
  readonly #module: Pdfium;
  readonly #place: PlaceOfText;
  readonly #textPage: TextPage;
  readonly #shown: CharBox;
  readonly #switched: boolean;
  readonly #transparent: boolean;
  readonly #painted: PaintedThings;
  readonly #clips: Clips;
  readonly #surroundings: Surroundings;
  readonly #doubted = new Map<number, DoubtedText>();
  readonly #unseen = new Map<number, Hiding>();
  readonly #suspects: Suspect[] = [];
  readonly #texts: SeenText[] = [];
  /** The last faces, the latest first. */
  readonly #faces: Face[] = [];

  constructor(place: PlaceOfText, switched: boolean) {
    const { module } = place.textPage;
    this.#module = module;
    this.#place = place;
    this.#textPage = place.textPage;
    const { left, bottom, width, height } = place.frame;
    this.#shown = { left, bottom, right: left + width, top: bottom + height };
    this.#switched = switched;
    this.#transparent = module._FPDFPage_HasTransparency(place.page) !== 0;
    this.#painted = new PaintedThings(module, this.#shown);
    this.#clips = new Clips(module);
    this.#surroundings = new Surroundings(module, this.#painted, this.#clips);
  }

  run(): Map<number, Hiding> {
    const module = this.#module;
    const { page, objects, frame, struck: marked } = this.#place;
    const visit: TextVisitor = (object, order, within) => this.#visit(object, order, within);
    visitObjects(module, objects, this.#painted, visit);
    this.#painted.finish(page);
    this.#doubtOthers();
    this.#lookAtBlank();
    if (this.#doubted.size > 0) this.#lookAtDoubted();
    if (this.#suspects.length > 0) {
      const visible = seenAmong(module, page, frame, this.#suspects);
      for (const { index, why } of this.#suspects) if (!visible.has(index)) this.#unseen.set(index, why);
    }
    const { levelLines: lines, all: shapes } = this.#painted;
    const drawn = { marked, lines, texts: this.#texts, shapes };
    for (const index of struckOut(this.#textPage, drawn)) {
      if (!this.#unseen.has(index)) this.#unseen.set(index, 'struck_out');
    }
    return this.#unseen;
  }

  /** Examines the text of an object as a whole; text that is not plainly visible is examined character by character. */
  #visit(object: number, order: number, within: Matrix | null): void {
    const box = boundsOf(this.#module, object, within);
    if (box === null || !(box.right > box.left && box.top > box.bottom)) return;
    const small = box.right - box.left < leastSize || box.top - box.bottom < leastSize;
    const face = this.#faceOf(object);
    const clip = this.#clips.of(object, within);
    const doubt = this.#doubtOf(object, face, within);
    const inside = contains(this.#shown, box) && (clip === null || (clip.exact && contains(clip.box, box)));
    if (face.unseen !== null || doubt !== null || !inside || (small && this.#isSmall(object, within))) {
      this.#doubted.set(object, { object, order, face, clip, doubt });
    } else this.#texts.push({ object, order, face, box });
  }

  #faceOf(object: number): Face {
    const module = this.#module;
    const { scratch: at } = module;
    const mode = module._FPDFTextObj_GetTextRenderMode(object);
    module._FPDFPageObj_GetFillColor(object, at, at + 4, at + 8, at + 12);
    const { HEAPU8: memory } = module;
    const colour = ((memory[at] ?? 0) << 16) | ((memory[at + 4] ?? 0) << 8) | (memory[at + 8] ?? 0);
    const opacity = (memory[at + 12] ?? 0) / 255;
    const known = this.#faces.find(
      (face) => face.mode === mode && face.colour === colour && face.opacity === opacity,
    );
    if (known !== undefined) return known;
    const face: Face = {
      mode,
      colour,
      opacity,
      unseen: drawsNothing.has(mode) || opacity === 0 ? 'transparent' : null,
      likePaper: isLike({ colour, opacity }, white),
      likeSomething: null,
    };
    this.#faces.unshift(face);
    this.#faces.length = Math.min(this.#faces.length, cachedFaces);
    return face;
  }

  /** Of the texts that seemed visible, finds those that may be hidden by something behind or over them. */
  #doubtOthers(): void {
    for (const { object, order, face, box } of this.#texts) {
      if (this.#surroundings.doubtAmong(face, order, box) === null) continue;
      this.#doubted.set(object, { object, order, face, clip: null, doubt: null });
    }
  }

  #doubtOf(object: number, { mode, opacity }: Face, within: Matrix | null): Hiding | null {
    const module = this.#module;
    if (this.#switched && maySwitchOff(module, object, within !== null)) return 'marked_hidden';
    if (mode !== fills) return 'not_drawn';
    const masked = this.#transparent && opacity === 1 && module._FPDFPageObj_HasTransparency(object) !== 0;
    return masked ? 'transparent' : null;
  }

  /** Whether the text of an object may be too small to read. */
  #isSmall(object: number, within: Matrix | null): boolean {
    const { scratch: at } = this.#module;
    if (within !== null || this.#module._FPDFTextObj_GetFontSize(object, at) === 0) return true;
    const [size] = floatsAt(this.#module);
    return this.#module._FPDFPageObj_GetMatrix(object, at) === 0 || this.#scaled(size) < leastSize;
  }

  /** Adds to the suspects the characters that should draw something, such as letters, but whose glyphs are empty. */
  #lookAtBlank(): void {
    const module = this.#module;
    const { handle, codes } = this.#textPage;
    for (let index = 0; index < codes.length; index += 1) {
      if (!isInk(codes[index] ?? 0)) continue;
      const { left, right, bottom, top } = drawnBox(this.#textPage, index);
      if (left !== right && bottom !== top) continue;
      const object = module._FPDFText_GetTextObject(handle, index);
      if (object === 0 || this.#doubted.has(object)) continue;
      const box = looseBox(this.#textPage, index);
      this.#suspects.push({ index, object, colour: 0, box, why: 'not_drawn' });
    }
  }

  #lookAtDoubted(): void {
    const module = this.#module;
    const count = this.#textPage.codes.length;
    for (let index = 0; index < count; index += 1) {
      const text = this.#doubted.get(module._FPDFText_GetTextObject(this.#textPage.handle, index));
      const why = text === undefined ? null : this.#lookAt(text, index);
      if (why !== null) this.#unseen.set(index, why);
    }
  }

  /** Why a character is certainly hidden, else null. If only rendering can decide, the character becomes a suspect. */
  #lookAt(text: DoubtedText, index: number): Hiding | null {
    const { face, clip } = text;
    let box = drawnBox(this.#textPage, index);
    let why = text.doubt;
    if (!(box.right > box.left && box.top > box.bottom)) {
      if (!isInk(codeAt(this.#textPage, index))) return null;
      box = looseBox(this.#textPage, index);
      why ??= 'not_drawn';
    }
    if (face.unseen !== null) return face.unseen;
    const centre = centreOf(box);
    if (!isWithin(this.#shown, centre)) return 'off_page';
    if (clip !== null) {
      if (!isWithin(clip.box, centre)) return 'off_page';
      if (!clip.exact) why ??= 'off_page';
    }
    const small = box.right - box.left < leastSize || box.top - box.bottom < leastSize;
    if (small && this.#sizeOf(index) < leastSize) return 'too_small';
    why ??= this.#surroundings.doubtAmong(face, text.order, box);
    if (why !== null) this.#suspects.push({ index, object: text.object, colour: face.colour, box, why });
    return null;
  }

  /**
   * The size of a drawn character, in points. For a squeezed character, the smaller of its horizontal and vertical
   * sizes.
   */
  #sizeOf(index: number): number {
    const size = this.#module._FPDFText_GetFontSize(this.#textPage.handle, index);
    if (this.#module._FPDFText_GetMatrix(this.#textPage.handle, index, this.#module.scratch) === 0)
      return size;
    return this.#scaled(size);
  }

  /** A font size after the transformation by the matrix that PDFium has just written. */
  #scaled(size: number): number {
    const [a, b, c, d] = floatsAt(this.#module);
    return Math.abs(size) * Math.min(Math.hypot(a, b), Math.hypot(c, d));
  }
}

/** Whether a character should draw something: it is not a space, line end, soft hyphen or control character. */
function isInk(code: number): boolean {
  return code > 32 && code !== 0xa0 && code !== 0xad && code !== 0xfffe;
}

function isLetter(code: number): boolean {
  return code > 0 && /[\p{L}\p{N}]/u.test(String.fromCodePoint(code));
}

/** Forms in more forms than this may hide anything. */
const deepestForm = 8;

/**
 * Called for each text that is drawn, with its object, its position in drawing order, and the transformation of the
 * form that contains the text, which is null for text outside of forms.
 */
type TextVisitor = (object: number, order: number, within: Matrix | null) => void;

/** Visits everything that a page draws, in drawing order. */
function visitObjects(
  module: Pdfium,
  objects: DrawnObjects,
  painted: PaintedThings,
  visitText: TextVisitor,
): void {
  let order = 0;
  const visit = ({ handles, kinds }: DrawnObjects, within: Matrix | null, depth: number) => {
    for (let at = 0; at < handles.length; at += 1) {
      const object = handles[at] ?? 0;
      const kind = kinds[at] ?? 0;
      order += 1;
      if (kind === textObject) visitText(object, order, within);
      else if (kind === formObject) visitForm(object, within, depth + 1);
      else painted.add(object, kind, order, within);
    }
  };
  const visitForm = (form: number, within: Matrix | null, depth: number) => {
    if (depth > deepestForm || module._FPDFPageObj_GetMatrix(form, module.scratch) === 0) {
      painted.addUnknown(order);
      return;
    }
    const [a, b, c, d] = floatsAt(module);
    const [e, f] = floatsAt(module, 4);
    const matrix = combined({ a, b, c, d, e, f }, within);
    visit(objectsIn(module, form), matrix, depth);
  };
  visit(objects, null, 0);
}
