import { black, type Colour, hexColour, colourOf as rgb, white } from '../pages/colour.ts';

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
export function cssColour(text: string): { colour: Colour; opacity: number } | null {
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
