import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import type { Drawings } from '../drawings.ts';
import { hidingOf, isOn, lookOf, type RunLook } from '../looks/run-look.ts';
import { drawnColour, type Ground, type ThemeColours } from '../looks/theme.ts';
import { type Attributes, childAt, childrenOf, type Element, walk } from '../xml.ts';
import { groundOf, type StyleLooks } from './style-looks.ts';

/** What decides the look of a document's words: styles, theme colours, page colour and drawings. */
export type DocumentLook = { styles: StyleLooks; theme: ThemeColours; paper: Ground; drawings: Drawings };

/** The formats of a table. */
export type Table = {
  style: string | null;
  ground: Ground | null;
  /** The kinds of cells (such as `firstRow`) to which the table applies special formats of its style. */
  uses: ReadonlySet<string>;
};

/**
 * A text box, the drawing around it, or a cell of a table. `cell` has the style of the table and every combination of
 * kinds, such as `firstRow`, that the cell can have; null for a box.
 */
export type Scope = {
  hidden: Hiding | null;
  ground: Ground | null;
  cell: { table: Table; kinds: string[][] } | null;
};

type ParagraphLook = { style: string | null; ground: Ground | null; flat: boolean };

/** The elements around words, as far as they decide the look of the words. */
export type PlaceLook = {
  scopes: readonly Scope[];
  paragraph: ParagraphLook | null;
  run: { style: string | null; own: RunLook };
};

export const noLook: PlaceLook = { scopes: [], paragraph: null, run: { style: null, own: {} } };

/** Word measures heights and distances in twentieths of a point. */
const twentieths = 20;
/** The elements of drawings and text boxes. */
export const boxes: ReadonlySet<string> = new Set([
  ...['inline', 'anchor', 'wsp', 'shape', 'rect', 'roundrect', 'textbox'],
]);
const otherFills = new Set(['gradFill', 'blipFill', 'pattFill', 'grpFill']);

/** The look that a paragraph sets for its words. */
export function paragraphLook(properties: Element | undefined, theme: ThemeColours): ParagraphLook {
  const { lineRule, line } = childAt(properties, 'spacing')?.attributes ?? {};
  return {
    style: childAt(properties, 'pStyle')?.attributes.val ?? null,
    ground: groundOf(childAt(properties, 'shd'), theme),
    flat: lineRule === 'exact' && Number(line) < twentieths,
  };
}

/** The look that a run sets for its words. */
export function runLook(run: Element, theme: ThemeColours): PlaceLook['run'] {
  const look: PlaceLook['run'] = { style: null, own: {} };
  for (const property of childrenOf(run, 'rPr').flatMap((properties) => childrenOf(properties))) {
    const { name, attributes } = property;
    if (name === 'rStyle') look.style = attributes.val ?? null;
    else if (name === 'textOutline') {
      if (childrenOf(property).some((fill) => isFill(fill.name))) look.own.outlined = true;
    } else Object.assign(look.own, lookOf(name, attributes, theme));
    if (name === 'textFill')
      walk(property, (inner) => Object.assign(look.own, lookOf(inner.name, inner.attributes, theme)));
  }
  return look;
}

function isFill(name: string): boolean {
  return name === 'solidFill' || otherFills.has(name);
}

export function tableOf(element: Element, theme: ThemeColours): Table {
  const properties = childAt(element, 'tblPr');
  return {
    style: childAt(properties, 'tblStyle')?.attributes.val ?? null,
    ground: groundOf(childAt(properties, 'shd'), theme),
    uses: usesOf(childAt(properties, 'tblLook')?.attributes),
  };
}

/** Why a row of a table is hidden; null if it is visible. */
export function rowHiding(row: Element): Hiding | null {
  const properties = childAt(row, 'trPr');
  const { val, hRule } = childAt(properties, 'trHeight')?.attributes ?? {};
  const hidden = childAt(properties, 'hidden');
  if (hidden !== undefined && isOn(hidden.attributes.val ?? '')) return 'marked_hidden';
  return hRule === 'exact' && Number(val) < twentieths ? 'too_small' : null;
}

/** A cell of a table. Its row and its column count from 0. */
export function cellScope(
  cell: Element,
  { table, row, column, hidden }: { table: Table; row: number; column: number; hidden: Hiding | null },
  theme: ThemeColours,
): Scope {
  const ground = groundOf(childAt(cell, 'tcPr', 'shd'), theme);
  return { hidden, ground, cell: { table, kinds: cellKinds(table.uses, row, column) } };
}

/** A drawing or a text box. Older documents use VML shapes, whose look is set by attributes. */
export function boxScope(element: Element, theme: ThemeColours): Scope {
  const box: Scope = { ...vmlBox(element), cell: null };
  let isSet = false;
  walk(element, (inner, { name: parent }) => {
    const { name, attributes } = inner;
    if (boxes.has(name) || name === 'tbl' || name === 'Fallback' || name.endsWith('Change')) return false;
    if (name === 'docPr' && isOn(attributes.hidden ?? '0')) box.hidden = 'marked_hidden';
    else if (parent === 'spPr' && otherFills.has(name)) box.ground = 'unknown';
    else if (parent === 'spPr' && name === 'solidFill') {
      const { ground, opacity } = drawnColour(inner, theme);
      box.ground = opacity < 1 ? 'unknown' : ground;
    } else if (parent === 'spPr' && (name === 'noFill' || name === 'ln')) isSet = true;
    else if (name === 'fillRef' && !isSet && box.ground === null && attributes.idx !== '0')
      box.ground = 'unknown';
  });
  return box;
}

