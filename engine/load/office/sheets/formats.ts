import type { Hiding } from '../../part.ts';
import type { ThemeColours } from '../looks/theme.ts';
import { childAt, childrenOf, type Element, elementsNamed } from '../xml.ts';
import { CellLooks } from './cell-looks.ts';
import { wordedNumber } from './worded-numbers.ts';

/** Ids of the built-in date formats, which files do not define (ECMA-376 part 1, 18.8.30). */
const builtInDates = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);
/** The id of the built-in format for elapsed time. */
const builtInElapsed = 46;
/** Ids of the built-in percentage formats. */
const builtInPercents = new Set([9, 10]);
/** Day 0 of each date system. The 1900 system begins a day early, because spreadsheets treat 1900 as a leap year. */
const epochs = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const lastDay = 2_958_465;

/**
 * The number formats of a workbook. A format can display a stored 45000 as a date or a stored 0.2 as 20%, or can
 * display nothing.
 */
export class CellFormats {
  readonly #looks: CellLooks;
  readonly #codes: ReadonlyMap<number, string>;
  readonly #ofStyle: readonly number[];
  readonly #epoch: number;

  constructor(part: Element, from1904: boolean, theme: ThemeColours) {
    this.#looks = new CellLooks(part, theme);
    this.#codes = new Map(
      elementsNamed(part, 'numFmt').map(({ attributes: { numFmtId, formatCode = '' } }) => [
        Number(numFmtId),
        formatCode,
      ]),
    );
    const styles = childrenOf(childAt(part, 'styleSheet', 'cellXfs'), 'xf');
    this.#ofStyle = styles.map(({ attributes }) => Number(attributes.numFmtId ?? 0));
    this.#epoch = from1904 ? epochs.from1904 : epochs.from1900;
  }

  /**
   * A stored number as text: dates in ISO 8601, percentages with a percent sign, other numbers as stored, to 15 digits,
   * with the words of their format.
   */
  shown(stored: string, style: number): string {
    const value = Number(stored);
    const id = this.#ofStyle[style] ?? 0;
    const code = this.#codes.get(id) ?? '';
    if (stored.trim() === '' || !Number.isFinite(value)) return stored;
    const [elapsed] = (id === builtInElapsed ? '[h]' : code).match(/\[(?:h+|m+|s+)\]/i) ?? [];
    if (elapsed !== undefined) return durationOf(value, elapsed.charAt(1).toLowerCase());
    if (builtInDates.has(id) || isDate(code)) return this.#date(value, stored);
    if (builtInPercents.has(id) || bare(code).includes('%'))
      return `${Number((value * 100).toPrecision(12))}%`;
    return wordedNumber(code, value) ?? String(Number(value.toPrecision(15)));
  }

  /** Why a cell with this style and value is hidden; null if it is visible. `value` is null for a cell with text. */
  hiding(style: number, value: number | null): Hiding | null {
    const code = this.#codes.get(this.#ofStyle[style] ?? 0);
    if (code !== undefined && isBlank(code, value)) return 'marked_hidden';
    const hiding = this.#looks.hiding(style);
    return code !== undefined && hasColours.test(code) ? null : hiding;
  }

  #date(value: number, stored: string): string {
    if (value < 0 || value > lastDay) return stored;
    const [day = '', time = ''] = new Date(this.#epoch + Math.round(value * 86_400) * 1000)
      .toISOString()
      .split('T');
    const clock = time.slice(0, 8);
    if (value < 1) return clock;
    return clock === '00:00:00' ? day : `${day} ${clock}`;
  }
}

const durations = [
  { sign: 'h', name: 'hours', seconds: 3_600 },
  { sign: 'm', name: 'minutes', seconds: 60 },
  { sign: 's', name: 'seconds', seconds: 1 },
];

/** A time in days as elapsed time that begins with hours, minutes or seconds: 1.5 days are 36 hours. */
function durationOf(days: number, first: string): string {
  const units = durations.slice(durations.findIndex(({ sign }) => sign === first));
  let rest = Math.round(Math.abs(days) * 86_400);
  const counts = units.map(({ seconds }) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return count;
  });
  const sign = days < 0 ? '-' : '';
  if (counts.slice(1).every((count) => count === 0)) return `${sign}${counts[0]} ${units[0]?.name}`;
  const [own, ...others] = counts.at(-1) === 0 ? counts.slice(0, -1) : counts;
  return `${sign}${own}:${others.map((count) => String(count).padStart(2, '0')).join(':')}`;
}

/** A pattern for formats with colours or conditions. */
const hasColours = /\[(?:black|blue|cyan|green|magenta|red|white|yellow|colou?r ?\d+|[<>=])/i;

/**
 * Whether a format displays nothing for a value, because the format's section for such values is empty (ECMA-376 part
 * 1, 18.8.31). The sections are for positive numbers, negative numbers, zero, and text (`value` is null). A value whose
 * section is missing is displayed. A zero counts as hidden only if all sections for numbers are empty.
 */
function isBlank(code: string, value: number | null): boolean {
  if (hasColours.test(code)) return false;
  const sections = code.replace(/"[^"]*"|\\./g, 'x').split(';');
  const isEmpty = (index: number) => sections[index]?.trim() === '';
  if (value === null) return sections.length > 3 && isEmpty(3);
  if (sections.length < 2) return false;
  if (value === 0) return sections.slice(0, 3).every((section) => section.trim() === '');
  return isEmpty(value > 0 ? 0 : 1);
}

/** A format code without quoted and escaped characters, colours and conditions. */
function bare(code: string): string {
  return code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
}

function isDate(code: string): boolean {
  return /[ymdhs]/i.test(bare(code).replace(/general/i, ''));
}
