import { type Box, boxFraction } from '../../../model/locator.ts';
import { type MarginLine, noWords, type PlaceInPart } from '../../part.ts';
import { type GreyPicture, packed, worked } from './grey-picture.ts';
import { meanConfidence, recognise, type SeenLine, type SeenWord, wordsOf } from './recogniser.ts';
import { type Turn, turned, uprightTurn } from './turn.ts';

/** The recognised text of one picture. `places` are the words, each with its box and confidence. */
export type PictureText = {
  text: string;
  places: PlaceInPart[];
  marginLines: MarginLine[];
  /** Mean of the words' confidences, 0 to 100. */
  confidence: number;
  /** Why the picture counts as unread; null if it was read or is blank. */
  unread: string | null;
};

/**
 * A word with at least this confidence counts as readable; a word with a lower confidence is as likely wrong as right.
 * Measured: the confidence of noise reaches 38, and the confidence of words in a photo at 90 dpi reaches 76.
 */
const readableConfidence = 60;
/**
 * A picture counts as unread if the share of readable words among its words is lower than this. In a table of contents,
 * half of the recognised "words" are dotted lines; in a photo without text, nearly all of them are noise.
 */
const readableShare = 0.4;
/**
 * A small picture whose words have a lower mean confidence than this is recognised again at twice its size. Measured on
 * a page at 90 dpi: the second attempt raised the share of recognised words from .81 to .97.
 */
const goodConfidence = 85;
/**
 * Only pictures with at most this many pixels are recognised again at twice their size. Ordinary scans have more
 * pixels.
 */
const smallPixels = 2_500_000;
/**
 * A picture is blank if the standard deviation of its grey levels is lower than this: blank paper with shadows and
 * noise varies less; paper with a single line of print varies more.
 */
const blankDeviation = 3;
/** The share of a page's height, at the top and at the bottom, that counts as a margin. */
const marginShare = 0.14;

/**
 * Recognises the words of a picture, whether upright or rotated. `page`, unless undefined, becomes part of the words'
 * locators.
 */
export async function readPicture(picture: GreyPicture, page: number | undefined): Promise<PictureText> {
  const { channels } = await worked(picture).stats();
  if ((channels[0]?.stdev ?? 0) < blankDeviation) return nothing(null);
  const turn = await uprightTurn(picture);
  const upright = await turned(picture, turn);
  const first = await recognised(upright, 1);
  const again =
    upright.width * upright.height <= smallPixels && meanConfidence(wordsOf(first)) < goodConfidence
      ? await recognised(upright, 2)
      : [];
  const lines = meanConfidence(wordsOf(again)) > meanConfidence(wordsOf(first)) ? again : first;
  return textOf(lines, upright, turn, page);
}

async function recognised(picture: GreyPicture, scale: number): Promise<SeenLine[]> {
  const { width, height } = picture;
  const sized = scale === 1 ? worked(picture) : worked(picture).resize(width * scale, height * scale);
  const lines = await recognise(await packed(sized));
  const shrink = ({ left, top, right, bottom }: SeenWord['box']) => ({
    left: left / scale,
    top: top / scale,
    right: right / scale,
    bottom: bottom / scale,
  });
  return lines.map(({ words, opens }) => ({
    opens,
    words: words.map((word) => ({ ...word, box: shrink(word.box) })),
  }));
}

function textOf(lines: SeenLine[], upright: GreyPicture, turn: Turn, page: number | undefined): PictureText {
  const words = wordsOf(lines);
  const readable = words.filter(({ confidence }) => confidence >= readableConfidence);
  const confidence = Math.round(meanConfidence(words) * 10) / 10;
  if (words.length === 0) return nothing(noWords);
  if (readable.length < words.length * readableShare) {
    return nothing(`a picture whose words can't be recognised reliably (confidence ${confidence} of 100)`);
  }
  const read: PictureText = { text: '', places: [], marginLines: [], confidence, unread: null };
  for (const [index, { words: inLine, opens }] of lines.entries()) {
    if (opens && index > 0) read.text += '\n';
    const start = read.text.length;
    for (const [at, word] of inLine.entries()) {
      const from = read.text.length;
      read.text += `${word.text}${at === inLine.length - 1 ? '\n' : ' '}`;
      const box = asShown(word.box, upright, turn);
      read.places.push({
        start: from,
        end: read.text.length,
        locator: { kind: 'region', ...(page === undefined ? {} : { page }), box },
        confidence: Math.round(word.confidence),
      });
    }
    const y = middleOf(inLine) / upright.height;
    const margin = y < marginShare ? 'top' : y > 1 - marginShare ? 'bottom' : null;
    if (margin !== null) read.marginLines.push({ start, end: read.text.length - 1, y, margin });
  }
  return read;
}

function nothing(unread: string | null): PictureText {
  return { text: '\n', places: [], marginLines: [], confidence: 0, unread };
}

function middleOf(words: SeenWord[]): number {
  return words.reduce((sum, { box }) => sum + (box.top + box.bottom) / 2, 0) / Math.max(1, words.length);
}

/** Converts a box in pixels of the upright picture to fractions of the picture as displayed. */
export function asShown(
  { left, top, right, bottom }: SeenWord['box'],
  upright: GreyPicture,
  turn: Turn,
): Box {
  const x = clamped(left / upright.width);
  const y = clamped(top / upright.height);
  const width = clamped(right / upright.width) - x;
  const height = clamped(bottom / upright.height) - y;
  const boxes: Record<Turn, Box> = {
    0: { x, y, width, height },
    90: { x: y, y: 1 - x - width, width: height, height: width },
    180: { x: 1 - x - width, y: 1 - y - height, width, height },
    270: { x: 1 - y - height, y: x, width: height, height: width },
  };
  const box = boxes[turn];
  return { x: rounded(box.x), y: rounded(box.y), width: rounded(box.width), height: rounded(box.height) };
}

function clamped(fraction: number): number {
  return Math.min(1, Math.max(0, fraction));
}

function rounded(fraction: number): number {
  return boxFraction(clamped(fraction));
}
