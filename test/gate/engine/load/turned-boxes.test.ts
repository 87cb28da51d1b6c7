import { expect, it } from 'vitest';
import type { GreyPicture } from '../../../../engine/load/image/ocr/grey-picture.ts';
import { asShown } from '../../../../engine/load/image/ocr/read-picture.ts';
import { turned } from '../../../../engine/load/image/ocr/turn.ts';

const [width, height] = [200, 100];
/** A black word, in pixels, on a white page. */
const word = { left: 20, top: 10, right: 80, bottom: 22 };

function page(): GreyPicture {
  const data = Buffer.alloc(width * height, 255);
  for (let y = word.top; y < word.bottom; y += 1) data.fill(0, y * width + word.left, y * width + word.right);
  return { data, width, height };
}

/** The smallest box around the black pixels. */
function blackBox({ data, width: across }: GreyPicture): typeof word {
  const black = [...data].flatMap((grey, at) => (grey < 128 ? [[at % across, Math.floor(at / across)]] : []));
  const columns = black.map(([x = 0]) => x);
  const rows = black.map(([, y = 0]) => y);
  return {
    ...{ left: Math.min(...columns), right: Math.max(...columns) + 1 },
    ...{ top: Math.min(...rows), bottom: Math.max(...rows) + 1 },
  };
}

it.each([0, 90, 180, 270] as const)(
  'the box of a word is where the word is on the page as displayed, if it is read after a turn by %d degrees',
  async (turn) => {
    const upright = await turned(page(), turn);
    const box = asShown(blackBox(upright), upright, turn);
    expect(box.x).toBeCloseTo(word.left / width, 3);
    expect(box.y).toBeCloseTo(word.top / height, 3);
    expect(box.width).toBeCloseTo((word.right - word.left) / width, 3);
    expect(box.height).toBeCloseTo((word.bottom - word.top) / height, 3);
  },
);
