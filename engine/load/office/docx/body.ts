import { type Block, rowText } from '../block.ts';
import { type BodyFacts, noFacts } from '../body-facts.ts';
import { diagramId } from '../drawn-text.ts';
import { FormField } from '../form-field.ts';
import { addWords, type HiddenWords, hiddenBlocks, noteMark } from '../looks/hidden-words.ts';
import { isOn } from '../looks/run-look.ts';
import { headingOfOutline, type Styles } from '../looks/styles.ts';
import { symbolCharacter } from '../symbols.ts';
import type { Attributes, XmlHandler } from '../xml.ts';
import type { BoundData } from './bound-data.ts';
import { Controls } from './controls.ts';
import { type DocumentLook, LookTracker } from './look-tracker.ts';
import type { Numbering } from './numbering.ts';

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

type Paragraph = {
  text: string;
  hidden: HiddenWords[];
  style: string | null;
  numId: string | null;
  level: number | null;
  outline: number | null;
  markDeleted: boolean;
  notes: Block['notes'];
};

/**
 * What decides the headings, numbers and look of a document's paragraphs, and what it shows from its other parts:
 * diagrams, and data that its controls are bound to.
 */
export type Typography = {
  styles: Styles;
  numbering: Numbering;
  look: DocumentLook;
  diagrams: ReadonlyMap<string, Block[]>;
  data: BoundData;
};

type Frame = { kind: 'flow' | 'cell'; blocks: Block[]; floating: Block[]; carried: Paragraph | null };
type Row = { cells: Block[][]; deleted: boolean };

/**
 * A picture of at least this area counts as a picture of a page: half an A4 page, in square English Metric Units
 * (914,400 units are an inch).
 */
const pagePictureArea = 0.5 * 7_560_000 * 10_692_000;

/**
 * Collects the blocks of a document's body as Word displays them: tracked insertions are included, deletions are
 * dropped, list numbers are written out, and a table row is one block. The hidden words of a block are a separate block
 * after it.
 */
export class BodyReader implements XmlHandler {
  readonly facts: BodyFacts = noFacts();
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  readonly #path: string[] = [];
  readonly #frames: Frame[] = [newFrame('flow')];
  readonly #paragraphs: Paragraph[] = [];
  readonly #rows: Row[] = [];
  readonly #tracker: LookTracker;
  readonly #diagrams: Typography['diagrams'];
  readonly #controls: Controls;
  #field: FormField | null = null;
  #skipping = 0;
  #notes = 0;
  #inText = false;

  constructor({ styles, numbering, look, diagrams, data }: Typography) {
    this.#styles = styles;
    this.#numbering = numbering;
    this.#diagrams = diagrams;
    this.#controls = new Controls(data);
    this.#tracker = new LookTracker(look);
  }

  /** Returns the collected blocks. Call this once, after the last element. */
  blocks(): Block[] {
    return this.#endFrame();
  }

  open(name: string, attributes: Attributes): void {
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#skipping > 0 || this.#beginsSkip(name, parent)) {
      this.#skipping += 1;
      return;
    }
    this.#tracker.open(name, attributes);
    this.#controls.open(name, attributes);
    if (this.#field !== null) this.#field.set(name, attributes.val);
    else if (parent === 'pPr' || parent === 'numPr' || parent === 'rPr' || parent === 'trPr') {
      this.#property(name, parent, attributes);
    } else if (name !== 'tab' || parent === 'r') this.#content(name, attributes);
  }

