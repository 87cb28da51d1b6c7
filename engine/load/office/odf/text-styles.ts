import { type Numerals, numeral } from '../numerals.ts';
import { childrenOf, type Element, eachElement } from '../xml.ts';
import { FormattedStyles } from './style-looks.ts';
import { deepestLevel, wholeNumber } from './words.ts';

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

const styles = new Set(['style', 'default-style', 'page-layout', 'list-style', 'outline-style']);
const levelNames = /^(?:list-level-style-(?:number|bullet)|outline-level-style)$/;

/** Proviso's name for the outline, which is the list that numbers headings. In some files the outline has no name. */
export const outlineList = '\u0000outline';

/** The styles of a text document, as far as they define list numbers, headings and the look of words. */
export class TextStyles {
  /** The look of text in each style. */
  readonly looks = new FormattedStyles();
  readonly #lists = new Map<string, Map<number, ListLevel>>();

  constructor(parts: readonly (Buffer | null)[]) {
    for (const bytes of parts) eachElement(bytes, styles, (element) => this.#add(element));
  }

  #add(element: Element): void {
    const { name, attributes } = element;
    if (name === 'list-style' || name === 'outline-style') {
      const levels = childrenOf(element).filter((level) => levelNames.test(level.name));
      this.#lists.set(
        name === 'outline-style' ? outlineList : (attributes.name ?? ''),
        new Map(levels.map((level) => [Number(level.attributes.level), levelOf(level)])),
      );
    } else this.looks.add(element);
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

function levelOf({ name, attributes }: Element): ListLevel {
  return {
    format: attributes['num-format'] ?? '',
    prefix: attributes['num-prefix'] ?? '',
    suffix: attributes['num-suffix'] ?? '',
    shown: wholeNumber(attributes['display-levels'], deepestLevel),
    start: Number(attributes['start-value'] ?? 1),
    bullet: name === 'list-level-style-bullet',
  };
}
