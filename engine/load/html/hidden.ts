import type { PageDocument, PageElement } from './page.ts';

/** The declarations that decide whether a reader sees an element, by property. */
type Declarations = Map<string, string>;

/** Above this the rules of a page are a program, and the page's own attributes have to do. */
const mostRules = 3_000;

const properties = [
  ...['display', 'visibility', 'opacity', 'font-size', 'text-indent', 'position', 'left', 'top'],
  ...['clip', 'clip-path', 'width', 'height', 'overflow', 'color', 'background-color', 'background'],
];

/** What children inherit of what is seen. Colours are `#rrggbb`, or null when they are not known. */
export type Look = { hidden: boolean; color: string | null; background: string | null };

/** The look a page starts with. Where a style sheet is not at hand, its colours are not known. */
export function startingLook(page: PageDocument): Look {
  const unseenSheets = [...page.querySelectorAll('link')].some((link) =>
    /\bstylesheet\b/i.test(link.getAttribute('rel') ?? ''),
  );
  return unseenSheets
    ? { hidden: false, color: null, background: null }
    : { hidden: false, color: '#000000', background: '#ffffff' };
}

/**
 * Tells which elements a reader does not see: by the `hidden` attribute, by their own style, and by the style
 * sheets inside the page. Sheets elsewhere are never fetched.
 */
export class Visibility {
  readonly #bySheet: Map<PageElement, Declarations>;

  constructor(page: PageDocument, sheets: readonly string[]) {
    this.#bySheet = sheetDeclarations(page, sheets);
  }

  /** The look of an element inside one that looks like `outer`. */
  lookOf(element: PageElement, outer: Look): Look {
    const closedDialog = element.localName === 'dialog' && element.getAttribute('open') === null;
    if (outer.hidden || closedDialog || element.getAttribute('hidden') !== null)
      return { ...outer, hidden: true };
    const sheet = this.#bySheet.get(element);
    const style = element.getAttribute('style');
    if (sheet === undefined && style === null) return outer;
    const declared: Declarations = new Map([...(sheet ?? []), ...declarationsOf(style ?? '')]);
    const color = declared.has('color') ? colorOf(declared.get('color')) : outer.color;
    const background = declared.get('background-color') ?? declared.get('background');
    const behind = background === undefined ? outer.background : (colorOf(background) ?? null);
    const unseen = isHidden(declared) || (color !== null && behind !== null && areAlike(color, behind));
    return { hidden: unseen, color, background: behind };
  }
}

function isHidden(declared: Declarations): boolean {
  const value = (name: string) => declared.get(name) ?? '';
  const small = (name: string, most: number) => declared.has(name) && lengthOf(value(name)) <= most;
  const away = (name: string) => declared.has(name) && lengthOf(value(name)) <= -500;
  if (value('display') === 'none' || /^(hidden|collapse)$/.test(value('visibility'))) return true;
  if (declared.has('opacity') && Number.parseFloat(value('opacity')) <= 0.02) return true;
  if (small('font-size', 2) || away('text-indent') || value('color') === 'transparent') return true;
  if (/^(absolute|fixed)$/.test(value('position'))) {
    if (away('left') || away('top')) return true;
    if (/rect\(\s*[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?[\s,]+[01](px)?\s*\)/.test(value('clip')))
      return true;
  }
  if (/inset\(\s*(50|100)%/.test(value('clip-path'))) return true;
  return /hidden|clip/.test(value('overflow')) && (small('width', 1) || small('height', 1));
}

/** Pixels; infinite for lengths that depend on something else, so that they never count as small or away. */
function lengthOf(value: string): number {
  const [, number, unit = 'px'] = /^(-?[\d.]+)\s*([a-z]*)$/.exec(value) ?? [];
  const pixels: Record<string, number> = { '': 1, px: 1, pt: 4 / 3, em: 16, rem: 16 };
  return number === undefined ? Number.POSITIVE_INFINITY : Number(number) * (pixels[unit] ?? Number.NaN);
}

function declarationsOf(style: string): Declarations {
  const found: Declarations = new Map();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!properties.includes(name)) continue;
    const value = declaration.slice(colon + 1).replace(/!\s*important/i, '');
    found.set(name, value.trim().toLowerCase());
  }
  return found;
}

function sheetDeclarations(page: PageDocument, sheets: readonly string[]): Map<PageElement, Declarations> {
  const found = new Map<PageElement, Declarations>();
  const rules = sheets.flatMap(rulesOf);
  if (rules.length > mostRules) return found;
  for (const { selector, style } of rules) {
    const declared = declarationsOf(style);
    if (declared.size === 0) continue;
    for (const element of matching(page, selector)) {
      found.set(element, new Map([...(found.get(element) ?? []), ...declared]));
    }
  }
  return found;
}

/** The rules of a sheet that hold on every screen: what stands in `@media` and its like is passed over. */
function rulesOf(sheet: string): { selector: string; style: string }[] {
  const rules: { selector: string; style: string }[] = [];
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  let depth = 0;
  let start = 0;
  let selector = '';
  for (const { 0: mark, index } of text.matchAll(/[{};]/g)) {
    if (mark === '{') {
      if (depth === 0) selector = text.slice(start, index).trim();
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (mark === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0) continue;
      if (!selector.startsWith('@')) rules.push({ selector, style: text.slice(start, index) });
      start = index + 1;
    } else if (depth === 0) start = index + 1;
  }
  return rules;
}

/** A selector that is not understood matches nothing. */
function matching(page: PageDocument, selector: string): Iterable<PageElement> {
  try {
    return page.querySelectorAll(selector);
  } catch {
    return [];
  }
}

const namedColors: Record<string, string> = { white: '#ffffff', black: '#000000', transparent: '' };

/** `#rrggbb` of a plain colour, else null. */
function colorOf(value: string | undefined): string | null {
  const text = value?.trim() ?? '';
  const named = namedColors[text];
  if (named !== undefined) return named === '' ? null : named;
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return text.replace(/[0-9a-f]/g, '$&$&');
  const parts = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(text)?.slice(1);
  return parts
    ? `#${parts.map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}`
    : null;
}

/** Colours nobody can tell apart: each channel differs by less than 1 in 16. */
function areAlike(one: string, other: string): boolean {
  return [1, 3, 5].every((at) => {
    const [a, b] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.abs((a ?? 0) - (b ?? 255)) < 16;
  });
}
