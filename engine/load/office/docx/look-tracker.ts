import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import type { Drawings } from '../drawings.ts';
import { hidingOf, isOn, lookOf, type Raised, type RunLook, shadingOf } from '../looks/run-look.ts';
import { DrawnColour, type Ground, type ThemeColours } from '../looks/theme.ts';
import type { Attributes } from '../xml.ts';
import type { StyleLooks } from './style-looks.ts';

/** What decides the look of a document's words: styles, theme colours, page colour and drawings. */
export type DocumentLook = { styles: StyleLooks; theme: ThemeColours; paper: Ground; drawings: Drawings };

type Table = {
  kind: 'table';
  style: string | null;
  ground: Ground | null;
  /** The kinds of cells (such as `firstRow`) to which the table applies special formats of its style. */
  uses: ReadonlySet<string>;
  row: number;
  column: number;
  cellGround: Ground | null;
  rowHidden: Hiding | null;
};
/** A text box, or the drawing around it. */
type Box = {
  kind: 'box';
  ground: Ground | null;
  hidden: Hiding | null;
  fill: DrawnColour | null;
  outlined: boolean;
};
type Paragraph = { style: string | null; ground: Ground | null; flat: boolean };
type Run = { style: string | null; own: RunLook };

/** Word measures heights and distances in twentieths of a point. */
const twentieths = 20;
const drawings = new Set(['inline', 'anchor', 'wsp', 'shape', 'rect', 'roundrect', 'textbox']);
const otherFills = new Set(['gradFill', 'blipFill', 'pattFill', 'grpFill']);

/** Follows the elements of a Word document, and determines why the words at the current position are hidden. */
export class LookTracker {
  readonly #look: DocumentLook;
  readonly #path: string[] = [];
  readonly #scopes: (Table | Box)[] = [];
  readonly #paragraphs: Paragraph[] = [];
  /**
   * The open runs, outermost first. Runs can be nested, because a text box is inside a run and contains runs itself.
   */
  readonly #runs: Run[] = [];
  #characters = 0;
  /** The result of `hiding` for the current position; undefined until requested. */
  #hiding: Hiding | null | undefined;

