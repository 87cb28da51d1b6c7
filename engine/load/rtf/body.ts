import { ReadFailure } from '../../model/errors.ts';
import type { Block } from '../docx/body.ts';
import { type BodyFacts, noFacts } from '../docx/body-facts.ts';
import { commentBlock } from '../docx/comments.ts';
import { rowText } from '../docx/row-text.ts';
import { symbolCharacter } from '../docx/symbols.ts';
import { mostCharacters } from '../text/decode.ts';
import { decodedBytes, pageOfNumber, westernPage } from './code-pages.ts';
import { type Destination, destinationOf } from './destinations.ts';
import { FontTable, StyleTable } from './tables.ts';
import { tokensOf } from './tokens.ts';

/** What holds until the group ends. */
type Group = {
  into: Destination;
  font: number | null;
  /** How many bytes stand in for each Unicode character, for readers that know none. */
  standIns: number;
  hidden: boolean;
  deleted: boolean;
  style: number | null;
  outline: number | null;
  inTable: boolean;
};

/** Where paragraphs are collected: the document, a note, a text box, a comment, the head of a page. */
type Frame = { blocks: Block[]; after: Block[]; text: string; paragraphs: string[]; cells: string[][] };

/** What is collected apart from the text around it. */
const framed: ReadonlySet<Destination> = new Set([
  'note',
  'box',
  'comment',
  'author',
  'furniture',
  'firstFurniture',
]);

/** Word writes groups a few dozen deep. */
const deepest = 1_000;
/** Half of an A4 page in twentieths of a point. */
const pagePictureArea = 0.5 * 11_906 * 16_838;

const characters: Record<string, string> = {
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  tab: '\t',
  line: '\n',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '\u2022',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
};

/**
 * The blocks of a rich text file as a reader sees them: tracked deletions and hidden text are out, list numbers stand
 * as the file shows them, a table row is one block, a note follows the paragraph that refers to it.
 * Throws `ReadFailure`: damaged, too_large.
 */
export class RtfBody {
  readonly facts: BodyFacts = noFacts();
  /** What stands in the heads and feet of its pages. */
  readonly furniture: string[] = [];
  readonly #fonts = new FontTable();
  readonly #styles = new StyleTable();
  readonly #groups: Group[] = [];
  readonly #frames: Frame[] = [newFrame()];
  #group: Group = newGroup();
  #page = westernPage;
  #bytes: number[] = [];
  #standInsLeft = 0;
  #marked = false;
  #setAside: 'hidden' | 'deleted' | null = null;
  #notes = 0;
  #characters = 0;
  #pictureWidth = 0;
  #ended = false;
  #author: string | undefined;
  #firstFurniture: string[] = [];
  #titlePage = false;

