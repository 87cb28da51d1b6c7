import type { PageDocument, PageElement } from './page.ts';

/** The declared values of the properties that decide whether an element is visible, by property. */
export type Declarations = ReadonlyMap<string, string>;

/**
 * A page with more style rules than this, with rules nested deeper, or with more comparisons of a selector with an
 * element, is an application rather than a document: its rules are not examined, and its colours count as unknown.
 */
const most = { rules: 3_000, nesting: 32, comparisons: 100_000_000 };
/** Most characters that a style sheet can write before or after an element. Each of the elements repeats them. */
const mostWritten = 2_000;

const properties = new Set([
  ...['display', 'visibility', 'opacity', 'font-size', 'text-indent', 'position', 'left', 'top', 'margin'],
  ...['right', 'bottom', 'clip', 'clip-path', 'width', 'height', 'min-width', 'min-height', 'max-height'],
  ...['overflow', 'transform', 'color', 'background-color', 'background-image', 'padding', 'padding-top'],
  ...['padding-bottom', 'margin-top', 'margin-bottom', 'margin-left', 'animation', 'animation-name'],
  ...['transition', 'text-shadow', '-webkit-text-stroke', '-webkit-text-fill-color', 'background-clip'],
  ...['-webkit-background-clip', 'mix-blend-mode', 'filter', 'color-scheme'],
  ...['text-decoration', 'vertical-align', 'content'],
]);

/** The value of a property whose declaration applies only in some cases, such as on narrow screens. */
const unknown = '?';

type Declared = { name: string; value: string; important: boolean };
type Rule = { selector: string; declared: Declared[]; certain: boolean };
/** The declarations of style sheets for each element. */
type Sheet = Map<PageElement, Map<string, Weighed>>;
type Weighed = { value: string; weight: number; important: boolean };

/** Finds the declarations for elements of a page in its style sheets and `style` attributes (CSS Cascade 4). */
export class StyleRules {
  /**
   * Whether unknown style rules may apply: rules that were not understood, or that were not examined because the page
   * has too many.
   */
  readonly uncertain: boolean;
  /** Whether no rule was examined, because there are too many. */
  readonly unexamined: boolean;
  readonly #ofSheets: Sheet = new Map();
  /** The declarations for what style sheets write before and after the content of elements. */
  readonly #ofWritten: Record<'before' | 'after', Sheet> = { before: new Map(), after: new Map() };

  constructor(page: PageDocument, sheets: readonly string[]) {
    // A comment without an end goes to the end of the sheet (CSS Syntax 3, 4.3.2).
    const found = sheets.map((sheet) => rulesOf(sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''), true));
    const rules = found
      .flatMap((of) => of ?? [])
      .map((rule) => ({ ...rule, selectors: parts(rule.selector) }));
    const selectors = rules.reduce((sum, rule) => sum + rule.selectors.length, 0);
    const isProgram =
      found.includes(null) ||
      rules.length > most.rules ||
      selectors * [...page.querySelectorAll('*')].length > most.comparisons;
    this.uncertain = isProgram;
    this.unexamined = isProgram;
    if (isProgram) return;
    for (const { selectors, declared, certain } of rules) {
      for (const one of selectors) {
        const [, owner = one, end] = /^(.*?)::?(before|after)$/i.exec(one) ?? [];
        const sheet =
          end === undefined ? this.#ofSheets : this.#ofWritten[end === 'before' ? 'before' : 'after'];
        const counts = declared.filter(({ name }) => (name === 'content') === (end !== undefined));
        const matched = counts.length === 0 || isOfMoment(owner) ? [] : matching(page, owner || '*');
        if (matched === null) this.uncertain = true;
        for (const element of matched ?? []) weigh(sheet, element, counts, specificity(one), certain);
      }
    }
  }

  /**
   * The words that style sheets write before or after the content of an element. Text without letters and digits, such
   * as the bullet of a list, is left out.
   */
  writtenAt(element: PageElement, end: 'before' | 'after'): string {
    const content = this.#ofWritten[end].get(element)?.get('content')?.value.slice(0, mostWritten) ?? '';
    // After a slash there is another text, for readers who only listen.
    const pieces = /"((?:[^"\\]|\\.?)*)(?:"|$)|'((?:[^'\\]|\\.?)*)(?:'|$)|attr\(\s*([\w-]+)\s*\)|\/.*/gs;
    const words = [...content.matchAll(pieces)]
      .map(([, one = '', other = '', name]) =>
        name === undefined ? unescaped(one + other) : (element.getAttribute(name) ?? ''),
      )
      .join('');
    return /[\p{L}\p{N}]/u.test(words) ? words : '';
  }

  /** The elements that rules of style sheets apply to. */
  elements(): Iterable<PageElement> {
    return this.#ofSheets.keys();
  }

  /**
   * The declarations for an element; null if there are none. `given` is the style from presentational attributes, such
   * as `bgcolor`, which has the lowest precedence.
   */
  of(element: PageElement, given: readonly Declared[] = []): Declarations | null {
    const sheet = this.#ofSheets.get(element);
    const style = element.getAttribute('style');
    if (sheet === undefined && style === null && given.length === 0) return null;
    const all = new Map(given.map(({ name, value }) => [name, value]));
    for (const [name, { value }] of sheet ?? []) all.set(name, value);
    for (const { name, value, important } of declarationsOf(style ?? '')) {
      if (important || !sheet?.get(name)?.important) all.set(name, value);
    }
    return all;
  }
}

