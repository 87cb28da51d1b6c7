import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { drawnLookOf, hidingOf, type Raised, type RunLook } from '../looks/run-look.ts';
import { DrawnColour, type Ground, type ThemeColours } from '../looks/theme.ts';
import type { Attributes } from '../xml.ts';
import { type Area, contains, overlap, Places } from './places.ts';

/** A filled shape of a slide, layout or master, with its number in drawing order. */
export type Drawn = { area: Area; ground: Ground; number: number };
/**
 * What a slide inherits from its layout and master (theme colours, shapes behind its own shapes, and the background
 * `paper`), and the slide's size.
 */
export type Stage = {
  theme: ThemeColours;
  behind: readonly Drawn[];
  /** The layout or master has shapes whose position or fill a slide may inherit, or renames theme colours. */
  unsure: boolean;
  paper: Ground;
  size: { width: number; height: number } | null;
};

type Shape = {
  area: Area | null;
  /** Null if the shape is not filled. */
  fill: Ground | null;
  /** The shape itself sets its fill, possibly to none. */
  ownFill: boolean;
  placeholder: boolean;
  /** Whether the shape is a rectangle, which covers its whole area. */
  rectangle: boolean;
  hidden: boolean;
};
type Colouring = { of: 'fill' | 'run' | 'background'; read: DrawnColour };

const shapes = new Set(['sp', 'pic', 'graphicFrame', 'cxnSp']);
const fills = new Set(['solidFill', 'noFill', 'gradFill', 'blipFill', 'pattFill', 'grpFill']);
const effects = new Set(['glow', 'outerShdw', 'innerShdw', 'prstShdw', 'reflection']);
const leastOpacity = 0.05;
/** How far a shape must be outside of its slide to be invisible: a quarter of an inch, in English Metric Units. */
const leastAway = 228_600;
/** A slide with more filled shapes than this is a drawing: what is behind its words counts as unknown. */
const mostDrawn = 5_000;
/** The index of the background fill that is one plain colour (ECMA-376 part 1, 20.1.4.2.10). */
const plainBackground = '1001';

/**
 * Follows the shapes of a slide, a layout or a master, and determines why the words at the current position are hidden.
 */
export class ShapeTracker {
  readonly drawn: Drawn[] = [];
  /** The background that the slide, layout or master itself sets; null if it sets none. */
  background: Ground | null = null;
  /**
   * The slide or layout assigns other names to theme colours than its master does. The file states these names only
   * after the shapes.
   */
  renamesColours = false;
  /** Whether the shapes of the layout or master are displayed too. */
  showsMaster = true;
  unsure = false;
  /** The number of the current shape. */
  number = 0;
  readonly #stage: Stage;
  readonly #path: string[] = [];
  readonly #places = new Places();
  #shape: Shape | null = null;
  #run: RunLook | null = null;
  #colour: Colouring | null = null;
  /** The shape that was found last behind an area, and the number of shapes at that time. */
  #found: { area: Area | null; of: number; under: Drawn | undefined } | null = null;

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#colour !== null) this.#colour.read.open(name, attributes);
    else if (attributes.showMasterSp === '0') this.showsMaster = false;
    else if (name === 'overrideClrMapping') this.renamesColours = true;
    else if (shapes.has(name)) this.#beginShape(name);
    else if (name === 'grpSp') this.#places.beginGroup();
    else if (name === 'xfrm') this.#places.begin(attributes);
    else if (parent === 'xfrm') this.#place(name, attributes);
    else if (name === 'rPr' || name === 'endParaRPr') this.#run = drawnLookOf(attributes);
    else if (this.#run !== null && this.#path.includes('rPr')) this.#inRun(name, parent);
    else if (name === 'bgRef') this.#beginBackground(attributes);
    else if (parent === 'bgPr' && fills.has(name)) this.#fillBackground(name);
    else if (this.#shape !== null) this.#inShape(this.#shape, name, parent, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (name === 'solidFill' || name === 'bgRef') this.#endColour();
    else if (name === 'grpSp') this.#places.endGroup();
    else if (name === 'r' || name === 'fld' || name === 'br' || name === 'endParaRPr') this.#run = null;
    else if (shapes.has(name)) this.#endShape();
  }

  /** The area of the current shape; null if only the layout defines it. */
  get area(): Area | null {
    return this.#shape?.area ?? null;
  }

  /** Why the words at the current position are hidden; null if they are visible. */
  hiding(): Hiding | null {
    const shape = this.#shape;
    if (shape === null) return null;
    if (shape.hidden) return 'marked_hidden';
    if (shape.area !== null && this.#isOutside(shape.area)) return 'off_page';
    return hidingOf(this.#run ?? {}, this.#groundOf(shape));
  }

  /** Whether the words at the current position are above or below their line. */
  raised(): Raised | null {
    return this.#run?.raised ?? null;
  }

  #isOutside({ left, right, top, bottom }: Area): boolean {
    const { size } = this.#stage;
    if (size === null) return false;
    const { width, height } = size;
    return Math.max(-right, -bottom, left - width, top - height) >= leastAway;
  }

  /**
   * The background of a shape's words: the shape's fill, else that of the topmost shape behind it, else the slide's
   * background. Unknown if the topmost shape behind it covers only a part of the words' shape.
   */
  #groundOf({ area, fill, ownFill, placeholder }: Shape): Ground {
    if (fill !== null) return fill;
    if (this.#path.includes('tbl') || this.unsure || this.#stage.unsure) return 'unknown';
    const behind = this.showsMaster ? this.#stage.behind : [];
    const under = this.#topmostUnder(area, behind);
    if (placeholder && !ownFill && behind.length > 0) return 'unknown';
    if (under === undefined) return this.background ?? this.#stage.paper;
    return area !== null && contains(under.area, area) ? under.ground : 'unknown';
  }

  /** The topmost filled shape behind an area. A shape can have many words, so its answer is kept for the next of them. */
  #topmostUnder(area: Area | null, behind: readonly Drawn[]): Drawn | undefined {
    const of = behind.length + this.drawn.length;
    if (this.#found === null || this.#found.area !== area || this.#found.of !== of) {
      const isUnder = (one: Drawn) => area === null || overlap(one.area, area);
      this.#found = { area, of, under: this.drawn.findLast(isUnder) ?? behind.findLast(isUnder) };
    }
    return this.#found.under;
  }

  #beginShape(name: string): void {
    this.number += 1;
    this.#shape = newShape(name);
  }

