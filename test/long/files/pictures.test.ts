import { readFileSync } from 'node:fs';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { ReadFailure } from '../../../engine/model/errors.ts';
import type { Box } from '../../../engine/model/locator.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { loadPath, pageText, placeOf, testFolder } from '../../gate/engine/load/support/load-file.ts';
import { makePdf } from '../../gate/engine/load/support/make-pdf.ts';
import { pictureOf, withScans } from '../../gate/engine/load/support/make-photo.ts';
import { claimingSize, makePng } from '../../gate/engine/load/support/make-png.ts';

const folder = testFolder();
let picture: Buffer;
let upright: SourceText;
const phrase = 'within twenty-four hours';
const sentences = [
  'The supplier shall report every incident to the customer',
  `${phrase} after it has become aware of the incident,`,
  'and shall name a person who answers questions about it.',
  'Either party may end this agreement with ninety days notice.',
];

beforeAll(async () => {
  picture = await pictureOf(
    sentences.map((text, at) => ({ text, y: 450 - at * 20, size: 14 })),
    120,
  );
  upright = await load('upright.png', picture);
});

async function load(name: string, content: Promise<Buffer> | Buffer): Promise<SourceText> {
  return loadPath(folder.write(name, await content));
}

/** The box of a phrase, as in the locator that cites the phrase. */
function boxOf(content: SourceText, words: string): Box {
  const locator = placeOf(content, words);
  if (locator.kind !== 'region') throw new Error(`expected a region, not ${locator.kind}`);
  return locator.box;
}

/** The number of the paragraph of the camera's metadata that contains the words. */
function noteAt(content: SourceText, words: string): number {
  const locator = placeOf(content, words);
  if (locator.kind !== 'section') throw new Error(`expected a paragraph, not ${locator.kind}`);
  expect(locator.heading).toBe('Notes of the camera (EXIF)');
  return locator.paragraph;
}

const turned = (degrees: number) => sharp(picture).rotate(degrees);

