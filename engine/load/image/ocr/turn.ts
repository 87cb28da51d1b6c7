import { type GreyPicture, packed, worked } from './grey-picture.ts';
import { meanConfidence, recognise, wordsOf } from './recogniser.ts';

/** By how many degrees clockwise a picture is rotated before recognition. */
export type Turn = 0 | 90 | 180 | 270;

const turns: readonly Turn[] = [90, 180, 270];
/** The mean confidence from which words count as upright. Measured on crops of pages: upright 87, rotated 42 to 45. */
const uprightConfidence = 70;
/** With fewer words, a direction may seem right by chance. */
const fewestWords = 4;
const cropShare = 0.5;
const largestCrop = 1_000;

/**
 * How far a picture must be rotated for its words to be upright; 0 without evidence. Only a square from the middle is
 * recognised, because recognising a whole page on its side takes many times as long as an upright page.
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

/** The picture rotated clockwise. */
export async function turned(picture: GreyPicture, turn: Turn): Promise<GreyPicture> {
  if (turn === 0) return picture;
  const { data, info } = await worked(picture)
    .rotate(turn)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

async function middleOf(picture: GreyPicture): Promise<GreyPicture> {
  const { width, height } = picture;
  const side = Math.min(
    largestCrop,
    Math.max(Math.min(width, height, 400), Math.round(Math.min(width, height) * cropShare)),
  );
  const left = Math.floor((width - side) / 2);
  const top = Math.floor((height - side) / 2);
  const crop = worked(picture).extract({ left, top, width: side, height: side }).greyscale().raw();
  return { data: await crop.toBuffer(), width: side, height: side };
}

/**
 * The number of recognised words, or 0 if their mean confidence is too low. Single characters do not count as words.
 */
async function clearWords(picture: GreyPicture, turn: Turn): Promise<number> {
  const lines = await recognise(await packed(worked(await turned(picture, turn))));
  const words = wordsOf(lines).filter(({ text }) => /[\p{L}\p{N}]{2}/u.test(text));
  return meanConfidence(words) < uprightConfidence ? 0 : words.length;
}
