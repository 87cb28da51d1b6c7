import type { Draw } from '../draw.ts';
import type { Kind } from '../kinds.ts';
import type { Block } from '../make/document.ts';
import { docxOf } from './docx.ts';
import { htmlOf } from './html.ts';
import { pdfOf } from './pdf.ts';
import { markdownOf, plainTextOf } from './text.ts';

export const formats = ['md', 'txt', 'html', 'docx', 'pdf'] as const;
export type Format = (typeof formats)[number];

/** Chooses the file format of a pair. Pairs of documents with a table mostly get a format that has tables. */
export function drawFormat(kind: Kind, draw: Draw): Format {
  const tables: Format[] = ['html', 'html', 'html', 'docx', 'docx', 'docx', 'md', 'md', 'pdf', 'txt'];
  const texts: Format[] = ['md', 'md', 'md', 'md', 'txt', 'txt', 'txt', 'html', 'docx', 'pdf'];
  return draw.one(kind === 'table' || kind === 'cross-reference' ? tables : texts);
}

/** Writes a document in a file format. The same blocks and random choices always result in the same bytes. */
export function rendered(
  name: string,
  blocks: readonly Block[],
  format: Format,
  draw: Draw,
): { name: string; bytes: Uint8Array; text: string } {
  const text = plainTextOf(blocks, null);
  const bytes = {
    md: () => Buffer.from(markdownOf(blocks)),
    txt: () => Buffer.from(plainTextOf(blocks, draw.one([null, 72, 80, 96]))),
    html: () => Buffer.from(htmlOf(blocks)),
    docx: () => docxOf(blocks),
    pdf: () => pdfOf(blocks),
  }[format]();
  return { name: `${name}.${format}`, bytes, text };
}
