import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeLoading } from '../../../engine/load/load-source.ts';
import { loadPath, pageText } from '../../gate/engine/load/support/load-file.ts';
import { pagesOfPdftotext } from '../../gate/engine/load/support/pdftotext.ts';
import { sharedPath } from '../../support/shared.ts';
import { agreement } from '../../support/words.ts';
import { makeFolder } from '../support/folder.ts';
import { distil, printedByChromium, savedByOffice, writtenByGhostscript } from '../support/made-pdfs.ts';
import { areHere } from '../support/programs.ts';

const folder = makeFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

/** The minimum share of words that Proviso and pdftotext must have in common on a page. */
const agreed = 0.98;
const realFiles = [...pdfsIn('samples'), ...pdfsIn('eval/financebench/pdfs')];
const compares = areHere('pdftotext');

/**
 * Reads a PDF with both programs and compares every page. The page numbers must be equal too, because reviewers look
 * for a quote by its page. `known` lists pages that differ for a known reason, each with its own minimum share.
 */
async function expectAgreement(path: string, known: Record<number, number> = {}): Promise<void> {
  const theirs = pagesOfPdftotext(path);
  const content = await loadPath(path);
  expect(content.pages).toBe(theirs.length);
  expect(content.unread).toEqual([]);
  const short = theirs.flatMap((page, index) => {
    const share = agreement(page, pageText(content, index + 1));
    return share < (known[index + 1] ?? agreed) ? [`page ${index + 1}: ${share.toFixed(3)}`] : [];
  });
  expect(short).toEqual([]);
}

describe.skipIf(!compares || !areHere('soffice'))('a PDF saved by LibreOffice', () => {
  let paths: string[];
  beforeAll(async () => {
    paths = await savedByOffice(folder);
  });
  it.each([
    ['a contract with a table and a footnote', 0],
    ['a document with two columns', 1],
    ['a spreadsheet', 2],
    ['a presentation', 3],
  ])('has the same words on the same pages as pdftotext reads: %s', async (_, at) => {
    await expectAgreement(paths[at] ?? '');
  });
});

describe.skipIf(!compares || !areHere('chromium'))('a page printed by Chromium', () => {
  let paths: string[];
  beforeAll(async () => {
    paths = await printedByChromium(folder);
  });
  it.each([
    ['plain', 0],
    ['in two columns', 1],
    ['in landscape', 2],
  ])('has the same words on the same pages as pdftotext reads: %s', async (_, at) => {
    await expectAgreement(paths[at] ?? '');
  });
});

describe.skipIf(!compares || !areHere('gs'))('a PDF written by Ghostscript', () => {
  let paths: string[];
  beforeAll(async () => {
    paths = await writtenByGhostscript(folder);
  });
  it.each([
    ['from PostScript', 0],
    ['on rotated pages', 1],
    ['in PDF 1.3', 2],
    ['linearised for the web', 3],
    ['merged from two PDFs', 4],
    ['protected with an owner password only', 5],
  ])('has the same words on the same pages as pdftotext reads: %s', async (_, at) => {
    await expectAgreement(paths[at] ?? '');
  });

  it('is refused with that reason if it requires a password', async () => {
    const locks = ['-sOwnerPassword=owner', '-sUserPassword=user', '-dEncryptionR=3', '-dKeyLength=128'];
    const locked = await distil(folder, 'locked.pdf', locks, paths[0] ?? '');
    await expect(loadPath(locked)).rejects.toMatchObject({ code: 'encrypted' });
  });
});

describe.skipIf(!compares || realFiles.length === 0)('a real PDF', () => {
  it.each(realFiles.map((path) => [basename(path), path]))(
    'has the same words on the same pages as pdftotext reads: %s',
    async (name, path) => {
      await expectAgreement(path, short[name]);
    },
  );
});

describe.skipIf(!compares || !areHere('gs') || realFiles.length === 0)(
  'a real PDF that Ghostscript has rewritten',
  () => {
    it.each(realFiles.slice(0, 2).map((path) => [basename(path), path]))(
      'has the same words on the same pages as pdftotext reads: %s',
      async (name, path) => {
        await expectAgreement(await distil(folder, `again-${name}`, [], path), short[name]);
      },
    );
  },
);

const boeing = realFiles.find((path) => basename(path) === 'BOEING_2022_10K.pdf');
describe.skipIf(boeing === undefined)('a number that a PDF draws in two parts', () => {
  it('is read as one number on one line', async () => {
    const { text } = await loadPath(boeing ?? '');
    expect(text).toMatch(/^2\.11 BSS Plan/m);
    expect(text).toMatch(/^10\.11 Recovery of P/m);
  });
});

/** Pages on which the programs differ, with a lower minimum share for each and the reason. */
const short: Record<string, Record<number, number>> = {
  // pdftotext joins separate words on the cover: "recommendationsof petermell".
  'NIST.SP.800-145.pdf': { 1: 0.79 },
  // pdftotext joins a raised "TM" to the word before it, so these words differ.
  'ACTIVISIONBLIZZARD_2019_10K.pdf': { 32: 0.979 },
  // pdftotext joins a raised ending to its number: "1st" instead of "1 st".
  'ULTABEAUTY_2023Q4_EARNINGS.pdf': { 9: 0.97 },
};

function pdfsIn(shared: string): string[] {
  const path = sharedPath(shared);
  if (path === null) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith('.pdf'))
    .map((name) => join(path, name));
}
