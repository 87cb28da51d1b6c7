import type { Draw } from '../draw.ts';
import type { Kind } from '../kinds.ts';
import type { Format } from '../render/rendered.ts';

/** Chooses the file format of a pair. Pairs of documents with a table mostly get a format that has tables. */
export function drawFormat(kind: Kind, draw: Draw): Format {
  const tables: Format[] = ['html', 'html', 'html', 'docx', 'docx', 'docx', 'md', 'md', 'pdf', 'txt'];
  const texts: Format[] = ['md', 'md', 'md', 'md', 'txt', 'txt', 'txt', 'html', 'docx', 'pdf'];
  return draw.one(kind === 'table' || kind === 'cross-reference' ? tables : texts);
}

/** Chooses the length of the lines of plain text; null does not break them. */
export function drawWidth(draw: Draw): number | null {
  return draw.one([null, 72, 80, 96]);
}
