import {
  BorderStyle,
  Document,
  Footer,
  HeadingLevel,
  Packer,
  PageNumber,
  Paragraph,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Block, Words } from './markup.ts';

export type DocxLayout = { title: string; author: string; footer: string };

const levels = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3];

/** Sets the blocks as a Word file with heading styles. Two calls differ in their bytes: the packer stamps them. */
export async function makeDocx(blocks: Block[], layout: DocxLayout): Promise<Buffer> {
  const document = new Document({
    title: layout.title,
    creator: layout.author,
    sections: [{ footers: { default: footer(layout.footer) }, children: blocks.map(toDocx) }],
  });
  return Packer.toBuffer(document);
}

function toDocx(block: Block): Paragraph | Table {
  switch (block.kind) {
    case 'heading':
      return new Paragraph({
        text: block.text,
        heading: levels[block.level - 1] ?? HeadingLevel.HEADING_3,
        spacing: { before: 240, after: 120 },
      });
    case 'paragraph':
      return new Paragraph({ spacing: { after: 120 }, children: runs(block.number, block.words) });
    case 'table':
      return new Table({
        width: { size: 100, type: WidthType.PERCENTAGE },
        rows: [block.header, ...block.rows].map((cells, index) => row(cells, index === 0)),
      });
    case 'page break':
      return new Paragraph({ pageBreakBefore: true });
  }
}

function runs(number: string | null, words: Words[]): TextRun[] {
  const lead = number === null ? [] : [new TextRun({ text: `${number} ` })];
  return [...lead, ...words.map((run) => new TextRun({ text: run.text, bold: run.bold }))];
}

function row(cells: string[], bold: boolean): TableRow {
  const line = { style: BorderStyle.SINGLE, size: 4, color: '999999' };
  return new TableRow({
    tableHeader: bold,
    children: cells.map(
      (text) =>
        new TableCell({
          borders: { top: line, bottom: line, left: line, right: line },
          children: [new Paragraph({ children: [new TextRun({ text, bold })] })],
        }),
    ),
  });
}

function footer(text: string): Footer {
  const children = [
    new TextRun({ text: `${text}, page `, size: 17 }),
    new TextRun({ children: [PageNumber.CURRENT], size: 17 }),
  ];
  return new Footer({ children: [new Paragraph({ children })] });
}
