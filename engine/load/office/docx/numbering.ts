import { isOn } from '../looks/run-look.ts';
import type { ListPlace, Styles } from '../looks/styles.ts';
import { type Numerals, numeral } from '../numerals.ts';
import { childAt, childrenOf, type Element, elementsNamed } from '../xml.ts';

type Level = { start: number; format: string; text: string; legal: boolean; style: string | null };
type AbstractList = { levels: Map<number, Level>; styleLink: string | null };
type List = { abstractId: string; starts: Map<number, number> };

const deepestLevel = 8;

/**
 * Counts the items of a document's lists as Word does, so that a clause that Word displays as "4.2" gets this label.
 */
export class Numbering {
  readonly #abstracts = new Map<string, AbstractList>();
  readonly #lists = new Map<string, List>();
  readonly #styles: Styles;
  /** The counters of each abstract list; lists with the same abstract list share its counters. */
  readonly #counters = new Map<string, (number | null)[]>();
  readonly #begun = new Set<string>();

  constructor(part: Element, styles: Styles) {
    this.#styles = styles;
    for (const one of elementsNamed(part, 'abstractNum')) {
      const levels = childrenOf(one, 'lvl').map((level): [number, Level] => [
        Number(level.attributes.ilvl ?? 0),
        levelOf(level),
      ]);
      const styleLink = childAt(one, 'numStyleLink')?.attributes.val ?? null;
      this.#abstracts.set(one.attributes.abstractNumId ?? '', { levels: new Map(levels), styleLink });
    }
    for (const one of elementsNamed(part, 'num')) {
      const starts = childrenOf(one, 'lvlOverride').flatMap((override): [number, number][] => {
        const start = childAt(override, 'startOverride');
        const value = Number(start?.attributes.val) || 1;
        return start === undefined ? [] : [[Number(override.attributes.ilvl ?? 0), value]];
      });
      const abstractId = childAt(one, 'abstractNumId')?.attributes.val ?? '';
      this.#lists.set(one.attributes.numId ?? '', { abstractId, starts: new Map(starts) });
    }
  }

  /**
   * Counts a paragraph and returns the label that Word displays before it, or an empty string. Call this for all
   * paragraphs in document order.
   */
  next(own: ListPlace, style: string | null): string {
    const place = this.#place(own, style);
    if (place === null) return '';
    const list = this.#lists.get(place.numId);
    const found = list === undefined ? null : this.#abstract(list.abstractId);
    if (list === undefined || found === null) return '';
    const level = found.list.levels.get(place.level);
    if (level === undefined) return '';
    const counters = this.#count(found.id, place, list, found.list);
    return labelOf(level, found.list, counters);
  }

  #place(own: ListPlace, style: string | null): { numId: string; level: number } | null {
    const fromStyle = this.#styles.list(style);
    const numId = own.numId ?? fromStyle?.numId;
    if (!numId || numId === '0') return null;
    const linked = fromStyle === null ? null : this.#levelOfStyle(numId, fromStyle.style);
    const level = own.level ?? fromStyle?.level ?? linked ?? 0;
    return { numId, level: Math.min(Math.max(level, 0), deepestLevel) };
  }

  #levelOfStyle(numId: string, style: string): number | null {
    const list = this.#lists.get(numId);
    const levels = list === undefined ? undefined : this.#abstract(list.abstractId)?.list.levels;
    for (const [index, level] of levels ?? []) if (level.style === style) return index;
    return null;
  }

  /**
   * The abstract list with this id. If this list only links to a numbering style, the abstract list of that style
   * instead; further links are not followed. Null if there is no such list.
   */
  #abstract(id: string): { id: string; list: AbstractList } | null {
    const list = this.#abstracts.get(id);
    if (list === undefined) return null;
    if (list.styleLink === null || list.levels.size > 0) return { id, list };
    const linked = this.#styles.list(list.styleLink);
    const target = linked === null ? undefined : this.#lists.get(linked.numId ?? '')?.abstractId;
    const targetList = target === undefined ? undefined : this.#abstracts.get(target);
    return target === undefined || targetList === undefined ? null : { id: target, list: targetList };
  }

  #count(
    id: string,
    place: { numId: string; level: number },
    list: List,
    abstract: AbstractList,
  ): (number | null)[] {
    const counters = this.#counters.get(id) ?? [];
    this.#counters.set(id, counters);
    const restarts = !this.#begun.has(place.numId) && list.starts.size > 0;
    this.#begun.add(place.numId);
    if (restarts) counters.length = 0;
    const startOf = (level: number) => list.starts.get(level) ?? abstract.levels.get(level)?.start ?? 1;
    for (let above = 0; above < place.level; above += 1) counters[above] ??= startOf(above);
    const before = counters[place.level] ?? null;
    counters[place.level] = before === null ? startOf(place.level) : before + 1;
    counters.length = place.level + 1;
    return counters;
  }
}

function labelOf(level: Level, list: AbstractList, counters: (number | null)[]): string {
  if (level.format === 'bullet') return '•';
  if (level.format === 'none') return level.text.includes('%') ? '' : level.text;
  return level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const index = Number(digit) - 1;
    const value = counters[index] ?? list.levels.get(index)?.start ?? 1;
    return numeral(value, level.legal ? undefined : formats[list.levels.get(index)?.format ?? '']);
  });
}

const formats: Record<string, Numerals> = {
  lowerLetter: 'letters',
  upperLetter: 'LETTERS',
  lowerRoman: 'roman',
  upperRoman: 'ROMAN',
  decimalZero: 'two digits',
};

function levelOf(level: Element): Level {
  const valueAt = (name: string) => childAt(level, name)?.attributes.val;
  const start = valueAt('start');
  const legal = childAt(level, 'isLgl');
  return {
    start: Number(start) || (start === '0' ? 0 : 1),
    format: valueAt('numFmt') ?? 'decimal',
    text: valueAt('lvlText') ?? '',
    legal: legal !== undefined && isOn(legal.attributes.val ?? ''),
    style: valueAt('pStyle') ?? null,
  };
}
