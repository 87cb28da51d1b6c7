import type { Block } from './block.ts';
import { docxOf } from './docx.ts';
import { htmlOf } from './html.ts';
import { pdfOf } from './pdf.ts';
import { markdownOf, plainTextOf } from './text.ts';

export const formats = ['md', 'txt', 'html', 'docx', 'pdf'] as const;
export type Format = (typeof formats)[number];

/** Writes a document in a file format. Plain text has lines of at most `width` characters; null does not break them. */
export function rendered(
  name: string,
  blocks: readonly Block[],
  format: Format,
  width: number | null,
): { name: string; bytes: Uint8Array; text: string } {
  const text = plainTextOf(blocks, null);
  const bytes = {
    md: () => Buffer.from(markdownOf(blocks)),
    txt: () => Buffer.from(plainTextOf(blocks, width)),
    html: () => Buffer.from(htmlOf(blocks)),
    docx: () => docxOf(blocks),
    pdf: () => pdfOf(blocks),
  }[format]();
  return { name: `${name}.${format}`, bytes, text };
}