  #place(name: string, attributes: Attributes): void {
    if (this.#path.at(-3) === 'grpSpPr') this.#places.ofGroup(name, attributes);
    else if (this.#shape !== null) {
      const area = this.#places.ofShape(name, attributes);
      if (area !== null && !this.#places.turned) this.#shape.area = area;
    }
  }

  #inRun(name: string, parent: string | undefined): void {
    const run = this.#run;
    if (run === null) return;
    if (parent === 'rPr' && name === 'solidFill') this.#begin('run');
    else if (parent === 'rPr' && name === 'noFill') run.transparent = true;
    else if (name === 'highlight') run.ground = 'unknown';
    else if ((parent === 'ln' && fills.has(name) && name !== 'noFill') || effects.has(name))
      run.outlined = true;
  }

  #inShape(shape: Shape, name: string, parent: string | undefined, { hidden, prst, idx }: Attributes): void {
    if (name === 'cNvPr') shape.hidden = hidden === '1';
    else if (name === 'ph') shape.placeholder = true;
    else if (name === 'prstGeom') shape.rectangle &&= prst === 'rect';
    else if (name === 'custGeom') shape.rectangle = false;
    else if (parent === 'spPr' && fills.has(name)) {
      shape.ownFill = true;
      shape.fill = name === 'noFill' ? shape.fill : 'unknown';
      if (name === 'solidFill') this.#begin('fill');
    } else if (name === 'fillRef' && !shape.ownFill) {
      shape.ownFill = true;
      if (idx !== '0') shape.fill = 'unknown';
    }
  }

  #beginBackground({ idx }: Attributes): void {
    this.background = 'unknown';
    if (idx === plainBackground) this.#begin('background');
  }

  #fillBackground(name: string): void {
    this.background = 'unknown';
    if (name === 'solidFill') this.#begin('background');
  }

  #begin(of: Colouring['of']): void {
    this.#colour = { of, read: new DrawnColour(this.#stage.theme) };
  }

  #endColour(): void {
    const colour = this.#colour;
    this.#colour = null;
    if (colour === null) return;
    const { ground, opacity } = colour.read;
    const shown = opacity < 1 ? 'unknown' : (ground ?? 'unknown');
    if (colour.of === 'background') this.background = shown;
    else if (colour.of === 'fill' && this.#shape !== null) this.#shape.fill = shown;
    else if (colour.of === 'run' && this.#run !== null) {
      if (opacity < leastOpacity) this.#run.transparent = true;
      if (typeof shown === 'number') this.#run.colour = shown;
    }
  }

  #endShape(): void {
    const shape = this.#shape;
    this.#shape = null;
    if (shape === null || shape.hidden || shape.fill === null) return;
    const isFull = this.#stage.behind.length + this.drawn.length >= mostDrawn;
    if (shape.area === null || shape.placeholder || isFull) this.unsure = true;
    else {
      const ground = shape.rectangle ? shape.fill : 'unknown';
      this.drawn.push({ area: shape.area, ground, number: this.number });
    }
  }
}

/** A new shape. Pictures, tables and charts fill their area with unknown colours. */
function newShape(name: string): Shape {
  const fill = name === 'pic' || name === 'graphicFrame' ? 'unknown' : null;
  return { area: null, fill, ownFill: false, placeholder: false, rectangle: true, hidden: false };
}

export const emptyStage = (theme: ThemeColours): Stage => ({
  theme,
  behind: [],
  unsure: false,
  paper: white,
  size: null,
});
