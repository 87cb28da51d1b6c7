import { black, type Colour, hexColour, mixed, white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { hidingOf, lineLookOf, type RunLook } from '../looks/run-look.ts';
import type { Ground, ThemeColours } from '../looks/theme.ts';
import { type Attributes, childAt, childrenOf, type Element } from '../xml.ts';

/**
 * The names of the theme colours, in the order of the numbers by which cells refer to them (ECMA-376 part 1, 18.8.3).
 * In the theme itself, dark colours come before light colours.
 */
const themeNames = 'lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'.split(
  ' ',
);
/** The indexes of black and white in the indexed colours (ECMA-376 part 1, 18.8.27), which old workbooks use. */
const numbered: Record<number, Colour> = { 0: black, 1: white, 8: black, 9: white };

/** The fonts and fills of a workbook's cells. */
export class CellLooks {
  readonly #theme: ThemeColours;
  readonly #fonts: RunLook[];
  readonly #fills: (Ground | null)[];
  readonly #cells: Attributes[];
  /** The workbook redefines the indexed colours, so they are unknown. */
  readonly #ownNumbers: boolean;

  constructor(part: Element, theme: ThemeColours) {
    const sheet = childAt(part, 'styleSheet');
    this.#theme = theme;
    this.#ownNumbers = childAt(sheet, 'colors', 'indexedColors') !== undefined;
    this.#fonts = childrenOf(childAt(sheet, 'fonts'), 'font').map((font) => this.#fontOf(font));
    this.#fills = childrenOf(childAt(sheet, 'fills'), 'fill').map((fill) => this.#fillOf(fill));
    this.#cells = childrenOf(childAt(sheet, 'cellXfs'), 'xf').map(({ attributes }) => attributes);
  }

  /** Why the words of a cell with this style are hidden; null if they are visible. */
  hiding(style: number): Hiding | null {
    const cell = this.#cells[style];
    if (cell === undefined) return null;
    const { fontId = 0, fillId = 0 } = cell;
    return hidingOf(this.#fonts[Number(fontId)] ?? {}, this.#fills[Number(fillId)] ?? white);
  }

  #fontOf(font: Element): RunLook {
    const attributesOf = (name: string) => childAt(font, name)?.attributes;
    const [size, strike, colour] = ['sz', 'strike', 'color'].map(attributesOf);
    return {
      ...(size && { size: Number(size.val) }),
      ...(strike && lineLookOf('strike', strike.val ?? '')),
      ...(colour && { colour: this.#colourOf(colour) }),
    };
  }

  #fillOf(fill: Element): Ground | null {
    if (childAt(fill, 'gradientFill') !== undefined) return 'unknown';
    const { patternType = 'none' } = childAt(fill, 'patternFill')?.attributes ?? {};
    if (patternType === 'none') return null;
    const colour = childAt(fill, 'patternFill', 'fgColor')?.attributes;
    return (patternType === 'solid' && colour ? this.#colourOf(colour) : null) ?? 'unknown';
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
