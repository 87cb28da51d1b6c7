import { type Block, rowBlocks } from '../block.ts';
import { type BodyFacts, noFacts } from '../body-facts.ts';
import { diagramId } from '../drawn-text.ts';
import { FormField } from '../form-field.ts';
import { addWords, type HiddenWords, hiddenBlocks, noteMark } from '../looks/hidden-words.ts';
import { isOn } from '../looks/run-look.ts';
import { headingOfOutline, listPlaceOf, type Styles } from '../looks/styles.ts';
import { symbolCharacter } from '../symbols.ts';
import { type Attributes, childAt, type Element, elementsNamed, walk } from '../xml.ts';
import type { BoundData } from './bound-data.ts';
import type { Numbering } from './numbering.ts';
import * as looks from './place-look.ts';

/**
 * In the text of a block, this character stands for a page break that the author made. XML cannot contain the
 * character.
 */
export const madeBreak = '\f';
/**
 * In the text of a block, this character stands for a page break that Word recorded when it saved the document. XML
 * cannot contain the character.
 */
export const renderedBreak = '\v';

type Paragraph = { text: string; hidden: HiddenWords[]; notes: Block['notes'] };

/**
 * What decides the headings, numbers and look of a document's paragraphs, and what it shows from its other parts:
 * diagrams, and data that its controls are bound to.
 */
export type Typography = {
  styles: Styles;
  numbering: Numbering;
  look: looks.DocumentLook;
  diagrams: ReadonlyMap<string, Block[]>;
  data: BoundData;
};

type Frame = { kind: 'flow' | 'cell'; blocks: Block[]; floating: Block[]; carried: Paragraph | null };
type Row = { cells: Block[][]; at: number; hidden: ReturnType<typeof looks.rowHiding> };

/** What is around an element. */
type Place = {
  frame: Frame;
  table: { format: looks.Table; rows: number } | null;
  row: Row | null;
  paragraph: Paragraph | null;
  control: Control | null;
  look: looks.PlaceLook;
};

/**
 * A picture of at least this area counts as a picture of a page: half an A4 page, in square English Metric Units
 * (914,400 units are an inch).
 */
const pagePictureArea = 0.5 * 7_560_000 * 10_692_000;

/**
 * Collects the blocks of a part of a document as Word displays them: tracked insertions are included, deletions are
 * dropped, list numbers are written out, and a table row is one block. The hidden words of a block are a separate block
 * after it.
 */
export class BodyReader {
  readonly facts: BodyFacts = noFacts();
  readonly #typography: Typography;
  readonly #frame = newFrame('flow');
  #notes = 0;
  #characters = 0;

  constructor(typography: Typography) {
    this.#typography = typography;
  }

  /** Returns the blocks of a part. Call this once. */
  blocks(part: Element): Block[] {
    const around = { table: null, row: null, paragraph: null, control: null, look: looks.noLook };
    this.#inside(part, { ...around, frame: this.#frame });
    return ended(this.#frame);
  }

  #inside(element: Element, place: Place): void {
    for (const child of element.children) {
      if (typeof child !== 'string') this.#read(child, place);
      else if (element.name === 't') this.#text(child, place);
    }
  }

