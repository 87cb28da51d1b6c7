import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';

export type ListPlace = { numId: string; level: number | null };

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
export class Styles implements XmlHandler {
  readonly #styles = new Map<string, Style>();
  #style: Style | null = null;

  static parse(bytes: Uint8Array | null): Styles {
    return parseXml(bytes, new Styles());
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

  open(name: string, { val = '', styleId, type }: Attributes): void {
    if (name === 'style' && styleId !== undefined && type === 'paragraph') {
      this.#style = { id: styleId, parent: null, heading: null, list: null };
      this.#styles.set(styleId, this.#style);
    } else if (name === 'style') this.#style = null;
    if (this.#style === null) return;
    if (name === 'basedOn') this.#style.parent = val;
    else if (name === 'name') this.#style.heading ??= headingOfName(val);
    else if (name === 'outlineLvl') this.#style.heading = headingOfOutline(val) ?? this.#style.heading;
    else if (name === 'numId') this.#style.list = { numId: val, level: this.#style.list?.level ?? null };
    else if (name === 'ilvl') this.#style.list = { numId: this.#style.list?.numId ?? '', level: Number(val) };
  }

  close(name: string): void {
    if (name === 'style') this.#style = null;
  }
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
