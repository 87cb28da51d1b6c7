import { readFile } from 'node:fs/promises';
import { countLineEnds } from '../../model/locator.ts';
import { type Part, type Reading, textPart, wholeReading } from '../part.ts';
import { decodeWhole } from './decode.ts';

const delimiters = [',', ';', '\t', '|'];
/** How many lines are examined to find the delimiter. */
const sampledLines = 20;
const sampledCharacters = 10_000;
/**
 * Characters after which a part ends. Parts contain many records, so that a table of a million records does not become
 * a million parts.
 */
const partLength = 64 * 1024;

/**
 * Opens a table in text form, such as CSV. Each part contains some of its records, and is cited by their line numbers.
 * Throws a `ReadFailure` with the code `too_large`.
 */
export async function openCsv(path: string): Promise<Reading> {
  const tooLong = 'The table is longer than 8 million characters. Split it.';
  const { text, warnings } = decodeWhole(await readFile(path), tooLong);
  return wholeReading({ countedAs: 'file', parts: () => tableParts(text), warnings });
}

/** Consecutive records of one line each, or one record of several lines. */
type Block = { texts: string[]; from: number; to: number; length: number };

function partOf({ texts, from, to }: Block): Part {
  const isOfLines = texts.length === to - from + 1;
  const text = texts.map((one) => `${one}\n\n`).join('');
  return textPart({ kind: 'lines', from, to }, text, isOfLines ? { lineEnds: 2 } : {});
}

function* tableParts(whole: string): Generator<Part> {
  let block: Block | null = null;
  for (const { fields, from, to } of records(whole, delimiterOf(whole))) {
    const text = fields.map(cellText).join(' | ');
    if (!/[^\s|]/.test(text)) continue;
    if (block !== null && (from !== block.to + 1 || from !== to || block.length > partLength)) {
      yield partOf(block);
      block = null;
    }
    if (from !== to) yield partOf({ texts: [text], from, to, length: text.length });
    else if (block === null) block = { texts: [text], from, to, length: text.length };
    else {
      block.texts.push(text);
      block.to = to;
      block.length += text.length;
    }
  }
  if (block !== null) yield partOf(block);
}

/**
 * The text of a field on one line. A space beside a vertical bar becomes a no-break space, so that ` | ` in the text of a
 * record is always between two fields. A quote shows both spaces alike.
 */
function cellText(field: string): string {
  return field
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (?=\|)|(?<=\|) /g, '\u00a0');
}

type CsvRecord = { fields: string[]; from: number; to: number };

/**
 * Parses CSV (RFC 4180) with any delimiter. In a field that does not begin with a quotation mark, quotation marks are
 * ordinary characters.
 */
function* records(text: string, delimiter: string): Generator<CsvRecord> {
  const plainEnd = new RegExp(`[${delimiter}\n]`, 'g');
  let fields: string[] = [];
  let line = 1;
  let from = 1;
  for (let at = 0; at < text.length; ) {
    const quoted = text.charAt(at) === '"' ? quotedField(text, at) : null;
    plainEnd.lastIndex = quoted?.end ?? at;
    const end = plainEnd.exec(text)?.index ?? text.length;
    const field = quoted ? quoted.field + text.slice(quoted.end, end) : text.slice(at, end);
    fields.push(field);
    if (quoted) line += countLineEnds(text, at, quoted.end);
    if (end === text.length || text.charAt(end) === '\n') {
      yield { fields, from, to: line };
      fields = [];
      line += 1;
      from = line;
    } else if (end === text.length - 1) {
      yield { fields: [...fields, ''], from, to: line };
    }
    at = end + 1;
  }
}

/**
 * Reads a field in quotation marks, where a doubled quotation mark is one character. `end` is the position after the
 * closing mark, or the end of the text if there is none.
 */
function quotedField(text: string, at: number): { field: string; end: number } {
  const pieces: string[] = [];
  for (let from = at + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { field: pieces.join('') + text.slice(from), end: text.length };
    if (text.charAt(quote + 1) !== '"') {
      return { field: pieces.join('') + text.slice(from, quote), end: quote + 1 };
    }
    pieces.push(text.slice(from, quote + 1));
    from = quote + 2;
  }
}

/** The delimiter of the table: the one whose lowest number of occurrences in any of the first lines is the highest. */
function delimiterOf(text: string): string {
  const head = text.slice(0, sampledLines * sampledCharacters).split('\n', sampledLines);
  const lines = head.map((line) => line.slice(0, sampledCharacters)).filter((line) => line.trim() !== '');
  const counts = delimiters.map((delimiter) => {
    const parts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    return { delimiter, fewest: Math.min(...parts), sum: parts.reduce((sum, part) => sum + part, 0) };
  });
  counts.sort((one, other) => other.fewest - one.fewest || other.sum - one.sum);
  return counts[0]?.delimiter ?? ',';
}
