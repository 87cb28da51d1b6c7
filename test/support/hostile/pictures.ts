import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A small PNG file of a black square with this many pixels per side. */
export function blackSquare(side: number): Buffer {
  return pngOf(side, side, [['IDAT', deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))]]);
}

/** A black-and-white PNG whose header claims this size, followed by these chunks. */
export function pngOf(width: number, height: number, chunks: [type: string, data: Uint8Array][]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const all: typeof chunks = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([signature, ...all.map(([type, data]) => chunk(type, data))]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export type TiffTag = [tag: number, type: 3 | 4, value: number];

/**
 * A TIFF of directories without pixels. `next` is the index, from 0, of the directory that follows; null ends the
 * chain.
 */
export function tiffOf(directories: { tags: TiffTag[]; next: number | null }[]): Buffer {
  const places: number[] = [];
  let place = 8;
  for (const { tags } of directories) {
    places.push(place);
    place += 2 + tags.length * 12 + 4;
  }
  const file = Buffer.alloc(place);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(places[0] ?? 0, 4);
  for (const [index, { tags, next }] of directories.entries()) {
    let at = file.writeUInt16LE(tags.length, places[index] ?? 0);
    for (const [tag, type, value] of tags) {
      at = file.writeUInt16LE(tag, at);
      at = file.writeUInt16LE(type, at);
      at = file.writeUInt32LE(1, at);
      at = file.writeUInt32LE(value, at);
    }
    file.writeUInt32LE(next === null ? 0 : (places[next] ?? 0), at);
  }
  return file;
}
