import { lookOf, type RunLook, shadingOf } from '../looks/run-look.ts';
import { chainOf } from '../looks/styles.ts';
import type { Ground, ThemeColours } from '../looks/theme.ts';
import { childAt, childrenOf, type Element, elementsNamed } from '../xml.ts';

/** The look that a table style sets for some of its cells. */
type CellLook = { run: RunLook; ground: Ground | null };

type StyleLook = CellLook & {
  parent: string | null;
  paragraphGround: Ground | null;
  cells: Map<string, CellLook>;
};

/** The look that a document's styles give to words. */
export class StyleLooks {
  /** The look of words to which no style applies. */
  readonly defaults: RunLook;
  /** The style of paragraphs that name no style; null when there is none. */
  readonly defaultParagraph: string | null;
  readonly #styles = new Map<string, StyleLook>();

  constructor(part: Element, theme: ThemeColours) {
    this.defaults = runOf(childAt(part, 'styles', 'docDefaults', 'rPrDefault'), theme);
    const styles = elementsNamed(part, 'style').filter(({ attributes }) => attributes.styleId !== undefined);
    for (const style of styles) {
      const cells = childrenOf(style, 'tblStylePr').map((kind): [string, CellLook] => [
        kind.attributes.type ?? '',
        cellLook(kind, theme),
      ]);
      this.#styles.set(style.attributes.styleId ?? '', {
        ...cellLook(style, theme),
        parent: childAt(style, 'basedOn')?.attributes.val ?? null,
        paragraphGround: groundOf(childAt(style, 'pPr', 'shd'), theme),
        cells: new Map(cells),
      });
    }
    const standard = styles.findLast(
      ({ attributes }) => attributes.type === 'paragraph' && /^(?:1|true)$/.test(attributes.default ?? ''),
    );
    this.defaultParagraph = standard?.attributes.styleId ?? null;
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

  /** A style and its base styles, the most basic one first. */
  #chain(style: string | null): StyleLook[] {
    return chainOf(this.#styles, style).reverse();
  }
}

function cellLook(element: Element, theme: ThemeColours): CellLook {
  const shading = childAt(element, 'tcPr', 'shd') ?? childAt(element, 'tblPr', 'shd');
  return { run: runOf(element, theme), ground: groundOf(shading, theme) };
}

function runOf(element: Element | undefined, theme: ThemeColours): RunLook {
  const properties = childrenOf(childAt(element, 'rPr'));
  return Object.assign({}, ...properties.map(({ name, attributes }) => lookOf(name, attributes, theme)));
}

export function groundOf(shading: Element | undefined, theme: ThemeColours): Ground | null {
  return shading === undefined ? null : shadingOf(shading.attributes, theme);
}
