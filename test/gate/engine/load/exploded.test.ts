import { describe, expect, it } from 'vitest';
import { isExploded, rereadPage } from '../../../../engine/load/pdf/boxes/exploded.ts';
import { testFolder } from './support/load-file.ts';
import { makePdf } from './support/make-pdf.ts';

const folder = testFolder();

describe('a page of single letters, as some PDFs are extracted,', () => {
  it.each([
    ['single letters', 'T h e s u p p l i e r a n s w e r s within four hours', true],
    ['plain words', 'The supplier answers within four hours of each call, as it is agreed', false],
    ['a table of crosses', 'Theft x Duplication x x Eavesdropping x Phishing x Guessing - x Capture', false],
    ['a table of figures', 'Sales 1 2 3 4 5 6 7 8 9 $ $ $ Costs 1 2 3 4 5 6', false],
    ['too few letters to tell', 'A B C', false],
  ])('is recognised by the share of single letters: %s', (_, text, exploded) => {
    expect(isExploded(text)).toBe(exploded);
  });

  it('is read again with a different parser, without reading the other pages again', async () => {
    const path = folder.write(
      'two.pdf',
      await makePdf([
        [{ text: 'First page.', y: 700 }],
        [
          { text: 'The supplier answers', y: 700 },
          { text: 'within four hours.', y: 680 },
        ],
      ]),
    );
    expect((await rereadPage(path, 2)).trim()).toBe('The supplier answers\nwithin four hours.');
  });
});
