import { lineEndHyphen, lostLetter } from '../part.ts';
import { looseBox } from './boxes/char-box.ts';
import { type CharRange, columnOrder, type Line } from './columns.ts';
import type { FieldText, PlacedFields } from './form-fields.ts';
import { RaisedMarks } from './raised-marks.ts';
import { codeAt, isDigit, isLowerCase, isUpperCase, type TextPage } from './text-page.ts';

const letterF = 102;
/**
 * A gap separates words if it is wider than this share of the line's height. Measured: gaps between words that PDFium
 * omitted were .12 of the height, and gaps within words were 0.
 */
const narrowGap = 0.08;
/** Characters are in the same line if their bottoms differ by less than this share of the line's height. */
const sameLevel = 0.2;
/** The boxes of two lines that follow each other overlap by at most this share of the upper line's height. */
const overlapOfLines = 0.3;

/** A mark above or below its line is at most this share as high as the line. */
const smallMark = 0.85;
/** At least this share of a mark's height is within the height of its line. */
const markOverlap = 0.5;
/** The widest gap between two words of a line, as a share of the line's height. */
const wordGap = 0.5;

export type LineOptions = {
  /**
   * Receives for each UTF-16 unit of the text the index of its character, or -1 for a unit inserted between
   * characters.
   */
  trace?: number[];
  /** Whether a character counts. Other characters are skipped as if the page did not contain them. */
  counts?: (index: number) => boolean;
  /** The form fields of the page, whose words are read with the words beside them. */
  fields?: PlacedFields;
  /** Text without a place in the page, which is added as lines at the end. */
  typed?: readonly string[];
};

/**
 * The text of a page in content order, and its lines. If the content order alternates between two columns, line by line,
 * the left column is read before the right one.
 */
export function collectLines(textPage: TextPage, options: LineOptions = {}): { text: string; lines: Line[] } {
  const whole = [{ from: 0, to: textPage.codes.length - 1 }];
  const read = collect(textPage, options, whole);
  const order = columnOrder(textPage, read.lines);
  if (order === null) return read;
  options.trace?.splice(0);
  return collect(textPage, options, order);
}

