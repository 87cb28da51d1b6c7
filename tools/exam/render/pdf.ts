import type { Block } from './block.ts';
import { linesOf } from './text.ts';

const pageWidth = 595;
const pageHeight = 842;
const margin = 56;
const size = 10;
/**
 * All letters of Courier have the same width, .6 of the font size, so lines can be broken without a table of widths.
 */
const letterWidth = size * 0.6;
const leading = 13;
const lineLetters = Math.floor((pageWidth - 2 * margin) / letterWidth);

/**
 * A PDF in Courier, with lines around the cells of tables. It contains no dates, so that the same blocks always result
 * in the same bytes.
 */
export function pdfOf(blocks: readonly Block[]): Uint8Array {
  const pages: string[][] = [[]];
  let y = pageHeight - margin;
  const room = (height: number): void => {
    if (y - height >= margin) return;
    pages.push([]);
    y = pageHeight - margin;
  };
  const draw = (command: string): void => void pages.at(-1)?.push(command);
  const line = (text: string, x: number, bold: boolean): void =>
    draw(`BT /${bold ? 'B' : 'R'} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td (${literal(text)}) Tj ET`);
  for (const block of blocks) {
    if (block.kind === 'table') {
      tableOn(block.rows);
      continue;
    }
    const lines = linesOf(block.text, lineLetters);
    room(Math.min(lines.length, 3) * leading + (block.kind === 'heading' ? 2 * leading : 0));
    for (const text of lines) {
      room(leading);
      line(text, margin, block.kind !== 'paragraph');
      y -= leading;
    }
    y -= leading * 0.6;
  }
  return written(pages.map((commands) => commands.join('\n')));

  function tableOn(rows: readonly string[][]): void {
    const columns = rows[0]?.length ?? 1;
    const width = (pageWidth - 2 * margin) / columns;
    const letters = Math.floor((width - 8) / letterWidth);
    for (const [at, row] of rows.entries()) {
      const cells = row.map((cell) => linesOf(cell, letters));
      const height = Math.max(...cells.map(({ length }) => length)) * leading + 4;
      room(height);
      const top = y + leading - 3;
      for (const [column, lines] of cells.entries()) {
        const x = margin + column * width;
        draw(`${x.toFixed(1)} ${(top - height).toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)} re S`);
        const start = y;
        for (const text of lines) {
          line(text, x + 4, at === 0);
          y -= leading;
        }
        y = start;
      }
      y -= height;
    }
    y -= leading * 0.6;
  }
}

function written(pages: readonly string[]): Uint8Array {
  const first = 5;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Resources << /Font << /R 3 0 R /B 4 0 R >> >> /Contents ${first + 2 * at + 1} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** The codes in WinAnsi of characters that are not in Latin-1. */
const winAnsi: Record<string, string> = {
  '–': '\u0096',
  '—': '\u0097',
  '„': '\u0084',
  '“': '\u0093',
  '”': '\u0094',
  '‘': '\u0091',
  '’': '\u0092',
  '€': '\u0080',
  '…': '\u0085',
  '→': '>',
};

function literal(text: string): string {
  return [...text]
    .map((letter) => winAnsi[letter] ?? letter)
    .map((letter) => (letter.charCodeAt(0) > 255 ? '?' : letter))
    .join('')
    .replace(/[\\()]/g, (letter) => `\\${letter}`);
}