  constructor(bytes: Uint8Array) {
    for (const token of tokensOf(bytes)) {
      if (token.kind === 'byte') {
        this.#byte(token.value);
        continue;
      }
      this.#flush();
      if (token.kind === 'word') this.#word(token.name, token.value);
      else if (token.kind === 'open') this.#open();
      else this.#close();
      if (this.#ended) break;
    }
    if (!this.#ended) throw damaged('it ends in the middle');
    if (this.#titlePage) this.furniture.unshift(...this.#firstFurniture);
  }

  /** Once, at the end. */
  blocks(): Block[] {
    return this.#endFrame();
  }

  #open(): void {
    if (this.#groups.length >= deepest) throw damaged('it is nested too deep');
    this.#groups.push(this.#group);
    this.#group = { ...this.#group };
    this.#standInsLeft = 0;
    this.#marked = false;
  }

  #close(): void {
    const before = this.#groups.pop();
    if (before === undefined) throw damaged('its groups do not match');
    const { into } = this.#group;
    if (into !== before.into) this.#end(into);
    this.#group = before;
    this.#standInsLeft = 0;
    this.#ended = this.#groups.length === 0;
  }

  #word(name: string, value: number | null): void {
    if (name === '*') {
      this.#marked = true;
      return;
    }
    const marked = this.#marked;
    this.#marked = false;
    if (this.#group.into === 'skipped') return;
    const destination = destinationOf(name, marked);
    if (destination !== null) this.#begin(destination);
    else if (this.#group.into === 'fonts') this.#fonts.word(name, value);
    else if (this.#group.into === 'styles') this.#styles.word(name, value);
    else if (this.#group.into === 'picture') this.#picture(name, value ?? 0);
    else this.#format(name, value);
  }

  #begin(destination: Destination): void {
    this.#group.into = destination;
    if (framed.has(destination)) this.#frames.push(newFrame());
    if (destination === 'object') this.facts.embedded += 1;
  }

  #format(name: string, value: number | null): void {
    const group = this.#group;
    const character = characters[name];
    if (character !== undefined) {
      this.#write(character);
      return;
    }
    switch (name) {
      case 'ansicpg':
        this.#page = pageOfNumber(value ?? 0);
        break;
      case 'mac':
        this.#page = pageOfNumber(10_000);
        break;
      case 'u':
        this.#write(String.fromCharCode((value ?? 0x3f) & 0xffff));
        this.#standInsLeft = group.standIns;
        break;
      case 'uc':
        group.standIns = Math.max(0, value ?? 1);
        break;
      case 'f':
        group.font = value;
        break;
      case 'plain':
        Object.assign(group, { font: null, hidden: false, deleted: false });
        break;
      case 'v':
        group.hidden = value !== 0;
        break;
      case 'deleted':
        group.deleted = value !== 0;
        break;
      case 'titlepg':
        this.#titlePage = true;
        break;
      case 'revised':
        if (value !== 0) this.facts.insertions += 1;
        break;
      case 'pard':
        Object.assign(group, { style: null, outline: null, inTable: false });
        break;
      case 's':
        group.style = value;
        break;
      case 'outlinelevel':
        group.outline = value !== null && value <= 8 ? value + 1 : null;
        break;
      case 'intbl':
        group.inTable = true;
        break;
      case 'par':
      case 'sect':
      case '\n':
      case '\r':
        this.#endParagraph();
        break;
      case 'nestcell':
        this.#endInCell();
        break;
      case 'cell':
        this.#endCell();
        break;
      case 'row':
        this.#endRow();
        break;
    }
  }

  #picture(name: string, value: number): void {
    if (name === 'picwgoal') this.#pictureWidth = value;
    if (name === 'pichgoal' && this.#pictureWidth * value >= pagePictureArea) {
      this.facts.pagePictures.push((this.#frames[0]?.blocks.length ?? 0) + 1);
    }
  }

  #byte(value: number): void {
    if (this.#group.into === 'styles') this.#styles.byte(value);
    if (this.#standInsLeft > 0) this.#standInsLeft -= 1;
    else if (isWritten(this.#group.into)) this.#bytes.push(value);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const { page, symbols } = this.#fonts.font(this.#group.font);
    const text = symbols
      ? this.#bytes.map((byte) => symbolCharacter(`F0${byte.toString(16).padStart(2, '0')}`)).join('')
      : decodedBytes(this.#bytes, page ?? this.#page);
    this.#bytes = [];
    this.#write(text);
  }

  #write(text: string): void {
    const { into, hidden, deleted } = this.#group;
    if (!isWritten(into)) return;
    const setAside = deleted ? 'deleted' : hidden ? 'hidden' : null;
    if (setAside !== null && setAside !== this.#setAside) {
      if (setAside === 'deleted') this.facts.deletions += 1;
      else this.facts.hiddenRuns += 1;
    }
    this.#setAside = setAside;
    const frame = this.#frames.at(-1);
    if (setAside !== null || frame === undefined) return;
    frame.text += text;
    this.#characters += text.length;
    if (this.#characters > mostCharacters) {
      throw new ReadFailure('too_large', 'The text is longer than 8 million characters. Split the document.');
    }
  }

  /** A deleted paragraph mark lets the paragraph run on into the next. */
  #endParagraph(): void {
    if (this.#group.into === 'skipped' || this.#group.deleted) return;
    if (this.#group.inTable) this.#endInCell();
    else this.#push('paragraph', this.#group.outline ?? this.#styles.heading(this.#group.style));
  }

  #endInCell(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    frame.paragraphs.push(frame.text);
    frame.text = '';
  }

  #endCell(): void {
    this.#endInCell();
    const frame = this.#frames.at(-1);
    frame?.cells.push(frame.paragraphs.splice(0));
  }

  #endRow(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const text = rowText(frame.cells.splice(0));
    frame.blocks.push({ kind: 'row', text, heading: null, notes: [] }, ...frame.after.splice(0));
  }

  #push(kind: Block['kind'], heading: number | null): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const text = [...frame.paragraphs.splice(0), frame.text].join('\n');
    frame.text = '';
    frame.blocks.push({ kind, text, heading, notes: [] }, ...frame.after.splice(0));
  }

  #endFrame(): Block[] {
    this.#push('paragraph', null);
    const frame = this.#frames.pop();
    if (frame === undefined) return [];
    const left = rowText(frame.cells);
    return left === ''
      ? frame.blocks
      : [...frame.blocks, { kind: 'row', text: left, heading: null, notes: [] }];
  }

  #end(destination: Destination): void {
    switch (destination) {
      case 'note':
        this.#endNote();
        break;
      case 'box':
        this.#endBox();
        break;
      case 'comment':
        this.#endComment();
        break;
      case 'author':
        this.#author = this.#wordsOfFrame();
        break;
      case 'furniture':
        this.furniture.push(...this.#endFrame().map(({ text }) => text));
        break;
      case 'firstFurniture':
        this.#firstFurniture.push(...this.#endFrame().map(({ text }) => text));
        break;
    }
  }

  #wordsOfFrame(): string {
    return this.#endFrame()
      .map((block) => block.text.trim())
      .filter((words) => words !== '')
      .join(' ');
  }

  #endComment(): void {
    const text = this.#wordsOfFrame();
    if (text !== '') this.#frames.at(-1)?.after.push(commentBlock(text, this.#author));
    this.#author = undefined;
  }

  #endNote(): void {
    const text = this.#wordsOfFrame();
    if (text === '') return;
    this.#notes += 1;
    this.#frames.at(-1)?.after.push({
      kind: 'paragraph',
      text: `${this.#notes} ${text}`,
      heading: null,
      notes: [],
    });
  }

  #endBox(): void {
    const inside = this.#endFrame().map((block) => ({ ...block, heading: null }));
    this.#frames.at(-1)?.after.push(...inside);
  }
}

function isWritten(destination: Destination): boolean {
  return destination === 'text' || framed.has(destination);
}

function newFrame(): Frame {
  return { blocks: [], after: [], text: '', paragraphs: [], cells: [] };
}

function newGroup(): Group {
  return {
    into: 'text',
    font: null,
    standIns: 1,
    hidden: false,
    deleted: false,
    style: null,
    outline: null,
    inTable: false,
  };
}

function damaged(what: string): ReadFailure {
  return new ReadFailure(
    'damaged',
    `The document is damaged or incomplete: ${what}. Save it again from its program, or as PDF.`,
  );
}