/** Reads the characters in the given order of ranges; every range begins a line. */
function collect(
  textPage: TextPage,
  { trace, counts, fields, typed = [] }: LineOptions,
  order: readonly CharRange[],
): { text: string; lines: Line[] } {
  const lines: Line[] = [];
  let text = '';
  const line = new WrittenLine();
  let firstChar = -1;
  let lastChar = -1;
  const endLine = () => {
    const kept = line.text().trimEnd();
    if (kept !== '') {
      if (firstChar >= 0)
        lines.push({ start: text.length, end: text.length + kept.length, firstChar, lastChar });
      text += `${kept}\n`;
      trace?.push(...line.indexes(kept.length), -1);
    }
    line.length = 0;
    firstChar = -1;
  };
  let passed = false;
  /** The last character that was taken, and its code. */
  let takenIndex = -1;
  let takenCode = 0;
  const marks = new RaisedMarks(textPage);
  const take = (index: number) => {
    const code = codeAt(textPage, index);
    if (counts !== undefined && code > 32 && !counts(index)) {
      passed = true;
      return;
    }
    if (passed && code > 32 && !line.followsSpace() && standsApart(textPage, [lastChar, index]))
      line.write(' ', -1);
    if (code > 32) passed = false;
    else if (counts !== undefined && line.followsSpace() && code !== 10) return;
    if (code === 10) {
      const joint = jointOf(textPage, index);
      if (joint === null) endLine();
      else if (joint !== '') line.write(joint, -1);
    } else if (code === 2 || code === 0xfffe) line.write(lineEndHyphen, index);
    else if (code >= 32 || code === 9) {
      const space = code === 32 || code === 9;
      if (space && line.length === 0) return;
      if (space && startsLowerLine(textPage, [lastChar, index + 1])) {
        endLine();
        return;
      }
      if (!space) {
        if (firstChar < 0) firstChar = index;
        lastChar = index;
      }
      if (space) line.write(gap(textPage, index), -1);
      else {
        if (isUpperCase(code) && beginsWord(textPage, index)) line.write(' ', -1);
        const codeBefore = takenIndex === index - 1 ? takenCode : 0;
        const mayBeRaised = !line.followsSpace() && (isDigit(code) || isDigit(codeBefore));
        const raised = mayBeRaised ? marks.at(code, index, codeBefore) : null;
        if (raised?.mark) line.write(raised.mark, -1);
        if (raised === null) line.add(code, index);
        else line.write(raised.text, index);
        takenCode = code;
        takenIndex = index;
      }
    }
  };
  const takeField = ({ mark, from, to }: FieldText) => {
    if (!line.followsSpace()) line.write(' ', -1);
    if (mark !== null) line.write(mark, -1);
    else for (let index = from; index <= to; index += 1) if (fields?.has(index)) takeFieldCharacter(index);
    line.write(' ', -1);
  };
  const takeFieldCharacter = (index: number) => {
    if (counts !== undefined && !counts(index)) return;
    const gapBefore = !fields?.has(index - 1) && !line.followsSpace();
    if (gapBefore) line.write(' ', -1);
    if (firstChar < 0) firstChar = index;
    lastChar = index;
    line.add(codeAt(textPage, index), index);
  };
  const takeWithFields = (index: number, placed: PlacedFields) => {
    for (const field of placed.before.get(index) ?? []) takeField(field);
    if (!placed.has(index)) take(index);
    for (const field of placed.after.get(index) ?? []) takeField(field);
  };
  for (const { from, to } of order) {
    endLine();
    for (let index = from; index <= to; index += 1) {
      if (fields !== undefined) {
        takeWithFields(index, fields);
        continue;
      }
      take(index);
      // Most characters are small letters after small letters, for which none of the cases of `take` holds.
      if (counts === undefined && takenIndex === index && isLowerCase(takenCode)) {
        index = line.addSmallLetters(textPage.codes, index + 1, to) - 1;
        takenIndex = index;
        lastChar = index;
      }
    }
  }
  for (const field of fields?.rest ?? []) {
    endLine();
    takeField(field);
  }
  endLine();
  for (const words of typed) {
    line.write(words.replace(/\s+/g, ' '), -1);
    endLine();
  }
  return { text, lines };
}

/** The line that is being written: its UTF-16 units, and for each the index of its character, -1 if it has none. */
class WrittenLine {
  length = 0;
  #units = new Uint16Array(256);
  #indexes = new Int32Array(256);

  /** Adds the character with a Unicode code. */
  add(code: number, index: number): void {
    if (code > 0xffff) this.write(String.fromCodePoint(code), index);
    else this.#addUnit(code, index);
  }

  write(text: string, index: number): void {
    for (let unit = 0; unit < text.length; unit += 1) this.#addUnit(text.charCodeAt(unit), index);
  }

  /** Adds the small letters from the character `from` up to another character or `to`; returns the index after them. */
  addSmallLetters(codes: Uint32Array, from: number, to: number): number {
    let index = from;
    for (; index <= to; index += 1) {
      const code = codes[index] ?? 0;
      if (!isLowerCase(code)) break;
      this.#addUnit(code, index);
    }
    return index;
  }

