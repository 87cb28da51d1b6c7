import { hexColour, white } from '../../pages/colour.ts';
import { type RunLook, raisedBy } from '../looks/run-look.ts';
import { chainOf, headingOfName } from '../looks/styles.ts';
import type { Ground } from '../looks/theme.ts';
import { type Attributes, type Element, walk } from '../xml.ts';

/**
 * The properties of an OpenDocument style. `shares` is the font size as a share of the parent style's font size; null
 * if the style does not set such a share. `ground` is null for a style without a background, and undefined if the
 * parent style's background applies.
 */
type Look = {
  parent: string | null;
  run: RunLook;
  shares: number | null;
  ground: Ground | null | undefined;
  /** The sheet or slide is hidden. */
  hidden: boolean;
  /** The level of headings with this style, from 1; null for a style of other text. */
  heading: number | null;
};

/** Opacity in percent below which nothing is visible. */
const leastOpacity = 3;
/** Property elements that can set the background of text. */
const grounded = new Set(
  ['paragraph', 'table', 'table-row', 'table-cell', 'section'].map((name) => `${name}-properties`),
);

/**
 * The look that the styles of an OpenDocument file give to text. Styles are identified by family (such as paragraph,
 * text, table-cell or graphic) and name.
 */
export class FormattedStyles {
  readonly #papers: Look[] = [];
  readonly #looks = new Map<string, Look>();

  /** Adds a style, a default style or the layout of a page. */
  add(style: Element): void {
    const { family = '', name = '', 'parent-style-name': parent = '' } = style.attributes;
    const isNamed = style.name === 'style';
    const heading = isNamed ? headingOf(name, style.attributes['default-outline-level']) : null;
    const above = isNamed ? keyOf(family, parent) : null;
    const look: Look = { parent: above, run: {}, shares: null, ground: undefined, hidden: false, heading };
    walk(style, (property) => setProperty(look, property));
    if (style.name === 'page-layout') this.#papers.push(look);
    else this.#looks.set(keyOf(family, style.name === 'default-style' ? '' : name), look);
  }

  /** The background of the pages; unknown if it differs between pages. */
  get paper(): Ground {
    const grounds = new Set(this.#papers.map(({ ground }) => ground ?? white));
    const [first = white, ...others] = grounds;
    return others.length === 0 ? first : 'unknown';
  }

  isHidden(family: 'table' | 'drawing-page', name: string): boolean {
    return this.#looks.get(keyOf(family, name))?.hidden ?? false;
  }

  run(family: string, name: string): RunLook {
    const run: RunLook = {};
    for (const look of this.#chain(family, name)) {
      const size = run.size;
      Object.assign(run, look.run);
      if (look.shares !== null && size !== undefined) run.size = size * look.shares;
    }
    return run;
  }

  /** The look of words inside of spans with these styles, outermost first. */
  spans(styles: readonly string[]): RunLook {
    return Object.assign({}, ...styles.map((style) => this.run('text', style)));
  }

  ground(family: string, name: string): Ground | null {
    return this.#chain(family, name).findLast(({ ground }) => ground !== undefined)?.ground ?? null;
  }

  /** The heading level that a paragraph style or the nearest of its parent styles sets; null if none of them sets one. */
  heading(style: string): number | null {
    return this.#chain('paragraph', style).findLast(({ heading }) => heading !== null)?.heading ?? null;
  }

  /** A style and its parent styles, the root first. */
  #chain(family: string, name: string): Look[] {
    return chainOf(this.#looks, keyOf(family, name)).reverse();
  }
}

function setProperty(look: Look, { name, attributes }: Element): void {
  const background = attributes['background-color'];
  const { fill, 'fill-color': colour } = attributes;
  if (attributes.display === 'false' || attributes.visibility === 'hidden') look.hidden = true;
  if (name === 'text-properties') {
    Object.assign(look.run, runOf(attributes));
    const share = /^([\d.]+)%$/.exec(attributes['font-size'] ?? '')?.[1];
    if (share !== undefined) look.shares = Number(share) / 100;
    if (background !== undefined) look.run.ground = hexColour(background);
  } else if (grounded.has(name)) {
    if (background !== undefined) look.ground = hexColour(background);
  } else if (name === 'page-layout-properties') {
    if (fill !== undefined && fill !== 'none') look.ground = fillOf(attributes);
    else if (background !== undefined) look.ground = hexColour(background);
  } else if (name === 'graphic-properties' || name === 'drawing-page-properties') {
    if (fill !== undefined || colour !== undefined) look.ground = fillOf(attributes);
    else if (background !== undefined) look.ground = hexColour(background);
  } else if (name === 'map' || (name === 'background-image' && attributes.href !== undefined)) {
    // With conditional formats, the look of a cell depends on its value.
    look.ground = 'unknown';
  }
}

/** In the names of styles, `_20_` means a space. */
function headingOf(name: string, outline: string | undefined): number | null {
  const level = Number(outline || 0);
  return level > 0 ? level : headingOfName(name.replace(/_20_/g, ' '));
}

function keyOf(family: string, name: string): string {
  return `${family}/${name}`;
}

function runOf(attributes: Attributes): RunLook {
  const { display, color, opacity, 'font-size': size, 'text-scale': scale } = attributes;
  const relief = attributes['font-relief'] ?? 'none';
  const isOutlined =
    attributes['text-outline'] === 'true' ||
    (attributes['text-shadow'] ?? 'none') !== 'none' ||
    relief !== 'none';
  const points = pointsOf(size);
  const line = attributes['text-line-through-style'] ?? attributes['text-line-through-type'];
  return {
    ...(line !== undefined && { struck: line !== 'none' }),
    ...positionOf(attributes['text-position']),
    ...(display !== undefined && { hidden: display === 'none' }),
    ...(color !== undefined && { colour: hexColour(color) }),
    ...(attributes['use-window-font-color'] === 'true' && { colour: null }),
    ...(points !== null && { size: points }),
    // LibreOffice writes an opacity of 0 % together with the automatic colour, but displays the colour opaque.
    ...(opacity !== undefined &&
      attributes['use-window-font-color'] !== 'true' && {
        transparent: Number.parseFloat(opacity) < leastOpacity,
      }),
    ...(isOutlined && { outlined: true }),
    ...(scale !== undefined && { scale: Number.parseFloat(scale) }),
  };
}

/** The look of words with a position such as `super 58%` or `-33% 58%`. */
function positionOf(position: string | undefined): RunLook {
  if (position === undefined) return {};
  const [by = ''] = position.split(' ');
  const distance = by === 'super' ? 1 : by === 'sub' ? -1 : Number.parseFloat(by) || 0;
  return { raised: null, ...raisedBy(distance) };
}

/** The fill of a shape; null if it has none. */
function fillOf({ fill, 'fill-color': colour = '', opacity = '100%' }: Attributes): Ground | null {
  if (fill === 'none' || (fill === undefined && colour === '')) return null;
  const solid = (fill === undefined || fill === 'solid') && opacity === '100%';
  return solid ? (hexColour(colour) ?? 'unknown') : 'unknown';
}

const unitPoints: Record<string, number> = { pt: 1, in: 72, cm: 72 / 2.54, mm: 7.2 / 2.54, px: 0.75 };

/** A length such as `2.5cm` in points; null if it is missing or has another unit. */
export function pointsOf(length: string | undefined): number | null {
  const [, number, unit = ''] = /^(-?[\d.]+)(pt|in|cm|mm|px)$/.exec(length ?? '') ?? [];
  return number === undefined ? null : Number(number) * (unitPoints[unit] ?? 1);
}
