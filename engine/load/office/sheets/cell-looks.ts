import { black, type Colour, hexColour, mixed, white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { hidingOf, lineLookOf, type RunLook } from '../looks/run-look.ts';
import type { Ground, ThemeColours } from '../looks/theme.ts';
import type { Attributes } from '../xml.ts';

/**
 * The names of the theme colours, in the order of the numbers by which cells refer to them (ECMA-376 part 1, 18.8.3).
 * In the theme itself, dark colours come before light colours.
 */
const themeNames = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(
  ' ',
);
/** The indexes of black and white in the indexed colours (ECMA-376 part 1, 18.8.27), which old workbooks use. */
const numbered: Record<number, Colour> = { 0: black, 1: white, 8: black, 9: white };

type CellLook = { font: number; fill: number };

/** The fonts and fills of a workbook's cells. */
export class CellLooks {
  readonly #theme: ThemeColours;
  readonly #fonts: RunLook[] = [];
  readonly #fills: (Ground | null)[] = [];
  readonly #cells: CellLook[] = [];
  #within: 'fonts' | 'fills' | 'cellXfs' | null = null;
  #pattern = '';
  /** The workbook redefines the indexed colours, so they are unknown. */
  #ownNumbers = false;

  constructor(theme: ThemeColours) {
    this.#theme = theme;
  }

  /** Why the words of a cell with this style are hidden; null if they are visible. */
  hiding(style: number): Hiding | null {
    const cell = this.#cells[style];
    if (cell === undefined) return null;
    return hidingOf(this.#fonts[cell.font] ?? {}, this.#fills[cell.fill] ?? white);
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'indexedColors') this.#ownNumbers = true;
    else if (name === 'fonts' || name === 'fills' || name === 'cellXfs') this.#within = name;
    else if (this.#within === 'fonts') this.#openInFont(name, attributes);
    else if (this.#within === 'fills') this.#openInFill(name, attributes);
    else if (this.#within === 'cellXfs' && name === 'xf') {
      this.#cells.push({ font: Number(attributes.fontId ?? 0), fill: Number(attributes.fillId ?? 0) });
    }
  }

  close(name: string): void {
    if (name === this.#within) this.#within = null;
  }

  #openInFont(name: string, attributes: Attributes): void {
    if (name === 'font') this.#fonts.push({});
    const font = this.#fonts.at(-1);
    if (font === undefined) return;
    if (name === 'sz') font.size = Number(attributes.val);
    if (name === 'strike') Object.assign(font, lineLookOf(name, attributes.val ?? ''));
    if (name === 'color') font.colour = this.#colourOf(attributes);
  }

  #openInFill(name: string, attributes: Attributes): void {
    const last = this.#fills.length - 1;
    if (name === 'fill') this.#fills.push(null);
    else if (name === 'patternFill') {
      this.#pattern = attributes.patternType ?? 'none';
      if (this.#pattern !== 'none') this.#fills[last] = 'unknown';
    } else if (name === 'gradientFill') this.#fills[last] = 'unknown';
    else if (name === 'fgColor' && this.#pattern !== 'none') {
      this.#fills[last] = this.#pattern === 'solid' ? (this.#colourOf(attributes) ?? 'unknown') : 'unknown';
    }
  }

  #numbered(index: string | undefined): Colour | null {
    return this.#ownNumbers ? null : (numbered[Number(index)] ?? null);
  }

  /** The colour of an element; null if it is automatic or unknown. */
  #colourOf({ rgb, theme, indexed, tint = '0' }: Attributes): Colour | null {
    const named =
      theme === undefined
        ? rgb === undefined
          ? this.#numbered(indexed)
          : hexColour(rgb.slice(-6))
        : this.#theme.named(themeNames[Number(theme)] ?? '');
    const by = Number(tint);
    if (named === null || by === 0) return named;
    return by > 0 ? mixed(named, white, 1 - by) : mixed(named, black, 1 + by);
  }
}
