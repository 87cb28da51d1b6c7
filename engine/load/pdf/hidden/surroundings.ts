import { areAlike, type Colour, mixed } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import type { CharBox } from '../boxes/char-box.ts';
import type { Pdfium } from '../pdfium.ts';
import { type Clips, isRectangle } from './clipping.ts';
import type { Painted, PaintedThings } from './painted.ts';

/** How a text is drawn. */
export type Face = {
  mode: number;
  colour: Colour;
  /** 0 is invisible, 1 is opaque. */
  opacity: number;
  /** Why a text that is drawn like this is invisible on any background; null if it can be visible. */
  unseen: Hiding | null;
  /** Whether the colour is hardly visible on white paper. */
  likePaper: boolean;
  /** Whether the colour is hardly visible on at least one other thing that the page draws; null until computed. */
  likeSomething: boolean | null;
};

/** A text that seems visible, and its position in the drawing order of the page. */
export type SeenText = { object: number; order: number; face: Face; box: CharBox };

/** If more than this share of a text's box is covered, the text may be hidden. */
const coveredShare = 0.3;

/** What is drawn behind and over the texts of a page. */
export class Surroundings {
  readonly #module: Pdfium;
  readonly #painted: PaintedThings;
  readonly #clips: Clips;

  constructor(module: Pdfium, painted: PaintedThings, clips: Clips) {
    this.#module = module;
    this.#painted = painted;
    this.#clips = clips;
  }

  /** Why something behind or over a text may hide the text; null if nothing may hide it. */
  doubtAmong(face: Face, order: number, box: CharBox): Hiding | null {
    const { all } = this.#painted;
    const last = all.at(-1);
    if (last === undefined) return onPaper(face);
    if (last.order > order && this.#coverOf(box, order) > coveredShare) return 'covered';
    face.likeSomething ??= all.some(({ thin, colour }) => !thin && (colour === null || isLike(face, colour)));
    if (!face.likeSomething) return onPaper(face);
    // Goes down from the text to the first thing of a similar colour. The text is visible if something between the text
    // and that thing hides the thing.
    const between: Painted[] = [];
    const near = this.#painted.near(box);
    for (let at = near.length - 1; at >= 0; at -= 1) {
      const painted = near[at];
      if (painted === undefined || painted.order > order || painted.thin || shared(painted, box) === 0)
        continue;
      if (painted.colour === null || isLike(face, painted.colour)) {
        return this.#hides(between, box) ? null : 'background_colour';
      }
      between.push(painted);
    }
    return face.likePaper && !this.#hides(between, box) ? 'background_colour' : null;
  }

  /** The share of a box that is covered by what the page draws after the position `order`; overlaps count twice. */
  #coverOf(box: CharBox, order: number): number {
    const near = this.#painted.near(box);
    let covered = 0;
    for (let at = near.length - 1; at >= 0; at -= 1) {
      const painted = near[at];
      if (painted === undefined || painted.order < order) break;
      covered += shared(painted, box);
    }
    return covered;
  }

  /** Whether one of `things` certainly hides everything that is behind it within the box. */
  #hides(things: readonly Painted[], box: CharBox): boolean {
    return things.some((painted) => contains(painted, box) && this.#fillsBounds(painted, box));
  }

  #fillsBounds(painted: Painted, box: CharBox): boolean {
    painted.exact ??= painted.path !== 0 && isRectangle(this.#module, painted.path);
    if (!painted.exact) return false;
    const clip = this.#clips.of(painted.path, null);
    return clip === null || (clip.exact && contains(clip.box, box));
  }
}

function onPaper({ likePaper }: Face): Hiding | null {
  return likePaper ? 'background_colour' : null;
}

export function isLike({ colour, opacity }: Pick<Face, 'colour' | 'opacity'>, behind: Colour): boolean {
  return areAlike(opacity === 1 ? colour : mixed(colour, behind, opacity), behind);
}

/** The share of `box` that `one` covers. */
function shared(one: CharBox, box: CharBox): number {
  const width = Math.min(one.right, box.right) - Math.max(one.left, box.left);
  const height = Math.min(one.top, box.top) - Math.max(one.bottom, box.bottom);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / ((box.right - box.left) * (box.top - box.bottom));
}

export function contains(one: CharBox, box: CharBox): boolean {
  return one.left <= box.left && one.right >= box.right && one.bottom <= box.bottom && one.top >= box.top;
}