  /** Whether the line is empty or ends with a space. */
  followsSpace(): boolean {
    const last = this.length === 0 ? 32 : (this.#units[this.length - 1] ?? 0);
    return last <= 32 || (last > 127 && /\s/.test(String.fromCharCode(last)));
  }

  text(): string {
    return Buffer.from(this.#units.buffer, 0, this.length * 2).toString('utf16le');
  }

  /** The indexes of the characters of the first `length` units. */
  indexes(length: number): Int32Array {
    return this.#indexes.subarray(0, length);
  }

  #addUnit(unit: number, index: number): void {
    if (this.length === this.#units.length) this.#grow();
    this.#units[this.length] = unit;
    this.#indexes[this.length] = index;
    this.length += 1;
  }

  #grow(): void {
    const [units, indexes] = [this.#units, this.#indexes];
    this.#units = new Uint16Array(units.length * 2);
    this.#indexes = new Int32Array(units.length * 2);
    this.#units.set(units);
    this.#indexes.set(indexes);
  }
}

/**
 * Returns a space, or the mark for a possibly lost letter. PDFium mistakes the second letter of an italic "ff" for a
 * shadow of the first, and generates a space instead. Whether a letter was lost is decided later, by the rest of the
 * document.
 */
function gap(textPage: TextPage, index: number): string {
  const lost =
    index > 0 &&
    codeAt(textPage, index - 1) === letterF &&
    textPage.module._FPDFText_IsGenerated(textPage.handle, index) === 1 &&
    isLowerCase(codeAt(textPage, index + 1));
  return lost ? lostLetter : ' ';
}

/**
 * Whether two characters, between which other characters were skipped, are in different lines or have a gap between
 * them.
 */
function standsApart(textPage: TextPage, [before, after]: readonly [number, number]): boolean {
  const left = looseBox(textPage, before);
  const right = looseBox(textPage, after);
  const height = right.top - right.bottom;
  const level = Math.abs(right.bottom - left.bottom) < height * sameLevel;
  return !level || right.left - left.right > height * narrowGap;
}

/**
 * Whether a character starts a line below the line of the character before it. PDFium generates a space instead of a
 * line end if the two lines are drawn by one text object, or if the second line is far from the first.
 */
function startsLowerLine(textPage: TextPage, [before, after]: readonly [number, number]): boolean {
  if (before < 0 || codeAt(textPage, after) <= 32) return false;
  const left = looseBox(textPage, before);
  const right = looseBox(textPage, after);
  const height = left.top - left.bottom;
  const lower =
    right.top < left.bottom - height ||
    (right.top < left.bottom + height * overlapOfLines && right.left < left.right);
  // In turned text, the next word of the same line is lower.
  return lower && textPage.module._FPDFText_GetCharAngle(textPage.handle, after) === 0;
}

/**
 * Whether a capital letter begins a new word. PDFium omits narrow gaps, and returns "2.5Base Pay" for the number "2.5"
 * and the separate title "Base Pay". A gap begins a new word only if it is wider than the next gap in the word, because
 * the letters of a word can be widely spaced.
 */
function beginsWord(textPage: TextPage, index: number): boolean {
  const before = index === 0 ? 0 : codeAt(textPage, index - 1);
  if (!isDigit(before) && !isUpperCase(before) && !isLowerCase(before)) return false;
  if (!isLowerCase(codeAt(textPage, index + 1))) return false;
  const [left, own, right] = [index - 1, index, index + 1].map((at) => looseBox(textPage, at));
  if (left === undefined || own === undefined || right === undefined) return false;
  const height = own.top - own.bottom;
  const level = Math.abs(own.bottom - left.bottom) < height * sameLevel;
  return level && own.left - left.right > Math.max(0, right.left - own.right) + height * narrowGap;
}

/**
 * What replaces a line end that is within a line; null if it ends the line. PDFium breaks the line where a number is
 * drawn in two pieces: "2.1" and "1 BSS Plan". The digits are then at the same height without a gap, which never happens
 * between two columns. It also breaks the line before or after a small raised mark.
 */
function jointOf(textPage: TextPage, lineFeed: number): '' | ' ' | null {
  // A carriage return precedes the line feed.
  const before = lineFeed - 2;
  let after = lineFeed + 1;
  const spaced = codeAt(textPage, after) === 32;
  if (spaced) after += 1;
  if (before < 0) return null;
  const left = looseBox(textPage, before);
  const right = looseBox(textPage, after);
  const height = right.top - right.bottom;
  const gap = right.left - left.right;
  const level = Math.abs(right.bottom - left.bottom) < height * sameLevel;
  const digits = isDigit(codeAt(textPage, before)) && isDigit(codeAt(textPage, after));
  if (level && digits && !spaced && Math.abs(gap) < height * narrowGap) return '';
  const small = Math.min(height, left.top - left.bottom);
  const large = Math.max(height, left.top - left.bottom);
  if (small > large * smallMark) return null;
  const overlap = Math.min(left.top, right.top) - Math.max(left.bottom, right.bottom);
  if (overlap < small * markOverlap || gap < -large * narrowGap || gap > large * wordGap) return null;
  return !spaced && gap > large * narrowGap ? ' ' : '';
}
