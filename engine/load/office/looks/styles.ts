import { childAt, type Element, elementsNamed } from '../xml.ts';

/** The list of a paragraph, and its level there; null is what the properties do not set. */
export type ListPlace = { numId: string | null; level: number | null };

export function listPlaceOf(properties: Element | undefined): ListPlace {
  const valueAt = (name: string) => childAt(properties, 'numPr', name)?.attributes.val;
  const level = valueAt('ilvl');
  return { numId: valueAt('numId') ?? null, level: level === undefined ? null : Number(level) };
}

/** The relevant properties of a paragraph style. `parent` is the style that it is based on. */
type Style = { id: string; parent: string | null; heading: number | null; list: ListPlace | null };

/** Styles can be based on each other, so that a chain has no end. */
const longestChain = 32;

/** A style and the styles that it is based on, itself first. */
export function chainOf<Style extends { parent: string | null }>(
  styles: ReadonlyMap<string, Style>,
  name: string | null,
): Style[] {
  const chain: Style[] = [];
  let found = name === null ? undefined : styles.get(name);
  while (found !== undefined && chain.length < longestChain) {
    chain.push(found);
    found = found.parent === null ? undefined : styles.get(found.parent);
  }
  return chain;
}

/** The paragraph styles of a document. */
export class Styles {
  readonly #styles: ReadonlyMap<string, Style>;

  constructor(part: Element) {
    const paragraphs = elementsNamed(part, 'style').filter(
      ({ attributes: { styleId, type } }) => styleId !== undefined && type === 'paragraph',
    );
    this.#styles = new Map(paragraphs.map((style) => [style.attributes.styleId ?? '', styleOf(style)]));
  }

  /** The heading level, from 1, that a style or one of its base styles sets; null if none of them sets one. */
  headingLevel(style: string | null): number | null {
    return chainOf(this.#styles, style).find(({ heading }) => heading !== null)?.heading ?? null;
  }

  /**
   * The list to which a style or one of its base styles assigns paragraphs, and the style that assigns them; null if
   * there is no such style.
   */
  list(style: string | null): (ListPlace & { style: string }) | null {
    const [found] = chainOf(this.#styles, style).flatMap(({ id, list }) =>
      list === null ? [] : [{ ...list, style: id }],
    );
    return found ?? null;
  }
}

function styleOf(style: Element): Style {
  const valueAt = (...path: string[]) => childAt(style, ...path)?.attributes.val;
  const list = listPlaceOf(childAt(style, 'pPr'));
  return {
    id: style.attributes.styleId ?? '',
    parent: valueAt('basedOn') ?? null,
    heading: headingOfOutline(valueAt('pPr', 'outlineLvl') ?? '') ?? headingOfName(valueAt('name') ?? ''),
    list: list.numId === null && list.level === null ? null : list,
  };
}

export function headingOfName(name: string): number | null {
  if (/^title$/i.test(name)) return 1;
  const level = /^heading ([1-9])$/i.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

/** The heading level, from 1, of an outline level; null for level 9, which is body text, and for invalid values. */
export function headingOfOutline(value: string): number | null {
  return /^[0-8]$/.test(value) ? Number(value) + 1 : null;
}
