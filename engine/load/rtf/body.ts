import { ReadFailure } from '../../model/errors.ts';
import { white } from '../colour.ts';
import type { Block } from '../office/block.ts';
import { type BodyFacts, noFacts } from '../office/body-facts.ts';
import { commentBlock } from '../office/comments.ts';
import { addWords, hiddenBlocks, type SeenAndHidden, seenWords } from '../office/hidden-words.ts';
import { rowText } from '../office/row-text.ts';
import { hidingOf } from '../office/run-look.ts';
import { symbolCharacter } from '../office/symbols.ts';
import type { Ground } from '../office/theme.ts';
import type { Hiding } from '../part.ts';
import { mostCharacters } from '../text/decode.ts';
import { decodedBytes, pageOfNumber, westernPage } from './code-pages.ts';
import { type Destination, destinationOf } from './destinations.ts';
import { type Group, isLookWord, newGroup } from './group.ts';
import { ColourTable, FontTable, StyleTable } from './tables.ts';
import { tokensOf } from './tokens.ts';

/** Where paragraphs are collected: the document, a note, a text box, a comment, a page header. */
type Frame = SeenAndHidden & { blocks: Block[]; after: Block[]; paragraphs: string[]; cells: string[][] };

/** What is collected separately from the surrounding text. */
const framed: ReadonlySet<Destination> = new Set([
  'note',
  'box',
  'comment',
  'author',
  'boilerplate',
  'firstBoilerplate',
]);

/** Word nests groups a few dozen deep. */
const deepest = 1_000;
/** The freely placed drawings on its pages, where text may be on them. */
const drawing = /\\(?:shp|do)(?![a-z])/;
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
 * The blocks of a rich text file as a reader sees them: tracked deletions are dropped, list numbers are as the file
 * shows them, a table row is one block, a note follows the paragraph that refers to it. The hidden words of a block
 * follow it as a block of their own. Throws `ReadFailure`: damaged, too_large.
 */
export class RtfBody {
  readonly facts: BodyFacts = noFacts();
  /** The text of its page headers and footers. */
  readonly boilerplate: Block[] = [];
  readonly #colours = new ColourTable();
  readonly #fonts = new FontTable();
  readonly #styles = new StyleTable();
  readonly #groups: Group[] = [];
  readonly #frames: Frame[] = [newFrame()];
  #group: Group = newGroup();
  #page = westernPage;
  #bytes: number[] = [];
  #standInsLeft = 0;
  #marked = false;
  #deleting = false;
  /** The shading of the row's cells, in order, and the known properties of the next cell. */
  #cellGrounds: (Ground | null)[] = [];
  #nextGround: Ground | null = null;
  #rowGround: Ground | null = null;
  #notes = 0;
  #characters = 0;
  #pictureWidth = 0;
  #ended = false;
  #author: string | undefined;
  #firstBoilerplate: Block[] = [];
  #titlePage = false;
  /** The ground behind words that nothing around them colours. */
  readonly #paper: Ground;

  constructor(bytes: Uint8Array) {
    this.#paper = drawing.test(Buffer.from(bytes).toString('latin1')) ? 'unknown' : white;
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
    if (this.#titlePage) this.boilerplate.unshift(...this.#firstBoilerplate);
  }

  /** Call once, at the end. */
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
    else if (this.#group.into === 'colours') this.#colours.word(name, value);
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
    if (isLookWord(group, name, value, this.#colours)) return;
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
        Object.assign(group, { font: null, look: {}, deleted: false });
        break;
      case 'clcbpat':
        this.#nextGround = this.#colours.colour(value);
        break;
      case 'clshdng':
        if (value !== 0) this.#nextGround = 'unknown';
        break;
      case 'trcbpat':
      case 'trshdng':
        this.#rowGround = 'unknown';
        break;
      case 'trowd':
        this.#cellGrounds = [];
        this.#nextGround = null;
        this.#rowGround = null;
        break;
      case 'cellx':
        this.#cellGrounds.push(this.#nextGround ?? this.#rowGround);
        this.#nextGround = null;
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
        Object.assign(group, { style: null, outline: null, inTable: false, nested: false, ground: null });
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
    if (this.#group.into === 'colours') this.#colours.byte(value);
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
    const { into, deleted } = this.#group;
    if (!isWritten(into)) return;
    if (deleted && !this.#deleting) this.facts.deletions += 1;
    this.#deleting = deleted;
    const frame = this.#frames.at(-1);
    if (deleted || frame === undefined) return;
    addWords(frame, text, this.#hiding(frame));
    this.#characters += text.length;
    if (this.#characters > mostCharacters) {
      throw new ReadFailure('too_large', 'The text is longer than 8 million characters. Split the document.');
    }
  }

  #hiding({ cells }: Frame): Hiding | null {
    const { look, ground, inTable, nested } = this.#group;
    const ofCell = nested ? 'unknown' : inTable ? this.#cellGrounds[cells.length] : null;
    return hidingOf(look, ground ?? ofCell ?? this.#paper);
  }

  /** After a deleted paragraph mark the paragraph continues in the next. */
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
    const hidden = hiddenBlocks(frame.hidden.splice(0));
    frame.blocks.push({ kind: 'row', text, heading: null, notes: [] }, ...hidden, ...frame.after.splice(0));
  }

  #push(kind: Block['kind'], heading: number | null): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    const text = [...frame.paragraphs.splice(0), frame.text].join('\n');
    frame.text = '';
    const hidden = hiddenBlocks(frame.hidden.splice(0));
    frame.blocks.push({ kind, text, heading, notes: [] }, ...hidden, ...frame.after.splice(0));
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
        this.#author = seenWords(this.#endFrame()).text;
        break;
      case 'boilerplate':
        this.boilerplate.push(...this.#endFrame());
        break;
      case 'firstBoilerplate':
        this.#firstBoilerplate.push(...this.#endFrame());
        break;
    }
  }

  #endComment(): void {
    const { text, hidden } = seenWords(this.#endFrame());
    const after = this.#frames.at(-1)?.after;
    if (text !== '') after?.push(commentBlock(text, this.#author));
    after?.push(...hidden);
    this.#author = undefined;
  }

  #endNote(): void {
    const { text, hidden } = seenWords(this.#endFrame());
    const after = this.#frames.at(-1)?.after;
    if (text !== '') {
      this.#notes += 1;
      after?.push({ kind: 'paragraph', text: `${this.#notes} ${text}`, heading: null, notes: [] });
    }
    after?.push(...hidden);
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
  return { blocks: [], after: [], text: '', hidden: [], paragraphs: [], cells: [] };
}

function damaged(what: string): ReadFailure {
  return new ReadFailure(
    'damaged',
    `The document is damaged or incomplete: ${what}. Save it again from its program, or as PDF.`,
  );
}
