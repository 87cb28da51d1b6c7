import { once } from 'node:events';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { pictureOfPage } from '../../gate/engine/load/support/make-photo.ts';
import { makeWav } from '../../gate/engine/load/support/make-sound.ts';
import type { Carrier, Content } from '../../gate/engine/model/support/poisoned-run.ts';
import type { Transcript } from '../../support/model-server/model-server.ts';

export const picture: Carrier = { ending: 'png', make: makePicture };
export const recording: Carrier = { ending: 'wav', make: makeRecording, received };

const harmless = 'The parties keep a register of visitors at the front desk.';
const dotsPerInch = 150;

/** A scanned picture of a page with the paragraphs. */
async function makePicture(content: Content): Promise<Buffer> {
  const { payload } = content;
  const [first = '', second = '', ...others] = spoken(content);
  const document = new PDFDocument({ size: [612, 500], margin: 50 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(document, 'end');
  document.font('Helvetica').fontSize(12).text(first).moveDown(3);
  document
    .fillColor(payload?.placement === 'white' ? 'white' : 'black')
    // A picture cannot contain invisible characters, so these are removed before the text is drawn.
    .text(second.replace(/\p{Cf}/gu, ''))
    .fillColor('black');
  for (const text of others) document.moveDown(3).text(text);
  document.end();
  await ended;
  const page = sharp(await pictureOfPage(Buffer.concat(chunks), 1, dotsPerInch));
  return inMetadata(content)
    ? page
        .withExif({ IFD0: { ImageDescription: payload?.text ?? '', Artist: payload?.text ?? '' } })
        .png()
        .toBuffer()
    : page.png().toBuffer();
}

const secondsEach = 4;

/** A recording whose transcript consists of the paragraphs. A payload for the metadata is in the file itself. */
async function makeRecording(content: Content): Promise<Buffer> {
  const about = inMetadata(content) ? (content.payload?.text ?? '') : (content.payload?.name ?? 'clean');
  return described(makeWav(spoken(content).length * secondsEach), about);
}

function received(content: Content): Transcript {
  const wording = spoken(content);
  return {
    text: wording.join(' '),
    segments: wording.map((text, index) => ({
      start: index * secondsEach,
      end: (index + 1) * secondsEach,
      text,
    })),
  };
}

/** A model receives words in white on white too, although people cannot see them. */
function spoken({ paragraphs, payload }: Content): string[] {
  const [first = '', ...others] = paragraphs;
  const inBody = payload?.placement === 'paragraph' || payload?.placement === 'white';
  return [first, inBody ? payload.text : harmless, ...others];
}

function inMetadata({ payload }: Content): boolean {
  return payload?.placement === 'metadata' || payload?.placement === 'alternative text';
}

/** A WAV file with a comment in its metadata. */
function described(wav: Buffer, comment: string): Buffer {
  const text = Buffer.from(`${comment}\0${comment.length % 2 === 0 ? '\0' : ''}`);
  const head = Buffer.alloc(20);
  head.write('LIST', 0);
  head.writeUInt32LE(12 + text.length, 4);
  head.write('INFOICMT', 8);
  head.writeUInt32LE(text.length, 16);
  const whole = Buffer.concat([wav, head, text]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