function vmlBox({ name, attributes: { fillcolor, filled, style = '' } }: Element): Omit<Scope, 'cell'> {
  if (!/^(?:round)?rect$|^shape$/.test(name)) return { ground: null, hidden: null };
  const isFlat = /(?:^|;)\s*(?:width|height):\s*0*(?:\.\d+)?(?:pt|px|in|cm|mm)?\s*(?:;|$)/i.test(style);
  return {
    hidden: /visibility:\s*hidden/i.test(style) ? 'marked_hidden' : isFlat ? 'too_small' : null,
    ground: filled !== 'f' && filled !== 'false' && fillcolor !== undefined ? 'unknown' : null,
  };
}

/** Whether words are above or below their line. */
export function raisedAt({ styles }: DocumentLook, { paragraph, run }: PlaceLook): RunLook['raised'] {
  const style = paragraph?.style ?? styles.defaultParagraph;
  return { ...styles.run(style), ...styles.run(run.style), ...run.own }.raised ?? null;
}

/** Why words are hidden; null if they are visible. `characters` are those before them in their part of the document. */
export function hidingAt(look: DocumentLook, place: PlaceLook, characters: number): Hiding | null {
  const { scopes, paragraph, run } = place;
  const unseen = scopes.find(({ hidden }) => hidden !== null);
  if (unseen !== undefined) return unseen.hidden;
  if (paragraph?.flat) return 'too_small';
  const { styles } = look;
  const style = paragraph?.style ?? styles.defaultParagraph;
  const ofParagraph = styles.run(style);
  const ofRun = styles.run(run.style);
  const { own } = run;
  const paper = () => {
    const inBox = scopes.some(({ cell }) => cell === null);
    return look.drawings.mayLieUnder(characters, inBox) ? 'unknown' : look.paper;
  };
  const all = looksAround(styles, scopes).map(({ run: around, ground }) => {
    const words = { ...styles.defaults, ...around, ...ofParagraph, ...ofRun, ...own };
    // If both the paragraph's style and the run's style set a toggle property, the property is off (ECMA-376 part 1,
    // 17.7.3).
    const hidden = own.hidden ?? (ofParagraph.hidden ?? false) !== (ofRun.hidden ?? false);
    const struck = own.struck ?? (ofParagraph.struck ?? false) !== (ofRun.struck ?? false);
    const behind = paragraph?.ground ?? styles.paragraphGround(style) ?? ground ?? paper();
    return hidingOf({ ...words, hidden, struck }, behind);
  });
  return all.every((one) => one !== null) ? (all[0] ?? null) : null;
}

/**
 * The look and background that the surrounding table cell or box sets for its words, for each combination of kinds that
 * the cell can have. A null background means the background of the page.
 */
function looksAround(
  styles: StyleLooks,
  scopes: readonly Scope[],
): { run: RunLook; ground: Ground | null }[] {
  const around = scopes.findLast(({ cell, ground }) => cell !== null || ground !== null);
  if (around === undefined || around.cell === null) return [{ run: {}, ground: around?.ground ?? null }];
  const { table, kinds } = around.cell;
  const behind = scopes.findLast(({ cell, ground }) => cell === null && ground !== null)?.ground;
  return kinds.map((own) => {
    const { run, ground } = styles.cell(table.style, own);
    return { run, ground: around.ground ?? ground ?? table.ground ?? behind ?? null };
  });
}

/** The kinds of cells, with the bit and the sense of each in older files (ECMA-376 part 1, 17.4.55). */
const lookBits: [kind: string, attribute: string, bit: number, isOf: boolean][] = [
  ['firstRow', 'firstRow', 0x20, true],
  ['lastRow', 'lastRow', 0x40, true],
  ['firstColumn', 'firstColumn', 0x80, true],
  ['lastColumn', 'lastColumn', 0x100, true],
  ['bands', 'noHBand', 0x200, false],
  ['columns', 'noVBand', 0x400, false],
];

/** For which kinds of cells a table applies special formats of its style. */
function usesOf(attributes: Attributes | undefined): Set<string> {
  if (attributes === undefined) return new Set();
  const bits = Number.parseInt(attributes.val ?? '0', 16);
  const used = lookBits.filter(([, attribute, bit, isOf]) => {
    const given = attributes[attribute];
    return isOf === (given === undefined ? (bits & bit) !== 0 : isOn(given));
  });
  return new Set(used.map(([kind]) => kind));
}

/**
 * Every combination of kinds, such as `firstRow`, that a cell can have. Several combinations are possible, because it is
 * not known whether the cell's row or column is the last.
 */
function cellKinds(uses: ReadonlySet<string>, row: number, column: number): string[][] {
  const own: string[] = [];
  if (uses.has('columns')) own.push(`band${((column - (uses.has('firstColumn') ? 1 : 0)) % 2) + 1}Vert`);
  if (uses.has('bands')) own.push(`band${((row - (uses.has('firstRow') ? 1 : 0)) % 2) + 1}Horz`);
  const ways = [own];
  const add = (kind: string) => ways.push(...ways.map((way) => [...way, kind]));
  if (uses.has('lastColumn')) add('lastCol');
  if (uses.has('firstColumn') && column === 0) for (const way of ways) way.push('firstCol');
  if (uses.has('lastRow')) add('lastRow');
  if (uses.has('firstRow') && row === 0) for (const way of ways) way.push('firstRow');
  return ways;
}

/** The background of a document's pages: white unless a page colour is set (`document`) and displayed (`shown`). */
export function paperOf(document: Attributes | undefined, shown: boolean, theme: ThemeColours): Ground {
  if (document === undefined || !shown) return white;
  const { color = '', themeColor, themeTint, themeShade } = document;
  return theme.ofWord(color, themeColor, themeTint, themeShade) ?? 'unknown';
}
