import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { defaultLimits } from '../../../engine/job.ts';
import { makeZip } from '../../gate/engine/load/support/make-zip.ts';
import { manyPages, onePagePdf, paper, rawPdf, shows } from '../../support/hostile/pdf.ts';
import { lastSentence } from '../../support/long-texts.ts';
import { checkEach, notRead, read } from './support/check-each.ts';

const good = () => onePagePdf(shows(lastSentence)).toString('latin1');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** A page tree whose only leaf is at this depth. */
function deepTree(depth: number): Buffer {
  const levels = Array.from({ length: depth }, (_, at) => `<</Type/Pages/Count 1/Kids[${at + 3} 0 R]>>`);
  return rawPdf([
    '<</Type/Catalog/Pages 2 0 R>>',
    ...levels,
    `<</Type/Page/Parent ${depth + 1} 0 R${paper}>>`,
  ]);
}

/** A cross-reference stream (ISO 32000-2, 7.5.8) that claims this many objects. */
function claimedObjects(size: number): Buffer {
  const rows = deflateSync(Buffer.alloc(5 * 1024 * 1024));
  const head = latin1(
    `%PDF-1.7\n1 0 obj<</Type/XRef/Size ${size}/W[1 2 1]/Root 1 0 R/Filter/FlateDecode/Length ${rows.length}>>stream\n`,
  );
  return Buffer.concat([head, rows, latin1('\nendstream endobj\nstartxref\n9\n%%EOF\n')]);
}

checkEach('the structure of a PDF', [
  {
    name: 'pages.pdf',
    about: 'one page more than a run can read',
    content: () => manyPages(defaultLimits.pages + 1),
    expected: notRead(/20001 pages, and a run may read 20000\. Split the file/),
  },
  {
    name: 'million-pages.pdf',
    megabytes: 600,
    content: () => manyPages(1_000_000),
    expected: notRead(/1000000 pages, and a run may read 20000/),
  },
  {
    name: 'empty-pages.pdf',
    about: 'as many pages as a run can read, all of them blank',
    content: () => manyPages(defaultLimits.pages),
    seconds: 30,
    megabytes: 600,
    expected: notRead(/no text at all/),
  },
  {
    name: 'count.pdf',
    about: 'declares two thousand million pages, but has one',
    content: () => latin1(good().replace('/Count 1', '/Count 2147483647')),
    expected: read('found', /count\.pdf: The PDF is damaged and was repaired.*Get a fresh copy/),
  },
  {
    name: 'fewer.pdf',
    about: 'declares a negative number of pages',
    content: () => latin1(good().replace('/Count 1', '/Count -99')),
    expected: read('found'),
  },
  {
    name: 'parent-loop.pdf',
    about: 'a page that is its own parent',
    content: () => latin1(good().replace('/Parent 2 0 R', '/Parent 3 0 R')),
    expected: read('found'),
  },
  {
    name: 'deep-tree.pdf',
    about: 'a page tree of 100,000 levels',
    content: () => deepTree(100_000),
    expected: notRead(/damaged|None of its pages/),
  },
  {
    name: 'length-of-itself.pdf',
    about: 'a stream whose length refers to the stream itself',
    content: () => onePagePdf({ dictionary: '/Length 4 0 R', stream: shows(lastSentence) }),
    expected: read('found'),
  },
  {
    name: 'object-loop.pdf',
    about: 'a reference to a reference to itself',
    content: () =>
      rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 1/Kids 3 0 R>>', '4 0 R', '3 0 R']),
    expected: notRead(/no text at all|damaged/),
  },
  {
    name: 'contents-loop.pdf',
    about: 'a page whose content is a list that contains itself',
    content: () =>
      rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        `<</Type/Page/Parent 2 0 R${paper}/Contents 4 0 R>>`,
        '[4 0 R 4 0 R 4 0 R 4 0 R]',
      ]),
    expected: notRead(/no text at all|None of its pages/),
  },
  {
    name: 'deep-array.pdf',
    about: 'a value of a million brackets',
    content: () => onePagePdf(shows(lastSentence), { page: `/Odd ${'['.repeat(1e6)}${']'.repeat(1e6)}` }),
    expected: read('found'),
  },
  {
    name: 'deep-dictionary.pdf',
    about: 'nested dictionaries that are never closed',
    content: () => onePagePdf(shows(lastSentence), { page: '/A<<'.repeat(500_000) }),
    expected: read('found'),
  },
  {
    name: 'previous.pdf',
    about: 'a cross-reference table that continues with itself',
    content: () => {
      const text = good();
      const at = /startxref\n(\d+)/.exec(text)?.[1] ?? '0';
      return latin1(text.replace('trailer<<', `trailer<</Prev ${at}`));
    },
    expected: read('found'),
  },
  {
    name: 'offsets.pdf',
    about: 'a cross-reference table with only wrong positions',
    content: () => latin1(good().replace(/\d{10} 00000 n/g, '9999999999 00000 n')),
    expected: read('found'),
  },
  {
    name: 'no-table.pdf',
    about: 'no cross-reference table',
    content: () =>
      latin1(
        good()
          .replace(/xref\n.*?trailer/s, 'trailer')
          .replace(/startxref\n\d+/, 'startxref\n0'),
      ),
    expected: read('found'),
  },
  {
    name: 'claimed-objects.pdf',
    about: 'a cross-reference table that claims two thousand million objects',
    content: () => claimedObjects(2_147_483_647),
    expected: notRead(/contains no readable page\. Get a complete copy/),
  },
  {
    name: 'object-stream.pdf',
    about: 'an object stream that extends itself',
    content: () =>
      rawPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Count 1/Kids[5 0 R]>>',
        { dictionary: '/Type/ObjStm/N 1000000/First 20/Extends 3 0 R', stream: '5 0 6 10 '.repeat(100_000) },
      ]),
    expected: notRead(/damaged|None of its pages|no text at all/),
  },
  {
    name: 'truncated.pdf',
    content: () => good().slice(0, 250),
    expected: notRead(/damaged or incomplete|None of its pages|no text at all/),
  },
  {
    name: 'unknown-encryption.pdf',
    content: () => latin1(good().replace('trailer<<', 'trailer<</Encrypt<</Filter/Odd/V 99/R 99>>')),
    expected: notRead(/damaged|encrypted|protect/),
  },
  {
    name: 'also-a-zip.pdf',
    about: 'a PDF that is also an Office document',
    content: () => Buffer.concat([latin1(good()), makeZip([{ name: 'word/document.xml', content: '<a/>' }])]),
    expected: read('found'),
  },
  {
    name: 'noise.pdf',
    about: 'a PDF header followed by the bytes of a program',
    content: () => Buffer.concat([latin1('%PDF-1.7\n'), readFileSync(process.execPath).subarray(0, 8e6)]),
    expected: notRead(/damaged/),
  },
]);
