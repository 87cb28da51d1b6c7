import { type GreyPicture, greyOf, packed, worked } from './grey-picture.ts';
import { meanConfidence, recognise, wordsOf } from './recogniser.ts';

/** By how many degrees clockwise a picture is rotated before recognition. */
export type Turn = 0 | 90 | 180 | 270;

const turns: readonly Turn[] = [90, 180, 270];
/**
 * Words with at least this mean confidence count as upright. Measured on crops of pages: 87 for upright words, 42 to 45
 * for rotated words.
 */
const uprightConfidence = 70;
/**
 * A picture is turned only if at least this many words are recognised after the turn, because with fewer words a wrong
 * direction can seem right by chance.
 */
const fewestWords = 4;
const cropShare = 0.5;
const largestCrop = 1_000;

/**
 * How far a picture must be rotated for its words to be upright; 0 if too few words are recognised in every direction.
 * Only a square from the middle of the picture is recognised, because a whole page on its side takes many times longer
 * than an upright page.
 */
export async function uprightTurn(picture: GreyPicture): Promise<Turn> {
  const crop = await middleOf(picture);
  if ((await clearWords(crop, 0)) >= fewestWords) return 0;
  let best: { turn: Turn; words: number } = { turn: 0, words: fewestWords - 1 };
  for (const turn of turns) {
    const words = await clearWords(crop, turn);
    if (words > best.words) best = { turn, words };
  }
  return best.turn;
}

/** The picture, rotated clockwise by `turn` degrees. */
export async function turned(picture: GreyPicture, turn: Turn): Promise<GreyPicture> {
  return turn === 0 ? picture : greyOf(worked(picture).rotate(turn));
}

async function middleOf(picture: GreyPicture): Promise<GreyPicture> {
  const { width, height } = picture;
  const side = Math.min(
    largestCrop,
    Math.max(Math.min(width, height, 400), Math.round(Math.min(width, height) * cropShare)),
  );
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  return greyOf(worked(picture).extract({ left, top, width: side, height: side }));
}

/**
 * The number of words recognised after the picture is rotated by `turn`; 0 if their mean confidence is too low. Single
 * characters do not count as words.
 */
async function clearWords(picture: GreyPicture, turn: Turn): Promise<number> {
  const lines = await recognise(await packed(worked(await turned(picture, turn))));
  const words = wordsOf(lines).filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
  return meanConfidence(words) < uprightConfidence ? 0 : words.length;
}