  constructor(look: DocumentLook) {
    this.#look = look;
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (name === 'tbl') this.#scopes.push(newTable());
    else if (name === 'p') this.#paragraphs.push({ style: null, ground: null, flat: false });
    else if (name === 'r') this.#runs.push({ style: null, own: {} });
    else if (drawings.has(name)) this.#scopes.push(newBox(name, attributes));
    else if (parent === 'rPr' && this.#path.at(-3) === 'r') this.#runProperty(name, attributes);
    else if (this.#path.includes('textFill') || this.#path.includes('textOutline'))
      this.#runProperty(name, attributes);
    else if (parent === 'pPr') this.#paragraphProperty(name, attributes);
    else this.#inScope(name, parent, attributes);
    this.#hiding = undefined;
  }

  close(name: string): void {
    this.#path.pop();
    if (name === 'tbl' || drawings.has(name)) this.#scopes.pop();
    else if (name === 'p') this.#paragraphs.pop();
    else if (name === 'r') this.#runs.pop();
    else if (name === 'solidFill') this.#endFill();
    this.#hiding = undefined;
  }

  text(text: string): void {
    this.#characters += text.length;
  }

  /** Why the words at the current position are hidden; null if they are visible. */
  hiding(): Hiding | null {
    this.#hiding ??= this.#find();
    return this.#hiding;
  }

  /** Whether the words at the current position are above or below their line. */
  raised(): Raised | null {
    const { styles } = this.#look;
    const style = this.#paragraphs.at(-1)?.style ?? styles.defaultParagraph;
    const run = this.#runs.at(-1);
    const look = { ...styles.run(style), ...styles.run(run?.style ?? null), ...run?.own };
    return look.raised ?? null;
  }

  #runProperty(name: string, attributes: Attributes): void {
    const run = this.#runs.at(-1);
    if (run === undefined) return;
    if (name === 'rStyle') run.style = attributes.val ?? null;
    else if (this.#path.includes('textOutline')) {
      if (name === 'solidFill' || otherFills.has(name)) run.own.outlined = true;
    } else Object.assign(run.own, lookOf(name, attributes, this.#look.theme));
  }

  #paragraphProperty(name: string, attributes: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    if (name === 'pStyle') paragraph.style = attributes.val ?? null;
    else if (name === 'shd') paragraph.ground = shadingOf(attributes, this.#look.theme);
    else if (name === 'spacing') {
      paragraph.flat = attributes.lineRule === 'exact' && Number(attributes.line) < twentieths;
    }
  }

  #inScope(name: string, parent: string | undefined, attributes: Attributes): void {
    const scope = this.#scopes.at(-1);
    if (scope?.kind === 'table') this.#inTable(scope, name, parent, attributes);
    else if (scope?.kind === 'box') this.#inBox(scope, name, parent, attributes);
  }

  #inTable(table: Table, name: string, parent: string | undefined, attributes: Attributes): void {
    const { val = '' } = attributes;
    if (name === 'tblStyle') table.style = val;
    else if (name === 'tblLook') table.uses = usesOf(attributes);
    else if (name === 'tr') Object.assign(table, { row: table.row + 1, column: -1, rowHidden: null });
    else if (name === 'tc') Object.assign(table, { column: table.column + 1, cellGround: null });
    else if (name === 'shd' && parent === 'tcPr') table.cellGround = shadingOf(attributes, this.#look.theme);
    else if (name === 'shd' && parent === 'tblPr') table.ground = shadingOf(attributes, this.#look.theme);
    else if (name === 'hidden' && parent === 'trPr' && isOn(val)) table.rowHidden = 'marked_hidden';
    else if (name === 'trHeight' && attributes.hRule === 'exact' && Number(val) < twentieths) {
      table.rowHidden = 'too_small';
    }
  }

  #inBox(box: Box, name: string, parent: string | undefined, attributes: Attributes): void {
    const { hidden } = attributes;
    if (name === 'docPr' && hidden !== undefined && isOn(hidden)) box.hidden = 'marked_hidden';
    else if (parent === 'spPr' && otherFills.has(name)) box.ground = 'unknown';
    else if (parent === 'spPr' && name === 'solidFill') box.fill = new DrawnColour(this.#look.theme);
    else if (parent === 'spPr' && (name === 'noFill' || name === 'ln')) box.outlined = true;
    else if (name === 'fillRef' && !box.outlined && box.ground === null && attributes.idx !== '0') {
      box.ground = 'unknown';
    } else box.fill?.open(name, attributes);
  }

  #endFill(): void {
    const box = this.#scopes.at(-1);
    if (box?.kind !== 'box' || box.fill === null) return;
    box.ground = box.fill.opacity < 1 ? 'unknown' : box.fill.ground;
    box.fill = null;
  }

  #find(): Hiding | null {
    const paragraph = this.#paragraphs.at(-1);
    for (const scope of this.#scopes) {
      const hidden = scope.kind === 'table' ? scope.rowHidden : scope.hidden;
      if (hidden !== null) return hidden;
    }
    if (paragraph?.flat) return 'too_small';
    const { styles } = this.#look;
    const style = paragraph?.style ?? styles.defaultParagraph;
    const ofParagraph = styles.run(style);
    const run = this.#runs.at(-1);
    const ofRun = styles.run(run?.style ?? null);
    const own = run?.own ?? {};
    const cells = this.#cellLooks();
    const all = cells.map(({ run, ground }) => {
      const look = { ...styles.defaults, ...run, ...ofParagraph, ...ofRun, ...own };
      // If both the paragraph's style and the run's style set a toggle property, the property is off (ECMA-376 part 1,
      // 17.7.3).
      const hidden = own.hidden ?? (ofParagraph.hidden ?? false) !== (ofRun.hidden ?? false);
      const struck = own.struck ?? (ofParagraph.struck ?? false) !== (ofRun.struck ?? false);
      const behind = paragraph?.ground ?? styles.paragraphGround(style) ?? ground ?? this.#paper();
      return hidingOf({ ...look, hidden, struck }, behind);
    });
    return all.every((one) => one !== null) ? (all[0] ?? null) : null;
  }

  /** The background of words if no element around them sets one. */
  #paper(): Ground {
    const inBox = this.#scopes.some(({ kind }) => kind === 'box');
    return this.#look.drawings.mayLieUnder(this.#characters, inBox) ? 'unknown' : this.#look.paper;
  }

