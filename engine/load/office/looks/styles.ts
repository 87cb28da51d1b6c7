import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';

export type ListPlace = { numId: string; level: number | null };

/** The relevant properties of a paragraph style. */
type Style = { basedOn: string | null; heading: number | null; list: ListPlace | null };

const longestChain = 32;

/** The paragraph styles of a document. */
export class Styles {
  readonly #styles: ReadonlyMap<string, Style>;

  private constructor(styles: ReadonlyMap<string, Style>) {
    this.#styles = styles;
  }

  static parse(bytes: Uint8Array | null): Styles {
    const collector = new StyleCollector();
    if (bytes !== null) parseXml(bytes, collector);
    return new Styles(collector.styles);
  }

  /** The heading level, from 1, that a style or one of its base styles sets; null if none of them sets one. */
  headingLevel(style: string | null): number | null {
    return this.#first(style, ({ heading }) => heading);
  }

  /**
   * The list to which a style or one of its base styles assigns paragraphs, and the style that assigns them; null if
   * there is no such style.
   */
  list(style: string | null): (ListPlace & { style: string }) | null {
    let at = style;
    for (let step = 0; at !== null && step < longestChain; step += 1) {
      const found: Style | undefined = this.#styles.get(at);
      if (found?.list) return { ...found.list, style: at };
      at = found?.basedOn ?? null;
    }
    return null;
  }

  #first<Value>(style: string | null, pick: (style: Style) => Value | null): Value | null {
    let at = style;
    for (let step = 0; at !== null && step < longestChain; step += 1) {
      const found: Style | undefined = this.#styles.get(at);
      if (found === undefined) return null;
      const value = pick(found);
      if (value !== null) return value;
      at = found.basedOn;
    }
    return null;
  }
}

class StyleCollector implements XmlHandler {
  readonly styles = new Map<string, Style>();
  #style: Style | null = null;

  open(name: string, { val = '', styleId, type }: Attributes): void {
    if (name === 'style' && styleId !== undefined && type === 'paragraph') {
      this.#style = { basedOn: null, heading: null, list: null };
      this.styles.set(styleId, this.#style);
    } else if (name === 'style') this.#style = null;
    if (this.#style === null) return;
    if (name === 'basedOn') this.#style.basedOn = val;
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
