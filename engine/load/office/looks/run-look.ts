import { areAlike, type Colour, hexColour } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import type { Attributes } from '../xml.ts';
import type { Ground, ThemeColours } from './theme.ts';

export type Raised = 'above' | 'below';

/** The look that a style or a run sets for its words. A field is absent if the style or run does not set it. */
export type RunLook = {
  hidden?: boolean;
  struck?: boolean;
  /** Whether the words are above or below their line, as the mark of a footnote or a power is. */
  raised?: Raised | null;
  /** Null means the automatic colour, which is legible on its background. */
  colour?: Colour | null;
  /** The font size, in points. */
  size?: number;
  /** The width of letters, in percent of their normal width. */
  scale?: number;
  /** The background of the words; null removes an inherited background. */
  ground?: Ground | null;
  highlight?: Ground | null;
  transparent?: boolean;
  /** The letters have an outline, a shadow or a glow, which is visible regardless of the letters' colour. */
  outlined?: boolean;
};

const leastSize = 1;
/** Letters narrower than this percentage of their normal width are not legible. */
const leastScale = 10;
/** Text with at least this transparency, in thousandths of a percent, is invisible. */
const fullyTransparent = 97_000;

const highlights: Record<string, string> = {
  black: '000000',
  blue: '0000FF',
  cyan: '00FFFF',
  darkBlue: '00008B',
  darkCyan: '008B8B',
  darkGray: 'A9A9A9',
  darkGreen: '006400',
  darkMagenta: '800080',
  darkRed: '8B0000',
  darkYellow: '808000',
  green: '00FF00',
  lightGray: 'D3D3D3',
  magenta: 'FF00FF',
  red: 'FF0000',
  white: 'FFFFFF',
  yellow: 'FFFF00',
};

/** The look that one element of run properties sets; empty for an element that does not affect visibility. */
export function lookOf(name: string, attributes: Attributes, theme: ThemeColours): RunLook {
  const { val = '' } = attributes;
  switch (name) {
    case 'vanish':
      return { hidden: isOn(val) };
    case 'color': {
      const colour = theme.ofWord(val, attributes.themeColor, attributes.themeTint, attributes.themeShade);
      return { colour };
    }
    case 'sz':
      return { size: Number(val) / 2 };
    case 'w':
      return { scale: Number.parseFloat(val) };
    case 'highlight':
      return { highlight: hexColour(highlights[val] ?? '') };
    case 'shd':
      return { ground: shadingOf(attributes, theme) };
    case 'outline':
    case 'shadow':
    case 'emboss':
    case 'imprint':
    case 'textOutline':
    case 'glow':
      return { outlined: isOn(val) };
    case 'noFill':
      return { transparent: true };
    case 'alpha':
      return { transparent: Number(val) >= fullyTransparent };
    default:
      return lineLookOf(name, val);
  }
}

/** The look that an element sets which strikes words out or moves them from their line. */
export function lineLookOf(name: string, val: string): RunLook {
  switch (name) {
    case 'strike':
    case 'dstrike':
      return { struck: isOn(val) };
    case 'vertAlign':
      return { raised: val === 'superscript' ? 'above' : val === 'subscript' ? 'below' : null };
    case 'position':
      return raisedBy(Number(val));
    default:
      return {};
  }
}

/** Drawings state font sizes in hundredths of a point. */
const hundredths = 100;

/** The look that the properties of a run in a drawing set (ECMA-376 part 1, 21.1.2.3.9). */
export function drawnLookOf({ sz, strike = 'noStrike', baseline = '0' }: Attributes): RunLook {
  return {
    ...(sz !== undefined && { size: Number(sz) / hundredths }),
    struck: strike !== 'noStrike',
    ...raisedBy(Number.parseFloat(baseline)),
  };
}

/** The look of words that are moved up from their line, or down if `distance` is negative. */
export function raisedBy(distance: number): RunLook {
  return distance === 0 ? {} : { raised: distance > 0 ? 'above' : 'below' };
}

/** The background that shading produces (ECMA-376 part 1, 17.3.5); null if it produces none. */
export function shadingOf(
  { val = '', fill = '', color = '', themeFill, themeFillTint, themeFillShade }: Attributes,
  theme: ThemeColours,
): Ground | null {
  if (val === 'solid') return hexColour(color) ?? 'unknown';
  const ground = theme.ofWord(fill, themeFill, themeFillTint, themeFillShade);
  return val === 'clear' || val === 'nil' || val === '' ? ground : 'unknown';
}

/** Whether the value of an on/off property is on (ECMA-376 part 1, 17.17.4). */
export function isOn(value: string): boolean {
  return value !== '0' && value !== 'false' && value !== 'off';
}

/** Why words with this look are hidden on the background `behind`; null if they are visible. */
export function hidingOf(
  { hidden, struck, colour, size, scale, highlight, ground, transparent, outlined }: RunLook,
  behind: Ground,
): Hiding | null {
  if (hidden) return 'marked_hidden';
  if (struck) return 'struck_out';
  if ((size !== undefined && size < leastSize) || (scale !== undefined && scale < leastScale))
    return 'too_small';
  if (outlined) return null;
  if (transparent) return 'transparent';
  const on = highlight ?? ground ?? behind;
  if (colour === undefined || colour === null || on === 'unknown') return null;
  return areAlike(colour, on) ? 'background_colour' : null;
}
