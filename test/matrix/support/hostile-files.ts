import { crc32, deflateSync } from 'node:zlib';

/** A whole PDF of so many empty pages. */
export function manyPages(count: number): string {
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
export function laughs(root: string): string {
  const letters = 'abcdefghij';
  const entities = [...letters].map((name, index) => {
    const before = letters[index - 1];
    return `<!ENTITY ${name} "${before === undefined ? 'ha' : `&${before};`.repeat(10)}">`;
  });
  return `<?xml version="1.0"?><!DOCTYPE x [${entities.join('')}]><${root}>&j;</${root}>`;
}

/** A PNG of small size on disk that is a square of so many pixels a side, all of them black. */
export function blackSquare(side: number): Buffer {
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
