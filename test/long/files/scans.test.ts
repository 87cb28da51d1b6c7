import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { loadPath } from '../../gate/engine/load/support/load-file.ts';
import { pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { agreement, recall } from '../../support/words.ts';
import { makeFolder } from '../support/folder.ts';
import { distil, writtenByGhostscript } from '../support/made-pdfs.ts';
import { placedWords, recognisedWords, shareInPlace, textOn } from '../support/places.ts';
import { areHere, run } from '../support/programs.ts';

const folder = makeFolder();
const programs = areHere('pdftotext', 'gs', 'convert');
/** The minimum share of the words of a page that must be recognised on a scan with 200 dots per inch. */
const recognised = 0.95;

let pdf: string;
let pages: string[];
let scan: string;

beforeAll(async () => {
  if (!programs) return;
  pdf = (await writtenByGhostscript(folder))[0] ?? '';
  pages = pagesOfPdftotext(pdf);
  scan = folder.path('scan.png');
  await run('gs', ['-q', '-sDEVICE=pnggray', '-r200', '-dTextAlphaBits=4', '-dLastPage=1', '-o', scan, pdf]);
});
afterAll(() => {
  closeLoading();
  folder.remove();
});

async function saved(name: string, ...options: string[]): Promise<string> {
  await run('convert', [scan, ...options, folder.path(name)]);
  return folder.path(name);
}

describe.skipIf(!programs)('a scan of a page of text, saved by ImageMagick', () => {
  it.each<[string, string, string[]]>([
    ['PNG', 'a.png', []],
    ['JPEG', 'a.jpg', ['-quality', '85']],
    ['WebP', 'a.webp', ['-quality', '85']],
    ['TIFF with fax compression', 'a.tiff', ['-monochrome', '-compress', 'Group4']],
    ['GIF', 'a.gif', []],
    [
      'JPEG of a grey and noisy page',
      'grey.jpg',
      ['+level', '10%,85%', '-attenuate', '0.2', '+noise', 'Gaussian'],
    ],
    ['PNG rotated by one degree', 'askew.png', ['-background', 'white', '-rotate', '1']],
    ['JPEG rotated by 90 degrees', 'side.jpg', ['-rotate', '90']],
    ['PNG rotated by 180 degrees', 'head.png', ['-rotate', '180']],
  ])('is recognised: %s', async (_, name, options) => {
    const content = await loadPath(await saved(name, ...options));
    expect(recall(pages[0] ?? '', content.text)).toBeGreaterThanOrEqual(recognised);
    expect(content).toMatchObject({ method: 'ocr', pages: 1, unread: [] });
  });

  it('is cited by regions at the positions that pdftotext reports for the words of the original page', async () => {
    const content = await loadPath(await saved('places.png'));
    const share = shareInPlace(await placedWords(pdf, 1), recognisedWords(content), 0.01);
    expect(share).toBeGreaterThanOrEqual(0.98);
  });
});

describe.skipIf(!programs)('a PDF of scanned pages', () => {
  it('keeps the number of every page if there are pages of text in between', async () => {
    const pictures = folder.path('pictures.pdf');
    await run('gs', [
      '-q',
      '-sDEVICE=pdfimage8',
      '-r200',
      '-dTextAlphaBits=4',
      '-dLastPage=2',
      '-o',
      pictures,
      pdf,
    ]);
    const lastTwo = await distil(folder, 'last-two.pdf', [`-dFirstPage=${pages.length - 1}`], pdf);
    const mixed = await distil(folder, 'mixed.pdf', [], lastTwo, pictures, lastTwo);
    const content = await loadPath(mixed);
    const [first = '', second = ''] = pages;
    const [third = '', fourth = ''] = pages.slice(-2);
    const expected = [third, fourth, first, second, third, fourth];
    expect(content.pages).toBe(expected.length);
    for (const [index, page] of expected.entries()) {
      const floor = index === 2 || index === 3 ? recognised : 0.98;
      expect(agreement(page, textOn(content, index + 1)), `page ${index + 1}`).toBeGreaterThanOrEqual(floor);
    }
    const scanned = content.ranges.flatMap(({ locator }) =>
      locator.kind === 'region' ? [locator.page] : [],
    );
    expect([...new Set(scanned)]).toEqual([3, 4]);
  });
});
