import { offer } from '../../sandbox/offer.ts';
import { type Mark, redlineWord } from '../redline-word.ts';
import type { By } from '../tracked-changes.ts';

const offered = {
  begin(): void {},

  /** Does what `redlineWord` does, and returns the bytes in Base64. */
  async redline(
    path: string,
    marks: readonly Mark[],
    by: By,
    mostCharacters: number,
  ): Promise<{ base64: string; refused: (string | null)[] }> {
    const { bytes, refused } = await redlineWord(path, marks, by, mostCharacters);
    return { base64: Buffer.from(bytes).toString('base64'), refused };
  },
};

export type RedlineChild = typeof offered;

offer(offered);
