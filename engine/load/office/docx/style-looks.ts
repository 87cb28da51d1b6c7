import { lookOf, type RunLook, shadingOf } from '../looks/run-look.ts';
import { chainOf } from '../looks/styles.ts';
import type { Ground, ThemeColours } from '../looks/theme.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';

/** The look that a table style sets for some of its cells. */
type CellLook = { run: RunLook; ground: Ground | null };

type StyleLook = CellLook & {
  parent: string | null;
  paragraphGround: Ground | null;
  cells: Map<string, CellLook>;
};

/** The look that a document's styles give to words. */
export class StyleLooks implements XmlHandler {
  /** The look of words to which no style applies. */
  readonly defaults: RunLook = {};
  /** The style of paragraphs that name no style; null when there is none. */
  defaultParagraph: string | null = null;
  readonly #styles = new Map<string, StyleLook>();
  readonly #theme: ThemeColours;
  readonly #path: string[] = [];
  #style: StyleLook | null = null;
  #cells: CellLook | null = null;

  private constructor(theme: ThemeColours) {
    this.#theme = theme;
  }

  static parse(bytes: Uint8Array | null, theme: ThemeColours): StyleLooks {
    return parseXml(bytes, new StyleLooks(theme));
  }

  /** What a style and its base styles set for runs. */
  run(style: string | null): RunLook {
    return Object.assign({}, ...this.#chain(style).map(({ run }) => run));
  }

  paragraphGround(style: string | null): Ground | null {
    return (
      this.#chain(style).findLast(({ paragraphGround }) => paragraphGround !== null)?.paragraphGround ?? null
    );
  }

  /** What a table style sets for cells of the given kinds; later kinds override earlier ones. */
  cell(style: string | null, kinds: readonly string[]): CellLook {
    const look: CellLook = { run: {}, ground: null };
    const chain = this.#chain(style);
    const apply = ({ run, ground }: CellLook) => {
      Object.assign(look.run, run);
      look.ground = ground ?? look.ground;
    };
    for (const one of chain) apply(one);
    for (const kind of kinds) {
      for (const { cells } of chain) {
        const found = cells.get(kind);
        if (found !== undefined) apply(found);
      }
    }
    return look;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    const within = this.#path.at(-2);
    this.#path.push(name);
    if (name === 'style') this.#begin(attributes);
    else if (name === 'basedOn' && this.#style !== null) this.#style.parent = attributes.val ?? null;
    else if (name === 'tblStylePr' && this.#style !== null) {
      this.#cells = { run: {}, ground: null };
      this.#style.cells.set(attributes.type ?? '', this.#cells);
    } else if (parent === 'rPr' && (within === 'rPrDefault' || this.#style !== null)) {
      const target = within === 'rPrDefault' ? this.defaults : (this.#cells ?? this.#style)?.run;
      if (target !== undefined) Object.assign(target, lookOf(name, attributes, this.#theme));
    } else if (name === 'shd' && this.#style !== null) this.#shade(parent, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (name === 'style') this.#style = null;
    if (name === 'tblStylePr') this.#cells = null;
  }

  #begin({ styleId, type, default: standard }: Attributes): void {
    if (styleId === undefined) return;
    this.#style = { parent: null, run: {}, ground: null, paragraphGround: null, cells: new Map() };
    this.#styles.set(styleId, this.#style);
    if (type === 'paragraph' && (standard === '1' || standard === 'true')) this.defaultParagraph = styleId;
  }

  #shade(parent: string | undefined, attributes: Attributes): void {
    const style = this.#style;
    if (style === null) return;
    const ground = shadingOf(attributes, this.#theme);
    if (parent === 'pPr' && this.#cells === null) style.paragraphGround = ground;
    else if (parent === 'tcPr' || parent === 'tblPr') (this.#cells ?? style).ground = ground;
  }

  /** A style and its base styles, the most basic one first. */
  #chain(style: string | null): StyleLook[] {
    return chainOf(this.#styles, style).reverse();
  }
}
