import { black, type Colour, colourOf, hexColour, mixed, white } from '../../pages/colour.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';

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
export class ThemeColours implements XmlHandler {
  readonly #colours = new Map<string, Colour>(Object.entries(standard));
  #names: Attributes = otherNames;
  #scheme: string | null = null;

  static parse(bytes: Uint8Array | null): ThemeColours {
    return parseXml(bytes, new ThemeColours());
  }

  /** The colour with this name; null if the theme has none. */
  named(name: string): Colour | null {
    return this.#colours.get(this.#names[name] ?? name) ?? null;
  }

  /** Sets further names that a document assigns to the theme's colours, such as `bg1` for `dk1`. */
  rename(names: Attributes): void {
    this.#names = { ...otherNames, ...names };
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

  open(name: string, { val = '', lastClr = '' }: Attributes): void {
    if (schemes.includes(name)) this.#scheme = name;
    else if (this.#scheme !== null && (name === 'srgbClr' || name === 'sysClr')) {
      const colour = hexColour(name === 'srgbClr' ? val : lastClr);
      if (colour !== null) this.#colours.set(this.#scheme, colour);
    }
  }

  close(name: string): void {
    if (name === this.#scheme) this.#scheme = null;
  }
}

const preset: Record<string, Colour> = { white, black };

/**
 * Reads one colour of a drawing, with its modifiers. Call `open` for each element inside the element that contains the
 * colour, such as `solidFill`.
 */
export class DrawnColour {
  readonly #theme: ThemeColours;
  #colour: Colour | null = null;
  /** 0 is invisible, 1 is opaque. */
  opacity = 1;
  /** A colour was set, but its value is unknown. */
  #unknown = false;

  constructor(theme: ThemeColours) {
    this.#theme = theme;
  }

  /** The colour that was read, or unknown; null if none was set. */
  get ground(): Ground | null {
    return this.#colour ?? (this.#unknown ? 'unknown' : null);
  }

  open(name: string, { val = '', lastClr = '' }: Attributes): void {
    switch (name) {
      case 'srgbClr':
        this.#set(hexColour(val));
        break;
      case 'sysClr':
        this.#set(hexColour(lastClr));
        break;
      case 'schemeClr':
        this.#set(this.#theme.named(val));
        break;
      case 'prstClr':
        this.#set(preset[val] ?? null);
        break;
      case 'scrgbClr':
      case 'hslClr':
        this.#set(null);
        break;
      case 'alpha':
        this.opacity = share(val);
        break;
      default:
        if (this.#colour !== null) this.#colour = changed(this.#colour, name, share(val));
    }
  }

  #set(colour: Colour | null): void {
    this.#colour = colour;
    this.#unknown = colour === null;
  }
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
