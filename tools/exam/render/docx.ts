import { crc32 } from 'node:zlib';
import type { Block } from './block.ts';
import { escapedXml } from './html.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeTypes = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/**
 * A Word document of paragraphs, headings and tables. It is written without a DOCX library, because libraries write the
 * current time into the file: the same blocks must always result in the same bytes.
 */
export function docxOf(blocks: readonly Block[]): Uint8Array {
  const body = blocks.map((block) => {
    if (block.kind === 'title') return paragraph(block.text, 'Title');
    if (block.kind === 'heading') return paragraph(block.text, 'Heading1');
    return block.kind === 'paragraph' ? paragraph(block.text, null) : tableOf(block.rows);
  });
  return zipOf([
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${officeTypes}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${officeTypes}.styles+xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'word/styles.xml',
      `${head}<w:styles xmlns:w="${main}">${style('Title', 'Title')}${style('Heading1', 'heading 1')}</w:styles>`,
    ],
    [
      'word/document.xml',
      `${head}<w:document xmlns:w="${main}"><w:body>${body.join('')}<w:sectPr/></w:body></w:document>`,
    ],
  ]);
}

function style(id: string, name: string): string {
  return `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`;
}

function paragraph(text: string, styleId: string | null): string {
  const properties = styleId === null ? '' : `<w:pPr><w:pStyle w:val="${styleId}"/></w:pPr>`;
  return `<w:p>${properties}<w:r><w:t xml:space="preserve">${escapedXml(text)}</w:t></w:r></w:p>`;
}

function tableOf(rows: readonly string[][]): string {
  const grid = (rows[0] ?? []).map(() => '<w:gridCol w:w="3000"/>').join('');
  const lines = rows.map(
    (row) =>
      `<w:tr>${row.map((cell) => `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(cell, null)}</w:tc>`).join('')}</w:tr>`,
  );
  return `<w:tbl><w:tblPr/><w:tblGrid>${grid}</w:tblGrid>${lines.join('')}</w:tbl>`;
}

const midnight = 0;
const firstOfJanuary1980 = 0x21;

/** A ZIP file with uncompressed entries. */
function zipOf(entries: readonly (readonly [string, string])[]): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of entries) {
    const name = Buffer.from(path);
    const data = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(midnight, 6);
    common.writeUInt16LE(firstOfJanuary1980, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}
