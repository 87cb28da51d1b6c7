import { readFile } from 'node:fs/promises';
import type { Part, Reading, ReadingWarning } from '../part.ts';
import { decodeWhole } from './decode.ts';

const delimiters = [',', ';', '\t', '|'];
/** Lines that tell which mark parts the fields. */
const sampledLines = 20;

/** Opens a table in text form; each part is one record, located by its lines. Throws `ReadFailure` too_large. */
export async function openCsv(path: string): Promise<Reading> {
  const tooLong = 'The table is longer than 8 million characters. Split it.';
  const { text, warnings } = decodeWhole(await readFile(path), tooLong);
  return new CsvReading(text, warnings);
}

class CsvReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #text: string;
  readonly #warnings: ReadingWarning[];

  constructor(text: string, warnings: ReadingWarning[]) {
    this.#text = text;
    this.#warnings = warnings;
  }

  async *parts(): AsyncGenerator<Part> {
    for (const { fields, from, to } of records(this.#text, delimiterOf(this.#text))) {
      const text = fields.map((field) => field.replace(/\s+/g, ' ').trim()).join(' | ');
      if (!/[^\s|]/.test(text)) continue;
      yield {
        locator: { kind: 'lines', from, to },
        text: `${text}\n\n`,
        method: 'text',
        headings: [],
        marginLines: [],
      };
    }
  }

  warnings(): ReadingWarning[] {
    return this.#warnings;
  }

  unread(): { where: string; reason: string }[] {
    return [];
  }

  async close(): Promise<void> {}
}

type CsvRecord = { fields: string[]; from: number; to: number };

/** RFC 4180, with any delimiter; a quote inside a field that did not open with one is a letter like others. */
function* records(text: string, delimiter: string): Generator<CsvRecord> {
  let fields: string[] = [];
  let field = '';
  let quoted = false;
  let line = 1;
  let from = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (letter === '\n') line += 1;
    if (quoted && letter === '"') {
      if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else quoted = false;
    } else if (quoted) field += letter;
    else if (letter === '"' && field === '') quoted = true;
    else if (letter === delimiter || letter === '\n') {
      fields.push(field);
      field = '';
      if (letter !== '\n') continue;
      yield { fields, from, to: line - 1 };
      fields = [];
      from = line;
    } else field += letter;
  }
  if (field !== '' || fields.length > 0) yield { fields: [...fields, field], from, to: line };
}

/** The mark that parts the first lines into the same number of fields, the most of them. */
function delimiterOf(text: string): string {
  const lines = text.split('\n', sampledLines).filter((line) => line.trim() !== '');
  const counts = delimiters.map((delimiter) => {
    const parts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length - 1);
    return { delimiter, fewest: Math.min(...parts), sum: parts.reduce((sum, part) => sum + part, 0) };
  });
  counts.sort((one, other) => other.fewest - one.fewest || other.sum - one.sum);
  return counts[0]?.delimiter ?? ',';
}
