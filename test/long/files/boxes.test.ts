import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { sharedPath } from '../../support/shared.ts';
import { makeFolder } from '../support/folder.ts';
import {
  croppedAndTurned,
  printedByChromium,
  savedByOffice,
  writtenByGhostscript,
} from '../support/made-pdfs.ts';
import { placedWords } from '../support/places.ts';
import { areHere, run } from '../support/programs.ts';
import { type Drawn, drawn, quotesOf } from '../support/quoted.ts';

const folder = makeFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

/** The minimum share of the quoted words that must be in a box of their own quote. */
const boxed = 0.95;
const compares = areHere('pdftotext', 'pdfinfo');

/**
 * Compares the boxes of all text on these pages with the positions of the words according to pdftotext, which reads the
 * file at `as`.
 */
async function drawnOn(
  path: string,
  pages: readonly number[],
  as = path,
): Promise<Drawn & { quoted: number }> {
  const quotes = await quotesOf(path, pages);
  const sum = { words: 0, boxed: 0, foreign: 0, boxes: 0, astray: 0, quoted: quotes.length };
  for (const page of pages) {
    const onPage = quotes.filter((quote) => quote.page === page);
    const one = drawn(onPage, await placedWords(as, page));
    for (const key of ['words', 'boxed', 'foreign', 'boxes', 'astray'] as const) sum[key] += one[key];
  }
  return sum;
}

/** `fewestWords` is the minimum number of compared words, so that no test passes because it has no quotes. */
function expectInPlace(found: Drawn, fewestWords: number): void {
  if (process.env.SHOW) process.stderr.write(JSON.stringify(found));
  expect(found.words).toBeGreaterThanOrEqual(fewestWords);
  expect(found.boxed / found.words).toBeGreaterThanOrEqual(boxed);
  expect(found).toMatchObject({ foreign: 0, astray: 0 });
}

describe.skipIf(!compares || !areHere('gs'))('the boxes of quotes from a PDF that Ghostscript wrote', () => {
  it('cover the words of upright pages and of a rotated page, of which only a part is displayed', async () => {
    const cropped = await croppedAndTurned(folder);
    expectInPlace(await drawnOn(cropped, [1]), 100);
    expectInPlace(await drawnOn(cropped, [2]), 100);
    expectInPlace(await drawnOn(cropped, [3]), 100);
  });

  it('cover the words of a page that is rotated by 90 degrees', async () => {
    const [, turned = ''] = await writtenByGhostscript(folder);
    expectInPlace(await drawnOn(turned, [1, 2]), 300);
  });

  it('cover the words of a scanned page', async () => {
    const [plain = ''] = await writtenByGhostscript(folder);
    const scan = folder.path('scan.pdf');
    const options = ['-sDEVICE=pdfimage8', '-r200', '-dTextAlphaBits=4', '-dLastPage=1'];
    await run('gs', ['-q', ...options, '-o', scan, plain]);
    expectInPlace(await drawnOn(scan, [1], plain), 150);
  });
});

describe.skipIf(!compares || !areHere('soffice'))(
  'the boxes of quotes from a PDF that LibreOffice saved',
  () => {
    it('cover the words, also in two columns', async () => {
      const [contract = '', columns = ''] = await savedByOffice(folder);
      expectInPlace(await drawnOn(contract, [1, 2]), 300);
      expectInPlace(await drawnOn(columns, [1]), 200);
    });
  },
);

describe.skipIf(!compares || !areHere('chromium'))(
  'the boxes of quotes from a page that Chromium printed',
  () => {
    it('cover the words, in columns and on landscape pages', async () => {
      for (const path of await printedByChromium(folder)) expectInPlace(await drawnOn(path, [1]), 200);
    });
  },
);

const filings = sharedPath('eval/financebench/pdfs');
describe.skipIf(!compares || filings === null)('the boxes of quotes from a filing', () => {
  it('cover the words, also in tables', async () => {
    const path = join(filings ?? '', 'ACTIVISIONBLIZZARD_2019_10K.pdf');
    expectInPlace(await drawnOn(path, [3, 20, 32, 60, 90]), 1_000);
  });
});
