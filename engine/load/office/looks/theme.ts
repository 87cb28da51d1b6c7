import { black, type Colour, colourOf, hexColour, mixed, white } from '../../pages/colour.ts';
import { type Attributes, type Element, walk } from '../xml.ts';

/** What is behind text: a colour, or something whose colour is unknown, such as a picture. */
export type Ground = Colour | 'unknown';

const schemes = 'dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(' ');
/**
 * Other names of a theme's colours: those that Word uses, and those that slides use unless a master maps them
 * differently.
 */
const otherNames: Record<string, string> = {
  dark1: 'dk1',
  text1: 'dk1',
  tx1: 'dk1',
  light1: 'lt1',
  background1: 'lt1',
  bg1: 'lt1',
  dark2: 'dk2',
  text2: 'dk2',
  tx2: 'dk2',
  light2: 'lt2',
  background2: 'lt2',
  bg2: 'lt2',
  hyperlink: 'hlink',
  followedHyperlink: 'folHlink',
};
/** Black and white of Office's standard theme, for files without a theme. */
const standard: Record<string, Colour> = { dk1: black, lt1: white };

/** The colours that a document's theme names. */
export class ThemeColours {
  readonly #colours = new Map<string, Colour>(Object.entries(standard));
  readonly #names: Attributes;

  /** `names` are further names that a document assigns to the theme's colours, such as `bg1` for `dk1`. */
  constructor(part: Element | null, names: Attributes = {}) {
    this.#names = { ...otherNames, ...names };
    if (part === null) return;
    walk(part, ({ name, attributes: { val = '', lastClr = '' } }, { name: scheme }) => {
      if (!schemes.includes(scheme)) return;
      const colour = hexColour(name === 'srgbClr' ? val : name === 'sysClr' ? lastClr : '');
      if (colour !== null) this.#colours.set(scheme, colour);
    });
  }

  /** The colour with this name; null if the theme has none. */
  named(name: string): Colour | null {
    return this.#colours.get(this.#names[name] ?? name) ?? null;
  }

  /** The colour of a Word element. `val` is a colour in hex, used if the element names no theme colour. */
  ofWord(
    val: string,
    theme: string | undefined,
    tint: string | undefined,
    shade: string | undefined,
  ): Colour | null {
    const named = theme === undefined ? null : this.named(theme);
    if (named === null) return hexColour(val);
    if (tint !== undefined) return mixed(named, white, hexShare(tint));
    return shade === undefined ? named : mixed(named, black, hexShare(shade));
  }
}

const preset: Record<string, Colour> = { white, black };

/** The colour that elements of a drawing set, such as `solidFill`; `ground` is null if they set none. */
export function drawnColour(fill: Element, theme: ThemeColours): { ground: Ground | null; opacity: number } {
  let ground: Ground | null = null;
  let opacity = 1;
  walk(fill, ({ name, attributes: { val = '', lastClr = '' } }) => {
    if (name === 'srgbClr') ground = hexColour(val) ?? 'unknown';
    else if (name === 'sysClr') ground = hexColour(lastClr) ?? 'unknown';
    else if (name === 'schemeClr') ground = theme.named(val) ?? 'unknown';
    else if (name === 'prstClr') ground = preset[val] ?? 'unknown';
    else if (name === 'scrgbClr' || name === 'hslClr') ground = 'unknown';
    else if (name === 'alpha') opacity = share(val);
    else if (typeof ground === 'number') ground = changed(ground, name, share(val));
  });
  return { ground, opacity };
}

/** Converts thousandths of a percent to a fraction (ECMA-376 part 1, 20.1.2.3). */
function share(val: string): number {
  return Number(val) / 100_000;
}

function hexShare(byte: string): number {
  return Number.parseInt(byte, 16) / 255;
}

function changed(colour: Colour, how: string, by: number): Colour {
  switch (how) {
    case 'tint':
      return mixed(colour, white, by);
    case 'shade':
      return mixed(colour, black, by);
    case 'lumMod':
      return lighter(colour, by, 0);
    case 'lumOff':
      return lighter(colour, 1, by);
    default:
      return colour;
  }
}

/** The colour with its lightness (HSL) multiplied by `times` and then increased by `plus`. */
function lighter(colour: Colour, times: number, plus: number): Colour {
  const channels = [16, 8, 0].map((shift) => ((colour >> shift) & 255) / 255);
  const [most, least] = [Math.max(...channels), Math.min(...channels)];
  const light = (most + least) / 2;
  const wanted = Math.min(1, Math.max(0, light * times + plus));
  const room = (value: number) => 1 - Math.abs(2 * value - 1);
  const stretch = room(light) === 0 ? 0 : room(wanted) / room(light);
  const [red = 0, green = 0, blue = 0] = channels.map(
    (channel) => (wanted + (channel - light) * stretch) * 255,
  );
  return colourOf(red, green, blue);
}