  /**
   * The look and background that the surrounding table cell or box sets for its words. There is one entry for each
   * combination of kinds, such as `firstRow`, that the cell can have. A null background means the background of the
   * page.
   */
  #cellLooks(): { run: RunLook; ground: Ground | null }[] {
    const around = this.#scopes.findLast((scope) => scope.kind === 'table' || scope.ground !== null);
    if (around?.kind === 'box') return [{ run: {}, ground: around.ground }];
    if (around === undefined) return [{ run: {}, ground: null }];
    const behind = this.#scopes.findLast((scope) => scope.kind === 'box' && scope.ground !== null)?.ground;
    return cellKinds(around).map((kinds) => {
      const { run, ground } = this.#look.styles.cell(around.style, kinds);
      return { run, ground: around.cellGround ?? ground ?? around.ground ?? behind ?? null };
    });
  }
}

function newTable(): Table {
  return {
    kind: 'table',
    style: null,
    ground: null,
    uses: new Set(),
    row: -1,
    column: -1,
    cellGround: null,
    rowHidden: null,
  };
}

/** Creates the record of a shape. Older documents use VML shapes, whose look is set by attributes. */
function newBox(name: string, { fillcolor, filled, style = '' }: Attributes): Box {
  const box: Box = { kind: 'box', ground: null, hidden: null, fill: null, outlined: false };
  if (name === 'inline' || name === 'anchor' || name === 'wsp' || name === 'textbox') return box;
  if (/visibility:\s*hidden/i.test(style)) box.hidden = 'marked_hidden';
  else if (/(?:^|;)\s*(?:width|height):\s*0*(?:\.\d+)?(?:pt|px|in|cm|mm)?\s*(?:;|$)/i.test(style))
    box.hidden = 'too_small';
  if (filled !== 'f' && filled !== 'false' && fillcolor !== undefined) box.ground = 'unknown';
  return box;
}

const lookBits: Record<string, number> = {
  firstRow: 0x20,
  lastRow: 0x40,
  firstColumn: 0x80,
  lastColumn: 0x100,
};
const withoutBits: Record<string, number> = { noHBand: 0x200, noVBand: 0x400 };

/** For which kinds of cells a table applies special formats of its style (ECMA-376 part 1, 17.4.55). */
function usesOf(attributes: Attributes): Set<string> {
  const bits = Number.parseInt(attributes.val ?? '0', 16);
  const has = (name: string, bit: number) =>
    attributes[name] === undefined ? (bits & bit) !== 0 : isOn(attributes[name]);
  const used = Object.entries(lookBits).flatMap(([name, bit]) => (has(name, bit) ? [name] : []));
  if (!has('noHBand', withoutBits.noHBand ?? 0)) used.push('bands');
  if (!has('noVBand', withoutBits.noVBand ?? 0)) used.push('columns');
  return new Set(used);
}

/**
 * Every combination of kinds, such as `firstRow`, that the current cell can have. Several combinations are possible,
 * because it is not known yet whether the cell's row or column is the last.
 */
function cellKinds({ uses, row, column }: Table): string[][] {
  const own: string[] = [];
  const firstRow = uses.has('firstRow') && row === 0;
  const firstColumn = uses.has('firstColumn') && column === 0;
  if (uses.has('columns')) own.push(`band${((column - (uses.has('firstColumn') ? 1 : 0)) % 2) + 1}Vert`);
  if (uses.has('bands')) own.push(`band${((row - (uses.has('firstRow') ? 1 : 0)) % 2) + 1}Horz`);
  const ways = [own];
  const add = (kind: string) => ways.push(...ways.map((way) => [...way, kind]));
  if (uses.has('lastColumn')) add('lastCol');
  for (const way of ways) if (firstColumn) way.push('firstCol');
  if (uses.has('lastRow')) add('lastRow');
  for (const way of ways) if (firstRow) way.push('firstRow');
  return ways;
}

/** The background of a document's pages: white unless a page colour is set (`document`) and displayed (`shown`). */
export function paperOf(document: Attributes | null, shown: boolean, theme: ThemeColours): Ground {
  if (document === null || !shown) return white;
  const { color = '', themeColor, themeTint, themeShade } = document;
  return theme.ofWord(color, themeColor, themeTint, themeShade) ?? 'unknown';
}
