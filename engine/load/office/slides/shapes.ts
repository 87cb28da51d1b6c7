import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { drawnLookOf, hidingOf, type RunLook } from '../looks/run-look.ts';
import { drawnColour, type Ground, type ThemeColours } from '../looks/theme.ts';
import { childAt, childrenOf, type Element, elementsNamed, walk } from '../xml.ts';
import { type Area, areaOf, contains, type Group, groupOf, noGroup, overlap } from './places.ts';

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

/** A shape of a slide, with its number in drawing order. */
export type Shape = {
  element: Element;
  number: number;
  /** Null if only the layout defines it. */
  area: Area | null;
  /** Null if the shape is not filled. */
  fill: Ground | null;
  /** The shape itself sets its fill, possibly to none. */
  ownFill: boolean;
  /** The type of a placeholder; null for other shapes. */
  placeholder: string | null;
  /** Whether the shape is a rectangle, which covers its whole area. */
  rectangle: boolean;
  hidden: boolean;
};

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

/** The shapes of a slide, a layout or a master, in drawing order. */
export class Shapes {
  /** The filled shapes that were passed so far. */
  readonly drawn: Drawn[] = [];
  /** The background that the slide, layout or master itself sets; null if it sets none. */
  readonly background: Ground | null;
  /** The slide or layout assigns other names to theme colours than its master does. */
  readonly renamesColours: boolean;
  /** Whether the shapes of the layout or master are displayed too. */
  readonly showsMaster: boolean;
  unsure = false;
  readonly #stage: Stage;
  readonly #root: Element;
  #number = 0;
  /** The shape that was found last behind an area, and the number of shapes at that time. */
  #found: { area: Area | null; of: number; under: Drawn | undefined } | null = null;

  constructor(root: Element, stage: Stage) {
    this.#root = root;
    this.#stage = stage;
    this.background = backgroundOf(root, stage.theme);
    this.renamesColours = elementsNamed(root, 'overrideClrMapping').length > 0;
    this.showsMaster = childrenOf(root)[0]?.attributes.showMasterSp !== '0';
  }

  /** Yields each shape when the shapes under it, and none of those over it, are in `drawn`. */
  *inOrder(element: Element = this.#root, group: Group = noGroup): Generator<Shape> {
    for (const child of childrenOf(element)) {
      if (child.name === 'grpSp') {
        yield* this.inOrder(child, groupOf(childAt(child, 'grpSpPr', 'xfrm'), group));
      } else if (shapes.has(child.name)) {
        this.#number += 1;
        const shape = this.#shapeOf(child, group);
        yield shape;
        this.#end(shape);
      } else yield* this.inOrder(child, group);
    }
  }

  /** Why words with this look are hidden in a shape; null if they are visible. */
  hiding(shape: Shape, look: RunLook): Hiding | null {
    if (shape.hidden) return 'marked_hidden';
    if (shape.area !== null && this.#isOutside(shape.area)) return 'off_page';
    return hidingOf(look, this.#groundOf(shape));
  }

  /** The look that the properties of a run set. */
  look(properties: Element | undefined): RunLook {
    const look = drawnLookOf(properties?.attributes ?? {});
    if (properties === undefined) return {};
    walk(properties, (inner, { name: parent }) => {
      const { name } = inner;
      if (parent === 'rPr' && name === 'solidFill') {
        const { shown, opacity } = colourOf(inner, this.#stage.theme);
        if (opacity < leastOpacity) look.transparent = true;
        if (typeof shown === 'number') look.colour = shown;
        return false;
      }
      if (parent === 'rPr' && name === 'noFill') look.transparent = true;
      else if (name === 'highlight') look.ground = 'unknown';
      else if ((parent === 'ln' && fills.has(name) && name !== 'noFill') || effects.has(name))
        look.outlined = true;
    });
    return look;
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
    if (this.unsure || this.#stage.unsure) return 'unknown';
    const behind = this.showsMaster ? this.#stage.behind : [];
    const under = this.#topmostUnder(area, behind);
    if (placeholder !== null && !ownFill && behind.length > 0) return 'unknown';
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

  #shapeOf(element: Element, group: Group): Shape {
    const properties = childAt(element, 'spPr');
    const [names] = childrenOf(element);
    const geometry = childAt(properties, 'prstGeom')?.attributes;
    const fill = childrenOf(properties).findLast(({ name }) => fills.has(name));
    const { idx = '0' } = childAt(element, 'style', 'fillRef')?.attributes ?? {};
    const ofStyle = fill === undefined && idx !== '0';
    // Pictures, tables and charts fill their area with unknown colours.
    const content = element.name === 'pic' || element.name === 'graphicFrame' ? 'unknown' : null;
    const placeholder = childAt(names, 'nvPr', 'ph');
    return {
      element,
      number: this.#number,
      area: areaOf(childAt(properties, 'xfrm') ?? childAt(element, 'xfrm'), group),
      fill: ofStyle ? 'unknown' : ((fill && fillOf(fill, this.#stage.theme)) ?? content),
      ownFill: fill !== undefined || childAt(element, 'style', 'fillRef') !== undefined,
      placeholder: placeholder === undefined ? null : (placeholder.attributes.type ?? ''),
      rectangle: childAt(properties, 'custGeom') === undefined && (geometry?.prst ?? 'rect') === 'rect',
      hidden: childAt(names, 'cNvPr')?.attributes.hidden === '1',
    };
  }

  #end({ area, fill, placeholder, rectangle, hidden, number }: Shape): void {
    if (hidden || fill === null) return;
    const isFull = this.#stage.behind.length + this.drawn.length >= mostDrawn;
    if (area === null || placeholder !== null || isFull) this.unsure = true;
    else this.drawn.push({ area, ground: rectangle ? fill : 'unknown', number });
  }
}

/** The fill of a shape; null if it has none. */
function fillOf(fill: Element, theme: ThemeColours): Ground | null {
  if (fill.name === 'noFill') return null;
  return fill.name === 'solidFill' ? colourOf(fill, theme).shown : 'unknown';
}

function backgroundOf(root: Element, theme: ThemeColours): Ground | null {
  const background = elementsNamed(root, 'bg')[0];
  const reference = childAt(background, 'bgRef');
  if (reference !== undefined)
    return reference.attributes.idx === plainBackground ? colourOf(reference, theme).shown : 'unknown';
  const fill = childrenOf(childAt(background, 'bgPr')).find(({ name }) => fills.has(name));
  if (fill === undefined) return null;
  return fill.name === 'solidFill' ? colourOf(fill, theme).shown : 'unknown';
}

function colourOf(fill: Element, theme: ThemeColours): { shown: Ground; opacity: number } {
  const { ground, opacity } = drawnColour(fill, theme);
  return { shown: opacity < 1 ? 'unknown' : (ground ?? 'unknown'), opacity };
}

export const emptyStage = (theme: ThemeColours): Stage => ({
  theme,
  behind: [],
  unsure: false,
  paper: white,
  size: null,
});
