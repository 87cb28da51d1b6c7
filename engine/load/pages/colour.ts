/** A colour as 0xRRGGBB in sRGB. */
export type Colour = number;

export const white: Colour = 0xffffff;
export const black: Colour = 0x000000;

/**
 * A text is invisible on its background if the contrast ratio of their colours is lower than this. In WCAG 2.2 the
 * ratio is 1 for colours of the same luminance, and legible text needs 4.5, or 3 for large print. The ratio of #EEEEEE
 * on white is 1.15; that of the palest print on 1,400 pages of real filings is 1.6.
 */
const leastContrast = 1.15;
/** Colours of the same luminance are distinguishable by their hue if a channel (0 to 255) differs by more than this. */
const likeChannel = 40;

/** What each level of a channel adds to the relative luminance of a colour (WCAG 2.2). */
const linear = Array.from({ length: 256 }, (_, level) => {
  const share = level / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const reds = Float64Array.from(linear, (share) => 0.2126 * share);
const greens = Float64Array.from(linear, (share) => 0.7152 * share);
const blues = Float64Array.from(linear, (share) => 0.0722 * share);
/** Added to both luminances in a contrast ratio, for the light that every screen reflects (WCAG 2.2). */
const flare = 0.05;

/** Whether a text of one colour is indistinguishable from a background of the other. */
export function areAlike(one: Colour, other: Colour): boolean {
  if (one === other) return true;
  if (Math.abs(((one >> 16) & 255) - ((other >> 16) & 255)) > likeChannel) return false;
  if (Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) > likeChannel) return false;
  if (Math.abs((one & 255) - (other & 255)) > likeChannel) return false;
  const [a, b] = [luminance(one) + flare, luminance(other) + flare];
  return (a > b ? a / b : b / a) < leastContrast;
}

/** The colour that results when `colour` with the opacity `share` (0 to 1) is over `behind`. */
export function mixed(colour: Colour, behind: Colour, share: number): Colour {
  const channel = (shift: number) =>
    Math.round(((colour >> shift) & 255) * share + ((behind >> shift) & 255) * (1 - share)) << shift;
  return channel(16) | channel(8) | channel(0);
}

/** The colour with these channels, each rounded and limited to 0 to 255. */
export function colourOf(red: number, green: number, blue: number): Colour {
  return (level(red) << 16) | (level(green) << 8) | level(blue);
}

/** Parses `FF8800` or `#ff8800`; null for anything else. */
export function hexColour(text: string): Colour | null {
  const digits = /^#?([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 16);
}

function level(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}

function luminance(colour: Colour): number {
  return (reds[(colour >> 16) & 255] ?? 0) + (greens[(colour >> 8) & 255] ?? 0) + (blues[colour & 255] ?? 0);
}
