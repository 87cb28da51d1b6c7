import { crc32, deflateSync } from 'node:zlib';

/**
 * A PNG picture without words: in one grey of the given `level`, or without `level` a gradient from light at the top to
 * dark.
 */
export function makePng(width: number, height: number, level?: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.fill(
      level ?? 0xf8 - Math.floor((0xd0 * row) / height),
      row * (width + 1) + 1,
      (row + 1) * (width + 1),
    );
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The same picture with a header that claims a width and height of `side` pixels. */
export function claimingSize(png: Uint8Array, side: number): Uint8Array {
  const claiming = Buffer.from(png);
  claiming.writeUInt32BE(side, 16);
  claiming.writeUInt32BE(side, 20);
  claiming.writeUInt32BE(crc32(claiming.subarray(12, 29)), 29);
  return claiming;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
