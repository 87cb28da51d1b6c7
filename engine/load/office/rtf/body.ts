import { ReadFailure } from '../../../model/errors.ts';
import { white } from '../../pages/colour.ts';
import type { Hiding } from '../../part.ts';
import { mostCharacters } from '../../text/decode.ts';
import type { Block } from '../block.ts';
import { type BodyFacts, noFacts } from '../body-facts.ts';
import { commentBlock } from '../comments.ts';
import { FormField } from '../form-field.ts';
import { addWords, noteMark, seenWords } from '../looks/hidden-words.ts';
import { hidingOf } from '../looks/run-look.ts';
import type { Ground } from '../looks/theme.ts';
import { symbolCharacter } from '../symbols.ts';
import { characterOfWord, decodedBytes, pageOfNumber, westernPage } from './code-pages.ts';
import { type Destination, destinationOf } from './destinations.ts';
import { type Frame, Frames } from './frames.ts';
import { applyWord, type Group, newGroup } from './group.ts';
import { ColourTable, FontTable, StyleTable } from './tables.ts';
import { tokensOf } from './tokens.ts';

/** Destinations whose text is collected separately from the surrounding text. */
const framed: ReadonlySet<Destination> = new Set([
  'note',
  'box',
  'comment',
  'author',
  'boilerplate',
  'firstBoilerplate',
]);

/** Maximum depth of nested groups. Word nests groups a few dozen levels deep. */
const deepest = 1_000;
/** The result of a form field that was not filled in. */
const unset = 25;
/** A pattern for the control words of drawings that have a position of their own and can therefore be behind text. */
const drawing = /\\(?:shp|do)(?![a-z])/;
/** A picture of at least this area counts as a picture of a page: half an A4 page, in square twentieths of a point. */
const pagePictureArea = 0.5 * 11_906 * 16_838;

/**
 * Collects the blocks of a rich text file as it is displayed: tracked deletions are dropped, list numbers are those
 * that the file contains, a table row is one block, and a note follows the paragraph that refers to it. The hidden
 * words of a block are a separate block after it. Throws a `ReadFailure` with the code `damaged` or `too_large`.
 */
export class RtfBody {
  readonly facts: BodyFacts = noFacts();
  /** The text of page headers and footers. */
  readonly boilerplate: Block[] = [];
  readonly #colours = new ColourTable();
  readonly #fonts = new FontTable();
  readonly #styles = new StyleTable();
  readonly #groups: Group[] = [];
  readonly #frames = new Frames();
  #group: Group = newGroup();
  #page = westernPage;
  #bytes: number[] = [];
  #standInsLeft = 0;
  #marked = false;
  #deleting = false;
  readonly #rowGrounds = new RowGrounds();
  #notes = 0;
  #field = new FormField();
  /** The note has a number, and no mark of its own such as an asterisk. */
  #isNumbered = false;
  #characters = 0;
  #pictureWidth = 0;
  #ended = false;
  #author: string | undefined;
  #firstBoilerplate: Block[] = [];
  #titlePage = false;
  /** The background of words if no element around them sets one. */
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

