import { crc32, deflateSync } from 'node:zlib';
import { defaultLimits } from '../../engine/job.ts';
import type { ReadFailureCode } from '../../engine/model/errors.ts';
import { makeZip } from '../engine/load/support/make-zip.ts';

/** A file that no reader can read, and why. */
export type HostileFile = { name: string; content: string | Uint8Array; reason: ReadFailureCode };

const odt = 'application/vnd.oasis.opendocument.text';

/** Files that would take a reader's memory or time, or take it in, when it read them as they ask to be read. */
export function hostileFiles(): HostileFile[] {
  const swollen = Buffer.alloc(300 * 1024 * 1024, 32);
  return [
    { name: 'pages.pdf', content: manyPages(defaultLimits.pages + 1), reason: 'too_many_pages' },
    {
      name: 'bomb.docx',
      content: makeZip([{ name: 'word/document.xml', content: swollen }]),
      reason: 'archive_limits',
    },
    {
      name: 'bomb.zip',
      content: makeZip([{ name: 'spaces.txt', content: swollen }]),
      reason: 'archive_limits',
    },
    {
      name: 'laughs.docx',
      content: makeZip([{ name: 'word/document.xml', content: laughs('w:document') }]),
      reason: 'damaged',
    },
    {
      name: 'laughs.odt',
      content: makeZip([
        { name: 'mimetype', content: odt },
        { name: 'content.xml', content: laughs('office:document-content') },
      ]),
      reason: 'damaged',
    },
    { name: 'huge.png', content: blackSquare(20_000), reason: 'too_large' },
    {
      name: 'page.pdf',
      content: '<!DOCTYPE html><html><body>%PDF-1.7 Sign in to continue</body></html>',
      reason: 'damaged',
    },
    {
      name: 'picture.html',
      content: 'GIF89a<html><body><script>alert(1)</script></body></html>',
      reason: 'damaged',
    },
  ];
}

/** A whole PDF of so many empty pages. */
function manyPages(count: number): string {
  const first = 3;
  const kids = Array.from({ length: count }, (_, index) => `${first + index} 0 R`).join(' ');
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${count}/Kids[${kids}]/MediaBox[0 0 612 792]>>`,
    ...Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R>>'),
  ];
  const parts = ['%PDF-1.7\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj${object}endobj\n`;
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return `${parts.join('')}xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
}

/** XML whose entities would grow to gigabytes. */
function laughs(root: string): string {
  const letters = 'abcdefghij';
  const entities = [...letters].map((name, index) => {
    const before = letters[index - 1];
    return `<!ENTITY ${name} "${before === undefined ? 'ha' : `&${before};`.repeat(10)}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><${root}>&j;</${root}>`;
}

/** A PNG of small size on disk that is a square of so many pixels a side, all of them black. */
function blackSquare(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
