import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makePng } from '../../gate/engine/load/support/make-png.ts';
import { swollen } from '../../support/hostile/archives.ts';
import { blackSquare, pngOf, type TiffTag, tiffOf } from '../../support/hostile/pictures.ts';
import { checkEach, notRead } from './support/check-each.ts';

/** A black-and-white TIFF page of this size, whose only strip is outside the file. */
const page = (side: number): TiffTag[] => [
  [256, 4, side],
  [257, 4, side],
  [258, 3, 1],
  [259, 3, 1],
  [262, 3, 1],
  [273, 4, 8],
  [277, 3, 1],
  [278, 4, side],
  [279, 4, 16],
];

/** A GIF of one colour with a screen of this size and with this many frames. */
function gifOf(side: number, frames: number): Buffer {
  const head = Buffer.from('474946383961000000008000000000000000ff', 'hex');
  head.writeUInt16LE(side, 6);
  head.writeUInt16LE(side, 8);
  const frame = Buffer.from('21f90400010000002c00000000010001000002024401 00'.replace(' ', ''), 'hex');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}

/** A JPEG whose header claims this size. */
async function jpegOf(width: number, height: number): Promise<Buffer> {
  const jpeg = await sharp(makePng(64, 64)).jpeg().toBuffer();
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg.writeUInt16BE(height, at + 5);
  jpeg.writeUInt16BE(width, at + 7);
  return jpeg;
}

/** The boxes of a HEIC photo that contains nothing except its size. */
function heicOf(side: number): Buffer {
  const box = (type: string, ...content: Buffer[]) => {
    const body = Buffer.concat([Buffer.from(type), ...content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length + 4);
    return Buffer.concat([length, body]);
  };
  const size = Buffer.alloc(12);
  size.writeUInt32BE(side, 4);
  size.writeUInt32BE(side, 8);
  const full = Buffer.alloc(4);
  const properties = box(
    'iprp',
    box('ipco', box('ispe', size)),
    box('ipma', full, Buffer.from('000000010001018100', 'hex')),
  );
  return Buffer.concat([
    box('ftyp', Buffer.from('heic\0\0\0\0mif1heic')),
    box('meta', full, box('pitm', full, Buffer.from([0, 1])), properties),
  ]);
}

const svg = (body: string) => `<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`;
const tooLarge = /million pixels, and the limit is 100 million\. Save it with fewer pixels/;
const damaged = /picture is damaged or incomplete\. Save or download it again/;
const noWords = /no words were recognised.*sharper and upright/;

checkEach('pictures', [
  {
    name: 'bomb.png',
    about: '400 million pixels in 50 KB',
    content: () => blackSquare(20_000),
    expected: notRead(tooLarge),
  },
  {
    name: 'claim.png',
    about: 'claims four million million pixels',
    content: () => pngOf(2_147_483_647, 2_147_483_647, [['IDAT', deflateSync(Buffer.alloc(99))]]),
    expected: notRead(damaged),
  },
  {
    name: 'just-below.png',
    about: '99 million pixels',
    content: () => blackSquare(9_949),
    megabytes: 600,
    seconds: 15,
    expected: notRead(/blank|no words|no text/),
  },
  {
    name: 'notes.png',
    about: 'a comment and a colour profile that each expand to 100 MB',
    content: () =>
      pngOf(64, 64, [
        ['iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(swollen(100))])],
        ['zTXt', Buffer.concat([Buffer.from('c\0\0'), deflateSync(swollen(100))])],
        ['IDAT', deflateSync(Buffer.alloc(9 * 64))],
      ]),
    expected: notRead(/blank|no words|no text|damaged/),
  },
  {
    name: 'truncated.png',
    content: () => makePng(800, 800).subarray(0, 1_000),
    expected: notRead(damaged),
  },
  {
    name: 'noise.png',
    about: 'nine million pixels of noise',
    content: () =>
      sharp(randomBytes(9_000_000), { raw: { width: 3_000, height: 3_000, channels: 1 } })
        .png()
        .toBuffer(),
    seconds: 60,
    megabytes: 900,
    expected: notRead(noWords),
  },
  {
    name: 'claim.jpg',
    about: 'claims four thousand million pixels',
    content: () => jpegOf(65_535, 65_535),
    expected: notRead(damaged),
  },
  {
    name: 'truncated.jpg',
    content: async () => (await sharp(makePng(800, 800)).jpeg().toBuffer()).subarray(0, 3_000),
    expected: notRead(damaged),
  },
  {
    name: 'loop.tiff',
    about: 'a list of pages with a cycle',
    content: () =>
      tiffOf([
        { tags: page(64), next: 1 },
        { tags: page(64), next: 0 },
      ]),
    expected: notRead(/damaged|no words|no text/),
  },
  {
    name: 'pages.tiff',
    about: 'fifty thousand pages',
    content: () =>
      tiffOf(
        Array.from({ length: 50_000 }, (_, at) => ({ tags: page(64), next: at === 49_999 ? null : at + 1 })),
      ),
    expected: notRead(/50000 pages, and a run may read 20000|damaged/),
  },
  {
    name: 'claim.tiff',
    about: 'claims two million million pixels',
    content: () => tiffOf([{ tags: page(1_500_000), next: null }]),
    expected: notRead(/million pixels|damaged/),
  },
  {
    name: 'frames.gif',
    about: 'a hundred thousand frames',
    content: () => gifOf(64, 100_000),
    expected: notRead(/./),
  },
  {
    name: 'claim.gif',
    about: 'claims four thousand million pixels',
    content: () => gifOf(65_535, 1),
    expected: notRead(/million pixels|no words/),
  },
  {
    name: 'empty.heic',
    about: 'a photo without content',
    content: () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(100)]),
    expected: notRead(damaged),
  },
  {
    name: 'claim.heic',
    about: 'claims four million million pixels',
    content: () => heicOf(2_000_000),
    expected: notRead(/damaged|million pixels/),
  },
  {
    name: 'lying.webp',
    about: 'claims 16,384 pixels a side in 40 bytes',
    content: () =>
      Buffer.from(
        '524946462000000057454250565038 2014000000300100 9d012aff3fff3f0000000000000000'.replaceAll(' ', ''),
        'hex',
      ),
    expected: notRead(/damaged|million pixels/),
  },
  {
    name: 'laughs.svg',
    content: () =>
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "${'&a;'.repeat(1_000)}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&b;</text></svg>`,
    expected: notRead(/SVG drawing.*Convert it/),
  },
  {
    name: 'scripts.svg',
    about: 'a drawing that runs scripts and fetches files',
    content: () =>
      svg('<script>while(1);</script><image href="file:///etc/passwd"/><use href="http://127.0.0.1:9/"/>'),
    expected: notRead(/SVG drawing/),
  },
  {
    name: 'drawing.png',
    about: 'an SVG drawing with a different extension',
    content: () => svg('<rect width="1e9" height="1e9"/>'),
    expected: notRead(/content is plain text.*get the real file/),
  },
  {
    name: 'page.gif',
    about: 'a web page after the magic bytes of a GIF',
    content: () => 'GIF89a<html><body><script>alert(1)</script></body></html>',
    expected: notRead(damaged),
  },
]);