describe('a picture', () => {
  it.each<[string, string, (all: Sharp) => Sharp]>([
    ['JPEG', 'image/jpeg', (all) => all.jpeg({ quality: 80 })],
    ['WebP', 'image/webp', (all) => all.webp()],
    ['AVIF', 'image/avif', (all) => all.avif({ effort: 0 })],
  ])('is recognised as %s by its content, and cited by region', async (kind, mediaType, save) => {
    const content = await load(`photo.${kind.toLowerCase()}`, save(sharp(picture)).toBuffer());
    expect(content).toMatchObject({ mediaType, method: 'ocr', pages: 1, unread: [] });
    expect(content.text.trim().split('\n')).toEqual(sentences);
    const box = boxOf(content, phrase);
    // The line is 430 of 792 points above the bottom of the page, and begins 72 of 612 points from the left.
    expect(box.x).toBeCloseTo(72 / 612, 2);
    expect(box.y + box.height).toBeCloseTo(1 - 430 / 792, 1);
    expect(box.width).toBeGreaterThan(0.15);
    expect(box.height).toBeLessThan(0.04);
  });

  it('is read upright if the camera stored it rotated, with regions as displayed', async () => {
    const tagged = await load('tagged.jpg', turned(270).withMetadata({ orientation: 6 }).jpeg().toBuffer());
    expect(tagged.text).toBe(
      `${upright.text}\nThe camera noted that the picture is upright when turned by 90 degrees clockwise.\n`,
    );
    const [one, other] = [boxOf(upright, phrase), boxOf(tagged, phrase)];
    expect(other.x).toBeCloseTo(one.x, 2);
    expect(other.y).toBeCloseTo(one.y, 2);
  });

  it('in HEIC format from a phone is read upright, with the time and place that the camera recorded', async () => {
    const photo = readFileSync(new URL('./samples/phone.heic', import.meta.url));
    const content = await load('phone.heic', photo);
    expect(content).toMatchObject({ mediaType: 'image/heic', method: 'ocr', pages: 1, unread: [] });
    expect(content.text.split('\n').slice(0, 2)).toEqual([
      'The meter was read by the tenant',
      'before the keys were returned.',
    ]);
    // The photo is stored rotated, 160 pixels wide, and displayed 560 pixels wide.
    expect(boxOf(content, 'The meter was').width).toBeGreaterThan(0.3);
    expect(noteAt(content, 'on 14 March 2026 at 10:22:05 (2026-03-14, UTC+01:00)')).toBe(1);
    expect(noteAt(content, 'at latitude 52.520000, longitude 13.405000')).toBe(2);
    expect(noteAt(content, 'Proviso Test Camera')).toBe(3);
    await expect(load('cut.heic', photo.subarray(0, photo.length / 2))).rejects.toMatchObject({
      code: 'damaged',
    });
    const wide = Buffer.from(photo);
    const [size, width] = [wide.indexOf('ispe'), Buffer.from([0, 1, 0x86, 0xa0])];
    width.copy(wide, size + 8);
    width.copy(wide, size + 12);
    await expect(load('huge.heic', wide)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('is read, with a warning, if its camera metadata is damaged', async () => {
    const photo = readFileSync(new URL('./samples/phone.heic', import.meta.url));
    photo.write('XX', photo.indexOf('II*\0'));
    const content = await load('damaged-notes.heic', photo);
    expect(content.text).toMatch(/keys were returned\.\n$/);
    expect(content.unread).toEqual([
      { where: 'Notes of the camera (EXIF)', reason: expect.stringContaining('damaged') },
    ]);
  });

  it.each([90, 270] as const)(
    'is read if it is rotated by %i degrees, with regions as displayed',
    async (by) => {
      const shown = boxOf(upright, phrase);
      const content = await load(`turned-${by}.png`, turned(by).png().toBuffer());
      expect(content.text.trim().split('\n')).toEqual(sentences);
      const { x, y, width, height } = boxOf(content, phrase);
      const middle = { x: x + width / 2, y: y + height / 2 };
      const from = { x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 };
      const expected = {
        90: { x: 1 - from.y, y: from.x },
        270: { x: from.y, y: 1 - from.x },
      }[by];
      expect(middle.x).toBeCloseTo(expected.x, 1);
      expect(middle.y).toBeCloseTo(expected.y, 1);
    },
  );

  it('is read page by page if it has several pages', async () => {
    const second = await pictureOf([
      { text: 'The annex holds the prices of all services.', y: 500, size: 14 },
    ]);
    const tiff = sharp([picture, second], { join: { animated: true } }).tiff();
    const content = await load('two.tiff', tiff.toBuffer());
    expect(content.pages).toBe(2);
    const start = content.text.indexOf('annex');
    expect(locatorAt(content, { start, end: start + 5 })).toMatchObject({ kind: 'region', page: 2 });
  });

  it('counts as not read, with the reason, if it has no words', async () => {
    const failure = await load('photo.png', Buffer.from(makePng(600, 400))).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ReadFailure);
    expect(failure).toMatchObject({ code: 'no_text', message: expect.stringMatching(/no words/) });
  });

  it('is read by its first frame only if it is animated, and the rest is reported as unread', async () => {
    const blank = await sharp(picture).negate().png().toBuffer();
    const content = await load(
      'moving.gif',
      sharp([picture, blank], { join: { animated: true } })
        .gif()
        .toBuffer(),
    );
    expect(content.text).toContain(sentences[0]);
    expect(content.unread).toEqual([{ where: 'frames 2 to 2', reason: 'only the first is read' }]);
  });

  it('is refused before it is expanded if it has 400 million pixels, and reported as damaged if it is cut off', async () => {
    await expect(load('huge.png', Buffer.from(claimingSize(makePng(8, 8), 20_000)))).rejects.toMatchObject({
      code: 'too_large',
    });
    const jpeg = await sharp(picture).jpeg().toBuffer();
    await expect(load('cut.jpg', jpeg.subarray(0, jpeg.length / 2))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

describe('a PDF with pages of text and scanned pages', () => {
  it('has the text of its scanned pages recognised, and all pages keep their numbers', async () => {
    const text = await makePdf(
      ['first', 'third'].map((word) => [{ text: `The ${word} page has words.`, y: 700 }]),
    );
    const content = await load('mixed.pdf', Buffer.from(await withScans(text, { 2: picture })));
    expect(content).toMatchObject({ pages: 3, unread: [] });
    expect(pageText(content, 1)).toBe('The first page has words.\n');
    expect(pageText(content, 3)).toBe('The third page has words.\n');
    const start = content.text.indexOf(phrase);
    expect(locatorAt(content, { start, end: start + phrase.length })).toMatchObject({
      kind: 'region',
      page: 2,
    });
  });
});