function weigh(
  sheet: Sheet,
  element: PageElement,
  declared: readonly Declared[],
  specific: number,
  certain: boolean,
): void {
  const all = sheet.get(element) ?? new Map<string, Weighed>();
  sheet.set(element, all);
  for (const { name, value, important } of declared) {
    const weight = specific + (important ? mostSpecific : 0);
    if (weight >= (all.get(name)?.weight ?? 0))
      all.set(name, { value: certain ? value : unknown, weight, important });
  }
}

/** A string of a style sheet. The signs of fonts with pictures, which are in the private use area, are left out. */
function unescaped(text: string): string {
  return text
    .replace(/\\(?:([\da-f]{1,6})\s?|(.))/gis, (_all, code: string | undefined, sign = '') => {
      const number = Number.parseInt(code ?? '', 16);
      if (code === undefined) return sign;
      return number <= 0x10ffff ? String.fromCodePoint(number) : '';
    })
    .replace(/\p{Co}/gu, '');
}

/**
 * The relevant declarations of a `style` attribute or a rule. `background` is replaced by `background-color` and
 * `background-image`, `text-decoration-line` by `text-decoration`.
 */
export function declarationsOf(style: string): Declared[] {
  const [own = ''] = style.split('{', 1);
  return own.split(';').flatMap((declaration) => {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const text = declaration.slice(colon + 1);
    const important = /!\s*important/i.test(text);
    const written = text.replace(/!\s*important/i, '').trim();
    const value = name === 'content' ? written : written.toLowerCase();
    if (name === 'background') {
      const image = /url\(|gradient\(|var\(/.test(value) ? value : 'none';
      return [
        { name: 'background-color', value, important },
        { name: 'background-image', value: image, important },
      ];
    }
    if (name === 'text-decoration-line') return [{ name: 'text-decoration', value, important }];
    return properties.has(name) ? [{ name, value, important }] : [];
  });
}

/**
 * The rules of a style sheet; null if they are nested too deep. Rules for print are left out; rules with other conditions
 * are not `certain`.
 */
function rulesOf(sheet: string, certain: boolean, nesting = 0): Rule[] | null {
  if (nesting > most.nesting) return null;
  const rules: Rule[] = [];
  let depth = 0;
  let start = 0;
  let selector = '';
  for (const { 0: mark, index } of sheet.matchAll(/[{};]/g)) {
    if (mark === '{') {
      if (depth === 0) selector = sheet.slice(start, index).trim();
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (mark === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      const inside = sheet.slice(start, index);
      if (!selector.startsWith('@')) rules.push({ selector, declared: declarationsOf(inside), certain });
      else if (
        /^@(media|supports|layer|container|scope)/i.test(selector) &&
        !/^@media\s+print$/i.test(selector)
      ) {
        const isCertain = certain && /^@media\s+(all|screen)$/i.test(selector);
        const nested = rulesOf(inside, isCertain, nesting + 1);
        if (nested === null) return null;
        for (const rule of nested) rules.push(rule);
      }
      start = index + 1;
    } else if (depth === 0) start = index + 1;
  }
  return rules;
}

/** Whether a selector applies only at times, such as during hover, or to something that is not an element. */
function isOfMoment(selector: string): boolean {
  return /::|:(hover|focus|active|visited|target|checked|first-l|selection|placeholder)/i.test(selector);
}

/** The selectors of a comma-separated list. */
function parts(selector: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of `${selector},`.matchAll(/[(),]/g)) {
    if (mark === '(') depth += 1;
    else if (mark === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 || index === selector.length) {
      found.push(selector.slice(start, index).trim());
      start = index + 1;
    }
  }
  return found.filter((one) => one !== '');
}

const mostSpecific = 1e9;

function specificity(selector: string): number {
  const count = (pattern: RegExp) => selector.match(pattern)?.length ?? 0;
  return count(/#[\w-]/g) * 1e6 + count(/\.[\w-]|\[|:[\w-]/g) * 1e3 + count(/(^|[\s>+~(])[a-z]/gi);
}

/** The elements that match a selector; null if the selector is not understood. */
function matching(page: PageDocument, selector: string): Iterable<PageElement> | null {
  try {
    return page.querySelectorAll(selector);
  } catch {
    return null;
  }
}