  #text(text: string, place: Place): void {
    this.#write(shownIn(place.control, text), place);
    this.#characters += text.length;
  }

  #read(element: Element, place: Place): void {
    const { name } = element;
    // Former formatting, and an older version of content that is also present in a newer version.
    if (name === 'Fallback' || name.endsWith('Change')) return;
    // Properties have no words. Those that are needed are read with the element to which they belong.
    if (name.endsWith('Pr') && name !== 'docPr') return;
    const { look } = place;
    if (looks.boxes.has(name)) {
      const scopes = [...look.scopes, looks.boxScope(element, this.#typography.look.theme)];
      this.#inside(element, { ...place, look: { ...look, scopes } });
      return;
    }
    const read = this.#readers.get(name);
    if (read === undefined) this.#inside(element, place);
    else read(element, place);
  }

  /** Reads the elements in which more than their content counts. */
  readonly #readers: ReadonlyMap<string, (element: Element, place: Place) => void> = new Map(
    Object.entries({
      p: (element, place) => this.#paragraph(element, place),
      r: (element, place) => {
        const run = looks.runLook(element, this.#typography.look.theme);
        this.#inside(element, { ...place, look: { ...place.look, run } });
      },
      tbl: (element, place) => {
        const table = { format: looks.tableOf(element, this.#typography.look.theme), rows: 0 };
        this.#inside(element, { ...place, table });
      },
      tr: (element, place) => this.#row(element, place),
      tc: (element, place) => this.#cell(element, place),
      txbxContent: (element, place) => {
        const frame = newFrame('flow');
        this.#inside(element, { ...place, frame });
        place.frame.floating.push(...ended(frame));
      },
      sdt: (element, place) => this.#control(element, place),
      del: () => this.#delete(),
      moveFrom: () => this.#delete(),
      ins: (element, place) => this.#insert(element, place),
      moveTo: (element, place) => this.#insert(element, place),
      tab: (_, place) => this.#write('\t', place),
      cr: (_, place) => this.#write('\n', place),
      br: ({ attributes }, place) => this.#write(attributes.type === 'page' ? madeBreak : '\n', place),
      lastRenderedPageBreak: (_, place) => this.#write(renderedBreak, place),
      noBreakHyphen: (_, place) => this.#write('-', place),
      sym: ({ attributes }, place) => this.#write(symbolCharacter(attributes.char ?? ''), place),
      ffData: (element, place) => {
        const field = new FormField();
        walk(element, (inner) => field.set(inner.name, inner.attributes.val));
        this.#write(field.shown, place);
      },
      footnoteReference: ({ attributes }, place) => this.#refer('footnote', attributes, place),
      endnoteReference: ({ attributes }, place) => this.#refer('endnote', attributes, place),
      commentReference: ({ attributes }, { paragraph }) =>
        paragraph?.notes.push({ kind: 'comment', id: attributes.id ?? '', mark: '' }),
      relIds: (element, place) => this.#diagram(element, place),
      chart: (element, place) => this.#diagram(element, place),
      altChunk: () => {
        this.facts.embedded += 1;
      },
      extent: ({ attributes: { cx, cy } }) => {
        if (Number(cx) * Number(cy) >= pagePictureArea)
          this.facts.pagePictures.push(this.#frame.blocks.length + 1);
      },
    } satisfies Record<string, (element: Element, place: Place) => void>),
  );

  #delete(): void {
    this.facts.deletions += 1;
  }

  #insert(element: Element, place: Place): void {
    this.facts.insertions += 1;
    this.#inside(element, place);
  }

  #diagram({ name, attributes }: Element, { frame }: Place): void {
    frame.floating.push(...(this.#typography.diagrams.get(diagramId(name, attributes) ?? '') ?? []));
  }

  #control(element: Element, place: Place): void {
    const control = controlOf(childAt(element, 'sdtPr'), this.#typography.data);
    this.#inside(element, { ...place, control });
    if (differs(control)) this.facts.boundControls += 1;
  }

  /** Writes the mark of a note. A note with a mark of its own, such as an asterisk, has the mark in its text. */
  #refer(kind: 'footnote' | 'endnote', { id = '', customMarkFollows = '0' }: Attributes, place: Place): void {
    if (place.paragraph === null) return;
    const isNumbered = !isOn(customMarkFollows);
    if (isNumbered) this.#notes += 1;
    const mark = isNumbered ? noteMark(this.#notes) : '';
    place.paragraph.notes.push({ kind, id, mark });
    this.#write(mark, place);
  }

  #write(text: string, { paragraph, look }: Place): void {
    if (paragraph === null) return;
    const document = this.#typography.look;
    const why = looks.hidingAt(document, look, this.#characters);
    if (text !== madeBreak && text !== renderedBreak)
      addWords(paragraph, text, why, looks.raisedAt(document, look));
    else if (why !== 'marked_hidden') paragraph.text += text;
  }

  #paragraph(element: Element, place: Place): void {
    const { frame, look } = place;
    const { theme } = this.#typography.look;
    const paragraph: Paragraph = frame.carried ?? { text: '', hidden: [], notes: [] };
    frame.carried = null;
    const properties = childAt(element, 'pPr');
    const own = { ...look, paragraph: looks.paragraphLook(properties, theme) };
    this.#inside(element, { ...place, paragraph, look: own });
    const mark = childAt(properties, 'rPr');
    // Without its end mark, a paragraph goes on in the next one.
    if (childAt(mark, 'del') ?? childAt(mark, 'moveFrom')) frame.carried = paragraph;
    else frame.blocks.push(...this.#blocksOf(paragraph, properties, frame), ...frame.floating.splice(0));
  }

  #blocksOf({ text, hidden, notes }: Paragraph, properties: Element | undefined, { kind }: Frame): Block[] {
    const { numbering, styles } = this.#typography;
    const valueAt = (name: string) => childAt(properties, name)?.attributes.val;
    const style = valueAt('pStyle') ?? null;
    const label = numbering.next(listPlaceOf(properties), style);
    const shown = label === '' || text.trim() === '' ? text : `${label} ${text}`;
    const heading = headingOfOutline(valueAt('outlineLvl') ?? '') ?? styles.headingLevel(style);
    const own: Block = { kind: 'paragraph', text: shown, heading: kind === 'cell' ? null : heading, notes };
    return [own, ...hiddenBlocks(hidden)];
  }

  #row(element: Element, place: Place): void {
    const { table } = place;
    const row: Row = { cells: [], at: table?.rows ?? 0, hidden: looks.rowHiding(element) };
    if (table !== null) table.rows += 1;
    this.#inside(element, { ...place, row });
    if (childAt(element, 'trPr', 'del')) return;
    place.frame.blocks.push(...rowBlocks(row.cells));
  }

  #cell(element: Element, place: Place): void {
    const { table, row, look } = place;
    const frame = newFrame('cell');
    const { theme } = this.#typography.look;
    const scopes = [...look.scopes];
    if (table && row) {
      const at = { table: table.format, row: row.at, column: row.cells.length, hidden: row.hidden };
      scopes.push(looks.cellScope(element, at, theme));
    }
    this.#inside(element, { ...place, frame, look: { ...look, scopes } });
    row?.cells.push(ended(frame));
  }
}

