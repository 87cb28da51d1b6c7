import { chainOf, headingOfName } from '../looks/styles.ts';
import { type Numerals, numeral } from '../numerals.ts';
import { type Attributes, parseXml, type XmlHandler } from '../xml.ts';
import { FormattedStyles } from './style-looks.ts';
import { deepestLevel, wholeNumber } from './whole-number.ts';

/** How a list formats the numbers of one of its levels. */
type ListLevel = {
  format: string;
  prefix: string;
  suffix: string;
  shown: number;
  start: number;
  bullet: boolean;
};

const formats: Record<string, Numerals> = { a: 'letters', A: 'LETTERS', i: 'roman', I: 'ROMAN' };

type ParagraphStyle = { parent: string | null; heading: number | null };

/** Proviso's name for the outline, which is the list that numbers headings. In some files the outline has no name. */
export const outlineList = '\u0000outline';

/** The styles of a text document, as far as they define list numbers, headings and the look of words. */
export class TextStyles implements XmlHandler {
  /** The look of text in each style. */
  readonly looks = new FormattedStyles();
  readonly #lists = new Map<string, Map<number, ListLevel>>();
  readonly #paragraphs = new Map<string, ParagraphStyle>();
  #style = '';
  #list: Map<number, ListLevel> | null = null;

  static parse(parts: readonly (Buffer | null)[]): TextStyles {
    const styles = new TextStyles();
    for (const bytes of parts) parseXml(bytes, styles);
    return styles;
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'style':
        this.#style = attributes.name ?? '';
        this.looks.begin(attributes);
        if (attributes.family === 'paragraph') this.#paragraphs.set(this.#style, paragraphStyle(attributes));
        break;
      case 'page-layout':
      case 'default-style':
        this.looks.begin(attributes, name);
        break;
      case 'list-style':
      case 'outline-style':
        this.#list = new Map();
        this.#lists.set(name === 'outline-style' ? outlineList : (attributes.name ?? ''), this.#list);
        break;
      case 'list-level-style-number':
      case 'outline-level-style':
      case 'list-level-style-bullet':
        this.#list?.set(Number(attributes.level), levelOf(attributes, name === 'list-level-style-bullet'));
        break;
      default:
        this.looks.property(name, attributes);
    }
  }

  close(name: string): void {
    if (name === 'list-style' || name === 'outline-style') this.#list = null;
    if (name === 'style') this.#style = '';
    if (name === 'style' || name === 'page-layout' || name === 'default-style') this.looks.end();
  }

  /**
   * The heading level, from 1, that a paragraph style or one of its parent styles sets; null if none of them sets one.
   */
  heading(style: string): number | null {
    return chainOf(this.#paragraphs, style).find(({ heading }) => heading !== null)?.heading ?? null;
  }

  level(list: string, level: number): ListLevel | null {
    return this.#lists.get(list)?.get(level) ?? null;
  }
}

/** Counts the items of each list, and formats their numbers as they are displayed. */
export class ListNumbers {
  readonly #styles: TextStyles;
  readonly #counts = new Map<string, number[]>();

  constructor(styles: TextStyles) {
    this.#styles = styles;
  }

  restart(list: string): void {
    this.#counts.delete(list);
  }

  /**
   * Counts the next item of a list and returns its displayed number; an empty string if no number is displayed. `level`
   * counts from 1. If `from` is not null, it is the number of this item.
   */
  next(list: string, level: number, from: number | null): string {
    const counts = this.#counts.get(list) ?? [];
    this.#counts.set(list, counts);
    const own = this.#styles.level(list, level);
    const last = counts[level - 1];
    counts[level - 1] = from ?? (last === undefined ? (own?.start ?? 1) : last + 1);
    counts.length = level;
    if (own === null || own.bullet || own.format === '') return '';
    const numbers: string[] = [];
    for (let at = Math.max(1, level - own.shown + 1); at <= level; at += 1) {
      const style = this.#styles.level(list, at);
      if (style === null || style.bullet || style.format === '') continue;
      numbers.push(numeral(counts[at - 1] ?? style.start, formats[style.format]));
    }
    return `${own.prefix}${numbers.join('.')}${own.suffix}`.trim();
  }
}

/** Parses a paragraph style. In the names of styles, `_20_` means a space. */
function paragraphStyle(attributes: Attributes): ParagraphStyle {
  const { name = '', 'parent-style-name': parent, 'default-outline-level': outline } = attributes;
  const level = Number(outline || 0);
  return {
    parent: parent ?? null,
    heading: level > 0 ? level : headingOfName(name.replace(/_20_/g, ' ')),
  };
}

function levelOf(attributes: Attributes, bullet: boolean): ListLevel {
  return {
    format: attributes['num-format'] ?? '',
    prefix: attributes['num-prefix'] ?? '',
    suffix: attributes['num-suffix'] ?? '',
    shown: wholeNumber(attributes['display-levels'], deepestLevel),
    start: Number(attributes['start-value'] ?? 1),
    bullet,
  };
}
