import { black, type Colour, hexColour, mixed, white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { hidingOf, lineLookOf, type RunLook } from '../looks/run-look.ts';
import type { Ground, ThemeColours } from '../looks/theme.ts';
import { type Attributes, childAt, childrenOf, type Element, elementsNamed } from '../xml.ts';

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

/** A section of a number format: the words around the number, and what the number itself looks like. */
type Section = {
  condition: string | null;
  before: string;
  after: string;
  hasNumber: boolean;
  /** The section writes a minus or a parenthesis itself. */
  hasSign: boolean;
  /** The number is displayed in another form, such as in thousands, so the words do not belong to the stored one. */
  isOther: boolean;
};

/** Matches the pieces of a format code (ECMA-376 part 1, 18.8.31). */
const pieces =
  /"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[([^\]]*)\]|(;)|(general|[0#?](?:[0#?.,]*[0#?])?)(,*)|(.)/gis;

/**
 * A number with the words that its format displays around it or instead of it, such as 30 in the format `0" days"`; null
 * if there are none.
 */
function wordedNumber(code: string, value: number): string | null {
  if (!/["\\[\p{Sc}]/u.test(code)) return null;
  const sections = sectionsOf(code);
  const section = chosen(sections, value);
  if (section === undefined || section.isOther) return null;
  const { before, after, hasNumber, hasSign } = section;
  if (!hasNumber) return /\p{L}/u.test(before) ? before.trim() : null;
  if (!/[\p{L}\p{Sc}%‰°]/u.test(before + after)) return null;
  const isOwn = section === sections[1] && section.condition === null;
  const sign = value < 0 && (hasSign || !isOwn) ? '-' : '';
  return `${sign}${before.trimStart()}${Number(Math.abs(value).toPrecision(15))}${after}`.trim();
}

function sectionsOf(code: string): Section[] {
  const sections: Section[] = [];
  let section = newSection();
  const add = (words: string) => {
    if (/[-−(]/.test(words)) section.hasSign = true;
    section[section.hasNumber ? 'after' : 'before'] += words.replace(/[-−()]/g, '');
  };
  for (const [, quoted, escaped, currency, inBrackets, end, number, scale, other] of code.matchAll(pieces)) {
    if (end !== undefined) {
      sections.push(section);
      section = newSection();
    } else if (number !== undefined) {
      section.isOther ||= section.hasNumber || scale !== '';
      section.hasNumber = true;
    } else if (inBrackets !== undefined) {
      if (/^[<>=]/.test(inBrackets)) section.condition = inBrackets;
    } else if (other !== undefined && !/[\s\p{Sc}()-]/u.test(other)) section.isOther = true;
    else add(quoted ?? escaped ?? currency ?? other ?? '');
  }
  return [...sections, section];
}

function newSection(): Section {
  return { condition: null, before: '', after: '', hasNumber: false, hasSign: false, isOther: false };
}

/** The section for a number: by the conditions of the sections, else by the sign of the number. */
function chosen(sections: readonly Section[], value: number): Section | undefined {
  if (sections.some(({ condition }) => condition !== null)) {
    return sections.find(({ condition }) => condition === null || holds(condition, value));
  }
  if (value < 0) return sections[1] ?? sections[0];
  return value === 0 ? (sections[2] ?? sections[0]) : sections[0];
}

function holds(condition: string, value: number): boolean {
  const [, sign = '', limit = ''] = /^([<>=]+)\s*(.+)$/.exec(condition) ?? [];
  const than = Number(limit);
  if (value === than) return sign.includes('=') && sign !== '<>';
  return value > than ? sign.startsWith('>') || sign === '<>' : sign.startsWith('<');
}

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
class CellLooks {
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
