import type { Raised } from '../office/looks/run-look.ts';
import { areAlike, black, type Colour, hexColour, mixed, colourOf as rgb, white } from '../pages/colour.ts';
import type { Hiding } from '../part.ts';
import { type Declarations, declarationsOf, StyleRules } from './css-rules.ts';
import { Overlays } from './overlays.ts';
import type { PageDocument, PageElement } from './page.ts';

/** The inherited properties that affect visibility. */
export type Look = {
  /**
   * Why nothing inside the element is visible, regardless of the styles of the elements inside; null if this does not
   * apply.
   */
  gone: Hiding | null;
  visible: boolean;
  /** Font size in pixels. */
  size: number;
  /** The colour of the text; null if unknown. */
  colour: Colour | null;
  background: Colour | null;
  /** Whether letters are drawn with something besides their colour, such as a shadow, that can make them visible. */
  effects: boolean;
  /** A line goes through the words. Elements inside cannot remove it (CSS Text Decoration 3, 2.1). */
  struck: boolean;
  /** Whether the words are above or below their line. */
  raised: Raised | null;
};

const standardSize = 16;
/** Text with a smaller font size than this counts as hidden: one point, in pixels (CSS Values 4, section 6.2). */
const leastSize = 4 / 3;
const fullyTransparent = 0.05;
/** The colour in which browsers draw links. */
const linkColour: Colour = 0x0000ee;

/** Why text with this look is hidden; null if it is visible. */
export function hidingOf({ gone, visible, size, colour, background, effects, struck }: Look): Hiding | null {
  if (gone !== null) return gone;
  if (!visible) return 'marked_hidden';
  if (struck) return 'struck_out';
  if (size < leastSize) return 'too_small';
  if (colour === null || background === null || effects) return null;
  return areAlike(colour, background) ? 'background_colour' : null;
}

/**
 * Determines what is visible on a page, from the page's own style sheets and attributes. The layout is not computed, so
 * this finds text that is hidden on purpose, not text that happens to be covered.
 */
export class Visibility {
  /** The initial look of the page. */
  readonly start: Look;
  /** Whether the style sheets are too large to be examined, so that text that they hide counts as visible. */
  readonly unexamined: boolean;
  readonly #rules: StyleRules;
  readonly #overlays: Overlays;

  /** `others` is true if further style sheets, which are not in `sheets`, apply to the page. */
  constructor(page: PageDocument, sheets: readonly string[], others: boolean) {
    this.#rules = new StyleRules(page, sheets);
    this.unexamined = this.#rules.unexamined;
    this.#overlays = new Overlays(page, this.#rules);
    const unknown = this.#rules.uncertain || others || mayBeDark(page, sheets);
    const [colour, background] = unknown ? [null, null] : [black, white];
    this.start = {
      gone: null,
      visible: true,
      size: standardSize,
      colour,
      background,
      effects: false,
      struck: false,
      raised: null,
    };
  }

  /** The look of an element; `outer` is the look of the element around it. */
  lookOf(element: PageElement, outer: Look): Look {
    const { localName } = element;
    const closedDialog = localName === 'dialog' && element.getAttribute('open') === null;
    if (outer.gone !== null) return outer;
    if (closedDialog || element.getAttribute('hidden') !== null) return { ...outer, gone: 'marked_hidden' };
    const around = standardLook(
      element,
      this.#overlays.isOver(element) ? { ...outer, background: null } : outer,
    );
    const declared = this.#rules.of(element, declarationsOf(givenBy(element)));
    if (declared === null) return around;
    const beneath = this.#overlays.isDisplaced(declared) ? null : around.background;
    const background = backgroundOf(declared, beneath);
    const { colour, transparent } = textColourOf(declared.get('color'), around.colour, background);
    const effects = around.effects || hasEffects(declared);
    const visibility = declared.get('visibility');
    const size = sizeOf(declared.get('font-size'), around.size);
    return {
      gone: transparent && !effects ? 'transparent' : goneBy(declared, localName),
      visible: visibility === undefined ? around.visible : !/^(hidden|collapse)$/.test(visibility),
      size,
      colour,
      background,
      effects,
      struck: around.struck || /line-through/.test(declared.get('text-decoration') ?? ''),
      raised: raisedBy(declared, localName, size < around.size) ?? around.raised,
    };
  }

  /** The words that a style sheet writes at the start or at the end of an element. */
  writtenAt(element: PageElement, end: 'before' | 'after'): string {
    return this.#rules.writtenAt(element, end);
  }
}

/** The look of elements that browsers draw differently by default. */
function standardLook(element: PageElement, outer: Look): Look {
  switch (element.localName) {
    case 'a':
      return element.getAttribute('href') === null ? outer : { ...outer, colour: linkColour };
    case 'del':
    case 's':
    case 'strike':
      return { ...outer, struck: true };
    case 'sup':
      return { ...outer, raised: 'above' };
    case 'sub':
      return { ...outer, raised: 'below' };
    case 'svg':
      // Its shapes lie under its words, and `fill` has the colour of these.
      return { ...outer, colour: null, background: null };
    case 'mark':
      return { ...outer, colour: black, background: 0xffff00 };
    case 'button':
    case 'option':
      return { ...outer, colour: black, background: null };
    default:
      return outer;
  }
}