/** The blocks of a frame. The last paragraph of the frame ends with it even if its end mark was deleted. */
function ended({ blocks, floating, carried }: Frame): Block[] {
  if (carried === null) return [...blocks, ...floating];
  const { text, notes, hidden } = carried;
  return [...blocks, { kind: 'paragraph', text, heading: null, notes }, ...hiddenBlocks(hidden), ...floating];
}

function newFrame(kind: Frame['kind']): Frame {
  return { kind, blocks: [], floating: [], carried: null };
}

/** A control of a document. */
type Control = {
  /** What the control shows of the data that it is bound to; null if it is bound to none. */
  shown: string | null;
  /** The words that the document stores for the control. */
  stored: string;
  isWritten: boolean;
};

/** The length of a date such as 2026-11-28. */
const isoDay = 10;

/**
 * A control with these properties. Word shows the data that a control is bound to, whatever the words in the text are
 * (ECMA-376 part 1, 17.5.2.6).
 */
function controlOf(properties: Element | undefined, data: BoundData): Control {
  const { storeItemID = '', xpath = '' } = childAt(properties, 'dataBinding')?.attributes ?? {};
  const value = data.valueAt(storeItemID, xpath);
  return { shown: value === null ? null : shownBy(value, properties), stored: '', isWritten: false };
}

function shownBy(value: string, properties: Element | undefined): string {
  const has = (name: string) => childAt(properties, name) !== undefined;
  if (has('checkbox')) return /^(?:1|true)$/i.test(value.trim()) ? '☒' : '☐';
  const items = properties === undefined ? [] : elementsNamed(properties, 'listItem');
  const chosen = items.findLast(({ attributes }) => (attributes.value ?? '') === value)?.attributes;
  if (chosen !== undefined) return chosen.displayText ?? value;
  return has('date') ? value.slice(0, isoDay) : value;
}

/** What is shown instead of words of the text: the data of the control around them, or the words themselves. */
function shownIn(control: Control | null, text: string): string {
  if (control === null || control.shown === null) return text;
  control.stored += text;
  if (control.isWritten) return '';
  control.isWritten = true;
  return control.shown;
}

/** Whether the stored words of a control differ from its data. */
function differs({ shown, stored }: Control): boolean {
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  return shown !== null && folded(shown) !== folded(stored);
}