  close(name: string): void {
    this.#path.pop();
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    this.#tracker.close(name);
    if (this.#controls.close(name)) this.facts.boundControls += 1;
    switch (name) {
      case 'ffData':
        this.#write(this.#field?.shown ?? '');
        this.#field = null;
        break;
      case 't':
        this.#inText = false;
        break;
      case 'p':
        this.#endParagraph();
        break;
      case 'tc':
        this.#rows.at(-1)?.cells.push(this.#endFrame());
        break;
      case 'tr':
        this.#endRow();
        break;
      case 'txbxContent': {
        const inside = this.#endFrame();
        this.#frames.at(-1)?.floating.push(...inside);
        break;
      }
    }
  }

  text(text: string): void {
    if (!this.#inText || this.#skipping > 0) return;
    this.#write(this.#controls.shown(text));
    this.#tracker.text(text);
  }

  /**
   * Whether an element is skipped because nothing in it is displayed: deleted text, text that was moved elsewhere,
   * former formatting, or an older version (`Fallback`) of content that is also present in a newer version.
   */
  #beginsSkip(name: string, parent: string | undefined): boolean {
    if (name === 'Fallback' || name.endsWith('Change')) return true;
    if ((name !== 'del' && name !== 'moveFrom') || parent === 'rPr' || parent === 'trPr') return false;
    this.facts.deletions += 1;
    return true;
  }

  #content(name: string, attributes: Attributes): void {
    switch (name) {
      case 'p':
        this.#beginParagraph();
        break;
      case 'ins':
      case 'moveTo':
        this.facts.insertions += 1;
        break;
      case 't':
        this.#inText = true;
        break;
      case 'tab':
        this.#write('\t');
        break;
      case 'br':
        this.#write(attributes.type === 'page' ? madeBreak : '\n');
        break;
      case 'cr':
        this.#write('\n');
        break;
      case 'lastRenderedPageBreak':
        this.#write(renderedBreak);
        break;
      case 'noBreakHyphen':
        this.#write('-');
        break;
      case 'sym':
        this.#write(symbolCharacter(attributes.char ?? ''));
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        this.#refer(name === 'footnoteReference' ? 'footnote' : 'endnote', attributes);
        break;
      case 'commentReference':
        this.#paragraphs.at(-1)?.notes.push({ kind: 'comment', id: attributes.id ?? '', mark: '' });
        break;
      case 'tr':
        this.#rows.push({ cells: [], deleted: false });
        break;
      case 'tc':
        this.#frames.push(newFrame('cell'));
        break;
      case 'txbxContent':
        this.#frames.push(newFrame('flow'));
        break;
      case 'ffData':
        this.#field = new FormField();
        break;
      case 'relIds':
      case 'chart':
        this.#frames.at(-1)?.floating.push(...(this.#diagrams.get(diagramId(name, attributes) ?? '') ?? []));
        break;
      case 'altChunk':
        this.facts.embedded += 1;
        break;
      case 'extent':
        if (Number(attributes.cx) * Number(attributes.cy) >= pagePictureArea) {
          this.facts.pagePictures.push((this.#frames[0]?.blocks.length ?? 0) + 1);
        }
        break;
    }
  }

  #property(name: string, parent: string, { val = '' }: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (parent === 'trPr') {
      const row = this.#rows.at(-1);
      if (name === 'del' && row !== undefined) row.deleted = true;
    } else if (parent === 'rPr') {
      const ofMark = this.#path.at(-3) === 'pPr';
      if ((name === 'del' || name === 'moveFrom') && ofMark && paragraph !== undefined)
        paragraph.markDeleted = true;
    } else if (paragraph !== undefined) {
      if (name === 'pStyle') paragraph.style = val;
      else if (name === 'outlineLvl') paragraph.outline = headingOfOutline(val);
      else if (name === 'numId') paragraph.numId = val;
      else if (name === 'ilvl') paragraph.level = Number(val);
    }
  }

  /** Writes the mark of a note. A note with a mark of its own, such as an asterisk, has the mark in its text. */
  #refer(kind: 'footnote' | 'endnote', { id = '', customMarkFollows = '0' }: Attributes): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const isNumbered = !isOn(customMarkFollows);
    if (isNumbered) this.#notes += 1;
    const mark = isNumbered ? noteMark(this.#notes) : '';
    paragraph.notes.push({ kind, id, mark });
    this.#write(mark);
  }

  #write(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (paragraph === undefined) return;
    const why = this.#tracker.hiding();
    if (text !== madeBreak && text !== renderedBreak) addWords(paragraph, text, why, this.#tracker.raised());
    else if (why !== 'marked_hidden') paragraph.text += text;
  }

  #beginParagraph(): void {
    const frame = this.#frames.at(-1);
    const carried = frame?.carried ?? null;
    if (frame !== undefined) frame.carried = null;
    this.#paragraphs.push({
      text: carried?.text ?? '',
      hidden: carried?.hidden ?? [],
      style: null,
      numId: null,
      level: null,
      outline: null,
      markDeleted: false,
      notes: carried?.notes ?? [],
    });
  }

  #endParagraph(): void {
    const paragraph = this.#paragraphs.pop();
    const frame = this.#frames.at(-1);
    if (paragraph === undefined || frame === undefined) return;
    if (paragraph.markDeleted) {
      frame.carried = paragraph;
      return;
    }
    const { style, numId, level, outline, notes } = paragraph;
    const own = { ...(numId === null ? {} : { numId }), ...(level === null ? {} : { level }) };
    const label = this.#numbering.next(own, style);
    const text = label === '' || paragraph.text.trim() === '' ? paragraph.text : `${label} ${paragraph.text}`;
    const heading = outline ?? this.#styles.headingLevel(style);
    frame.blocks.push({ kind: 'paragraph', text, heading: frame.kind === 'cell' ? null : heading, notes });
    frame.blocks.push(...hiddenBlocks(paragraph.hidden), ...frame.floating.splice(0));
  }

  /**
   * Ends the innermost frame and returns its blocks. The last paragraph of the frame ends here even if its end mark was
   * deleted.
   */
  #endFrame(): Block[] {
    const frame = this.#frames.pop();
    if (frame === undefined) return [];
    const { blocks, floating, carried } = frame;
    const last =
      carried === null
        ? []
        : [
            { kind: 'paragraph' as const, heading: null, ...textAndNotes(carried) },
            ...hiddenBlocks(carried.hidden),
          ];
    return [...blocks, ...last, ...floating];
  }

  #endRow(): void {
    const row = this.#rows.pop();
    if (row === undefined || row.deleted) return;
    const visible = row.cells.map((blocks) => blocks.filter(({ hidden }) => hidden === undefined));
    this.#frames.at(-1)?.blocks.push(
      {
        kind: 'row',
        text: rowText(visible.map((blocks) => blocks.map(({ text }) => text))),
        heading: null,
        notes: row.cells.flat().flatMap(({ notes }) => notes),
      },
      ...row.cells.flat().filter(({ hidden }) => hidden !== undefined),
    );
  }
}

function textAndNotes({ text, notes }: Paragraph): Pick<Block, 'text' | 'notes'> {
  return { text, notes };
}

function newFrame(kind: Frame['kind']): Frame {
  return { kind, blocks: [], floating: [], carried: null };
}