/**
 * Whether styles move the words of an element above or below their line; null if they do not. The alignment to the top
 * and a position move words off the line only if the words are smaller than those around them.
 */
function raisedBy(declared: Declarations, localName: string, isSmaller: boolean): Raised | null {
  const align = declared.get('vertical-align') ?? '';
  const isInline = !tableParts.test(localName) && !declared.has('display');
  if (!isInline) return null;
  if (align === 'super') return 'above';
  if (align === 'sub') return 'below';
  const by = Number.parseFloat(align);
  if (by !== 0 && !Number.isNaN(by)) return by > 0 ? 'above' : 'below';
  if (!isSmaller) return null;
  if (/^(text-)?top$/.test(align)) return 'above';
  const isMoved = declared.get('position') === 'relative';
  const down =
    Number.parseFloat(declared.get('top') ?? '0') - Number.parseFloat(declared.get('bottom') ?? '0');
  if (!isMoved || !(Math.abs(down) > 0)) return null;
  return down < 0 ? 'above' : 'below';
}

/** Whether style sheets in other files apply to a page. */
export function hasOtherSheets(page: PageDocument): boolean {
  return linkedSheets(page).length > 0;
}

/** The elements that link to the style sheets of a page. */
export function linkedSheets(page: PageDocument): PageElement[] {
  return [...page.querySelectorAll('link')].filter((link) =>
    /\bstylesheet\b/i.test(link.getAttribute('rel') ?? ''),
  );
}

/** Whether browsers may draw the page on a dark background for users who prefer that. */
function mayBeDark(page: PageDocument, sheets: readonly string[]): boolean {
  const isDark = (text: string) => /color-scheme\s*:[^:;}]*dark|@import/i.test(text);
  const byMeta = [...page.querySelectorAll('meta')].some(
    (meta) =>
      meta.getAttribute('name') === 'color-scheme' && /dark/i.test(meta.getAttribute('content') ?? ''),
  );
  return byMeta || sheets.some(isDark);
}

/** The presentational attributes of an element, such as `bgcolor`, as a style. */
function givenBy(element: PageElement): string {
  const styles = [
    ['background-color', element.getAttribute('bgcolor')],
    ['background-image', element.getAttribute('background')],
    ['color', element.getAttribute(element.localName === 'body' ? 'text' : 'color')],
  ];
  return styles.map(([name, value]) => (value ? `${name}:${value.replace(/[;{]/g, '')};` : '')).join('');
}

function hasEffects(declared: Declarations): boolean {
  const isSet = (name: string) => !/^(none|normal|)$/.test(declared.get(name) ?? '');
  const clips =
    declared.get('background-clip') === 'text' || declared.get('-webkit-background-clip') === 'text';
  const others = [
    'text-shadow',
    '-webkit-text-stroke',
    '-webkit-text-fill-color',
    'mix-blend-mode',
    'filter',
  ];
  return clips || others.some(isSet);
}

const tableParts = /^(table|t[dhr]|thead|tbody|tfoot)$/;

function goneBy(declared: Declarations, localName: string): Hiding | null {
  const value = (name: string) => declared.get(name) ?? '';
  if (value('display') === 'none') return 'marked_hidden';
  const moves = ['animation', 'animation-name', 'transition'].some((name) => !/^(none|)$/.test(value(name)));
  if (!moves && declared.has('opacity') && Number.parseFloat(value('opacity')) <= fullyTransparent)
    return 'transparent';
  if (lengthOf(value('text-indent')) <= -farAcross || isAway(declared)) return 'off_page';
  if (/^(absolute|fixed)$/.test(value('position'))) {
    if (/rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)/.test(value('clip')))
      return 'covered';
  }
  if (!moves && /inset\(\s*(50|100)%|circle\(\s*0/.test(value('clip-path'))) return 'covered';
  if (!moves && /scale[xy3d]*\(\s*0*\.?0*[\s,)]/.test(value('transform'))) return 'too_small';
  return !moves && !tableParts.test(localName) && isClippedAway(declared) ? 'covered' : null;
}

/** Whether a box is so small that none of its text is visible. A padding or a minimum size makes a box larger. */
function isClippedAway(declared: Declarations): boolean {
  const small = (name: string) => declared.has(name) && lengthOf(declared.get(name) ?? '') <= 1;
  const larger = (name: string) => !/^(0\w*|auto|)$/.test(declared.get(name) ?? '');
  if (
    !/hidden|clip/.test(declared.get('overflow') ?? '') ||
    (declared.get('display') ?? '').startsWith('table')
  )
    return false;
  if (['min-width', 'min-height', 'padding', 'padding-top', 'padding-bottom'].some(larger)) return false;
  return ['width', 'height', 'max-height'].some(small);
}

/**
 * Text that is moved by at least this many pixels is beyond the side (`farAcross`) or the top (`farUp`) of its page.
 */
const farAcross = 1_500;
const farUp = 5_000;
/** Text that is at least this many pixels from the left edge is beyond the right edge of any page. */
const widestPage = 10_000;

function isAway(declared: Declarations): boolean {
  if (!/^(absolute|fixed|relative)$/.test(declared.get('position') ?? '')) return false;
  const by = (name: string) => lengthOf(declared.get(name) ?? '');
  const across = by('left');
  return (
    [across, by('right')].some((length) => length <= -farAcross) ||
    [by('top'), by('bottom')].some((length) => length <= -farUp) ||
    (Number.isFinite(across) && across >= widestPage)
  );
}

const unitPixels: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, em: 16, rem: 16 };