  /** Ends the document and returns its blocks. Call this once. */
  blocks(): Block[] {
    return this.#frames.close();
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
    if (into === 'instruction' && before.into !== into) {
      this.#write(this.#field.shown);
      this.#field = new FormField();
    }
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
    else if (this.#group.into === 'field') this.#inField(name, value);
    else if (this.#group.into === 'picture') this.#picture(name, value ?? 0);
    else this.#format(name, value);
  }

  #begin(destination: Destination): void {
    this.#group.into = destination;
    if (framed.has(destination)) this.#frames.open();
    if (destination === 'object') this.facts.embedded += 1;
  }

  #format(name: string, value: number | null): void {
    const group = this.#group;
    const character = characterOfWord(name);
    if (character !== undefined) {
      this.#write(character);
      return;
    }
    if (applyWord(group, name, value, this.#colours)) return;
    if (this.#rowGrounds.word(name, value, this.#colours)) return;
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
      case 'chftn':
        // The number of a note comes before the note, and again in it.
        if (group.into === 'note') this.#isNumbered = true;
        else this.#write(noteMark(this.#notes + 1));
        break;
      case 'titlepg':
        this.#titlePage = true;
        break;
      case 'revised':
        if (value !== 0) this.facts.insertions += 1;
        break;
      case 'par':
      case 'sect':
      case '\n':
      case '\r':
        this.#endParagraph();
        break;
      case 'nestcell':
        this.#frames.endInCell();
        break;
      case 'cell':
        this.#frames.endCell();
        break;
      case 'row':
        this.#frames.endRow();
        break;
    }
  }

  #inField(name: string, value: number | null): void {
    if (name === 'fftype') this.#field.set(`fftype${value}`);
    else if (name === 'ffdefres') this.#field.set('default', String(value));
    else if (name === 'ffres' && value !== unset) this.#field.set('result', String(value));
  }

  #picture(name: string, value: number): void {
    if (name === 'picwgoal') this.#pictureWidth = value;
    if (name === 'pichgoal' && this.#pictureWidth * value >= pagePictureArea) {
      this.facts.pagePictures.push(this.#frames.documentBlocks + 1);
    }
  }

  #byte(value: number): void {
    if (this.#group.into === 'styles') this.#styles.byte(value);
    if (this.#group.into === 'colours') this.#colours.byte(value);
    if (this.#standInsLeft > 0) this.#standInsLeft -= 1;
    else if (isWritten(this.#group.into) || this.#group.into === 'fieldEntry') this.#bytes.push(value);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const { page, symbols } = this.#fonts.font(this.#group.font);
    if (this.#group.into === 'fieldEntry') {
      this.#field.set('listEntry', decodedBytes(this.#bytes.splice(0), page ?? this.#page).trim());
      return;
    }
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
    const frame = this.#frames.last;
    if (deleted || frame === undefined) return;
    addWords(frame, text, this.#hiding(frame), this.#group.look.raised ?? null);
    this.#characters += text.length;
    if (this.#characters > mostCharacters) {
      throw new ReadFailure('too_large', 'The text is longer than 8 million characters. Split the document.');
    }
  }

  #hiding({ cells }: Frame): Hiding | null {
    const { look, ground, inTable, nested } = this.#group;
    const ofCell = nested ? 'unknown' : inTable ? this.#rowGrounds.cell(cells.length) : null;
    return hidingOf(look, ground ?? ofCell ?? this.#paper);
  }

  /** Ends a paragraph, unless its end mark was deleted: the next paragraph then continues it. */
  #endParagraph(): void {
    if (this.#group.into === 'skipped' || this.#group.deleted) return;
    if (this.#group.inTable) this.#frames.endInCell();
    else this.#frames.endParagraph(this.#group.outline ?? this.#styles.heading(this.#group.style));
  }

  #end(destination: Destination): void {
    if (destination === 'note') this.#endNote();
    else if (destination === 'box') this.#endBox();
    else if (destination === 'comment') this.#endComment();
    else if (destination === 'author') this.#author = seenWords(this.#frames.close()).text;
    else if (destination === 'boilerplate') this.boilerplate.push(...this.#frames.close());
    else if (destination === 'firstBoilerplate') this.#firstBoilerplate.push(...this.#frames.close());
  }

  #endComment(): void {
    const { text, hidden } = seenWords(this.#frames.close());
    const after = this.#frames.last?.after;
    if (text !== '') after?.push(commentBlock(text, this.#author));
    after?.push(...hidden);
    this.#author = undefined;
  }

  #endNote(): void {
    const { text, hidden } = seenWords(this.#frames.close());
    const after = this.#frames.last?.after;
    if (text !== '') {
      if (this.#isNumbered) this.#notes += 1;
      const mark = this.#isNumbered ? `${noteMark(this.#notes)} ` : '';
      after?.push({ kind: 'paragraph', text: mark + text, heading: null, notes: [] });
    }
    this.#isNumbered = false;
    after?.push(...hidden);
  }

  #endBox(): void {
    const inside = this.#frames.close().map((block) => ({ ...block, heading: null }));
    this.#frames.last?.after.push(...inside);
  }
}

function isWritten(destination: Destination): boolean {
  return destination === 'text' || framed.has(destination);
}

function damaged(what: string): ReadFailure {
  return new ReadFailure(
    'damaged',
    `The document is damaged or incomplete: ${what}. Save it again from its program, or as PDF.`,
  );
}

/** Collects the shading of the cells of a table row, in order. */
class RowGrounds {
  #cells: (Ground | null)[] = [];
  #next: Ground | null = null;
  #row: Ground | null = null;

  /** Applies a control word about the row; returns false for any other word. */
  word(name: string, value: number | null, colours: ColourTable): boolean {
    switch (name) {
      case 'clcbpat':
        this.#next = colours.colour(value);
        return true;
      case 'clshdng':
        if (value !== 0) this.#next = 'unknown';
        return true;
      case 'trcbpat':
      case 'trshdng':
        this.#row = 'unknown';
        return true;
      case 'trowd':
        this.#cells = [];
        this.#next = null;
        this.#row = null;
        return true;
      case 'cellx':
        this.#cells.push(this.#next ?? this.#row);
        this.#next = null;
        return true;
      default:
        return false;
    }
  }

  /**
   * The shading of the cell with this index, from 0. Null for a cell without shading; undefined if there is no such
   * cell.
   */
  cell(at: number): Ground | null | undefined {
    return this.#cells[at];
  }
}
