import { readFile } from 'node:fs/promises';
import { Reader } from '@kenjiuno/msgreader/lib/Reader.js';
import WordExtractor from 'word-extractor';
import { ReadFailure } from '../../../model/errors.ts';
import type { Reading } from '../../part.ts';
import { type Block, rowText } from '../block.ts';
import { commentsRead, commentText } from '../comments.ts';
import { unpagedReading } from '../unpaged-reading.ts';

/** Options for word-extractor: typographic quotes stay as they are in the file. */
const asWritten = { filterUnicode: false };

/**
 * Opens a Word document in the format used before Word 2007. Text deleted by tracked changes is dropped. No headings
 * are returned, because such files do not mark them reliably. Throws a `ReadFailure` with the code `damaged` or
 * `encrypted`.
 */
export async function openDoc(path: string): Promise<Reading> {
  const bytes = await readFile(path);
  refuseEncrypted(bytes);
  const document = await new WordExtractor().extract(bytes).catch((cause: unknown) => {
    throw damaged(cause);
  });
  const body = document.getBody(asWritten);
  if (/\0|\ufffd/.test(body)) throw damaged(new Error('its text is garbled'));
  const boxes = document.getTextboxes({ ...asWritten, includeHeadersAndFooters: false });
  const blocks = [body, boxes, document.getFootnotes(asWritten), document.getEndnotes(asWritten)].flatMap(
    (text) => blocksOf(text),
  );
  const boilerplate = [
    ...document.getHeaders({ ...asWritten, includeFooters: false }).split('\n'),
    ...document.getFooters(asWritten).split('\n'),
  ];
  const comments = linesOf(document.getAnnotations(asWritten));
  const message =
    'It is a Word document in the format used before Word 2007: numbers of lists and clauses are left out, words marked as hidden are read like visible ones, and notes and comments follow at the end.';
  const warnings = [{ code: 'old_word_format', message }, ...commentsRead(comments.length)];
  return unpagedReading(
    { blocks, boilerplate: boilerplate.map((text) => ({ text })), comments },
    { warnings, unread: [] },
  );
}

/** The text of each comment. The file does not record what a comment refers to. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').filter((line) => /[\p{L}\p{N}]/u.test(line));
  return lines.map((line) => commentText(line, undefined));
}

/** The paragraphs and table rows of a text. In a row each cell ends in a tab, so a line that ends in a tab is a row. */
function blocksOf(text: string): Block[] {
  return text.split('\n').map((line) => {
    const row = /\t$/.test(line);
    const cells = line.replace(/\t+$/, '').split('\t');
    return {
      kind: row ? 'row' : 'paragraph',
      text: row ? rowText(cells.map((cell) => [cell])) : line,
      heading: null,
      notes: [],
    };
  });
}

/**
 * Throws a `ReadFailure` with the code `encrypted` if the header of the main stream marks the document as encrypted
 * (MS-DOC, section 2.5.2).
 */
function refuseEncrypted(bytes: Buffer): void {
  let main: Uint8Array | null = null;
  try {
    const container = new Reader(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    container.parse();
    main = container.rootFolder().readFile('WordDocument');
  } catch (cause) {
    throw damaged(cause);
  }
  if (main === null || main.length < 32) throw damaged(new Error('its main stream is missing'));
  if (((main[11] ?? 0) & 0x01) === 0) return;
  throw new ReadFailure('encrypted', 'The document asks for a password. Save a copy of it without one.');
}

function damaged(cause: unknown): ReadFailure {
  return new ReadFailure('damaged', 'The document is damaged or incomplete. Save it again as DOCX or PDF.', {
    cause,
  });
}