/**
 * A length in pixels; infinite for a length that depends on something else, such as a percentage, so that it never
 * counts as small.
 */
function lengthOf(value: string): number {
  const [, number, unit = 'px'] = /^(-?[\d.]+)\s*([a-z]*)$/.exec(value) ?? [];
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number) * (unitPixels[unit] ?? Number.NaN);
}

function sizeOf(value: string | undefined, outer: number): number {
  const [, number, unit = ''] = /^([\d.]+)\s*(px|pt|em|rem|%|)$/.exec(value ?? '') ?? [];
  if (number === undefined) return value === undefined || value === 'inherit' ? outer : standardSize;
  if (unit === 'em') return Number(number) * outer;
  return unit === '%' ? (Number(number) / 100) * outer : Number(number) * (unitPixels[unit] ?? 1);
}

function backgroundOf(declared: Declarations, outer: Colour | null): Colour | null {
  if (!/^(none|initial|unset|)$/.test(declared.get('background-image') ?? '')) return null;
  const value = declared.get('background-color');
  if (value === undefined || /^(transparent|none|inherit|initial|unset)$/.test(value)) return outer;
  const found = cssColour(value) ?? cssColour(/^(?:[^\s(]|\([^)]*\)?)*/.exec(value)?.[0] ?? '');
  if (found === null) return null;
  const { colour, opacity } = found;
  if (opacity === 0) return outer;
  if (opacity === 1) return colour;
  return outer === null ? null : mixed(colour, outer, opacity);
}

function textColourOf(
  value: string | undefined,
  outer: Colour | null,
  background: Colour | null,
): { colour: Colour | null; transparent: boolean } {
  if (value === undefined || /^(inherit|currentcolor|unset)$/.test(value))
    return { colour: outer, transparent: false };
  const named = value === 'transparent' ? { colour: white, opacity: 0 } : cssColour(value);
  if (named === null) return { colour: null, transparent: false };
  const transparent = named.opacity <= fullyTransparent;
  if (named.opacity === 1) return { colour: named.colour, transparent };
  return { colour: background === null ? null : mixed(named.colour, background, named.opacity), transparent };
}

/**
 * Named colours that hidden text or its background is likely to have: black, colours near white, and common colours
 * (CSS Color 4, section 6.1).
 */
const namedColours: Record<string, Colour> = {
  white,
  black,
  snow: 0xfffafa,
  ivory: 0xfffff0,
  ghostwhite: 0xf8f8ff,
  whitesmoke: 0xf5f5f5,
  floralwhite: 0xfffaf0,
  mintcream: 0xf5fffa,
  azure: 0xf0ffff,
  aliceblue: 0xf0f8ff,
  seashell: 0xfff5ee,
  red: 0xff0000,
  green: 0x008000,
  blue: 0x0000ff,
  navy: 0x000080,
  gray: 0x808080,
  grey: 0x808080,
};

/** Parses a colour of a style sheet; `opacity` is 0 to 1. Null if the notation is not supported. */
function cssColour(text: string): { colour: Colour; opacity: number } | null {
  const named = namedColours[text];
  if (named !== undefined) return { colour: named, opacity: 1 };
  const short = /^#[0-9a-f]{3,4}$/.test(text) ? text.replace(/[0-9a-f]/g, '$&$&') : text;
  const [, digits, alpha] = /^(#[0-9a-f]{6})([0-9a-f]{2})?$/.exec(short) ?? [];
  const hex = digits === undefined ? null : hexColour(digits);
  if (hex !== null)
    return { colour: hex, opacity: alpha === undefined ? 1 : Number.parseInt(alpha, 16) / 255 };
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .filter((part) => part !== '');
  if (parts === undefined || parts.length < 3) return null;
  const [red, green, blue] = parts.map((part) => Number.parseFloat(part) * (part.endsWith('%') ? 2.55 : 1));
  if (red === undefined || green === undefined || blue === undefined || Number.isNaN(red + green + blue))
    return null;
  const opacity =
    parts[3] === undefined ? 1 : Number.parseFloat(parts[3]) / (parts[3].endsWith('%') ? 100 : 1);
  return { colour: rgb(red, green, blue), opacity };
}
