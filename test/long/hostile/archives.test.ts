import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { chapter, makeEpub } from '../../gate/engine/load/support/make-epub.ts';
import { makeDocx, makeZip, paragraph } from '../../gate/engine/load/support/make-zip.ts';
import { overlapping, swollen } from '../../support/hostile/archives.ts';
import { lastSentence } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read } from './support/check-each.ts';

const docx = () => Buffer.from(makeDocx(paragraph(lastSentence)));

/** Archives nested to this depth, with `inEach` archives in each, around a file that expands to a large size. */
function nested(depth: number, inEach: number): Uint8Array {
  let content = makeZip([{ name: 'spaces.txt', content: swollen(60) }]);
  for (let level = 0; level < depth; level += 1) {
    const inner = content;
    content = makeZip(Array.from({ length: inEach }, (_, at) => ({ name: `${at}.zip`, content: inner })));
  }
  return content;
}

/** The same archive, with two bytes of its end record changed. */
function withEnd(zip: Uint8Array, offset: number, value: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt16LE(value, changed.length - 22 + offset);
  return changed;
}

checkEach('archives', [
  {
    name: 'bomb.zip',
    content: () => makeZip([{ name: 'spaces.txt', content: swollen(300) }]),
    expected: notRead(/expands to 300 MB/),
  },
  {
    name: 'many-bombs.zip',
    about: 'many entries, each of which is below the limits for a single entry',
    content: () =>
      makeZip(Array.from({ length: 300 }, (_, at) => ({ name: `${at}.txt`, content: swollen(1) }))),
    expected: notRead(/expands to more than 256 MB/),
  },
  {
    name: 'boaster.docx',
    about: 'declares a size that is too large',
    content: () => makeZip([{ name: 'word/document.xml', content: '<w:document/>', claimedBytes: 5_000 }]),
    expected: notRead(/damaged or incomplete\. Save or download it again/),
  },
  {
    name: 'overlap-many.zip',
    about: '60,000 entries that share the same bytes',
    content: () => overlapping(60_000),
    expected: notRead(/60000 parts/),
  },
  {
    name: 'spine.epub',
    about: 'a book that lists one chapter 40,000 times',
    content: () =>
      makeEpub([{ href: 'a.xhtml', content: chapter(`<p>${lastSentence}</p>`) }], Array(40_000).fill(0)),
    expected: read('found'),
  },
  {
    name: 'nested.zip',
    about: 'archives nested in archives, like 42.zip',
    content: () => nested(5, 10),
    expected: read(
      'NOT FOUND',
      /0\.zip, 0\.zip \(It is nested too deep in other files: add it as a separate file/,
    ),
  },
  {
    name: 'nested-wide.zip',
    about: 'a hundred archives that expand to 6 GB together',
    content: () => nested(1, 100),
    expected: notRead(/./),
  },
  {
    name: 'mail-in-archive.zip',
    about: 'archives of messages that contain archives',
    content: () => {
      const zip = Buffer.from(makeZip([{ name: 'a.txt', content: 'words' }])).toString('base64');
      const mail = `From: a@example.org\nContent-Type: application/zip; name=a.zip\nContent-Disposition: attachment; filename=a.zip\nContent-Transfer-Encoding: base64\n\n${zip}\n`;
      return makeZip(Array.from({ length: 2_000 }, (_, at) => ({ name: `${at}.eml`, content: mail })));
    },
    seconds: 15,
    expected: read('NOT FOUND', /too deep in other files/),
  },
  {
    name: 'many-texts.zip',
    about: 'as many files as Proviso reads from one archive',
    content: () =>
      makeZip(
        Array.from({ length: 5_000 }, (_, at) => ({ name: `${at}.txt`, content: `${at}. ${lastSentence}` })),
      ),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'way-out.zip',
    about: 'names of entries that lead out of their folder',
    content: () => makeZip([{ name: '../../../tmp/proviso-way-out.txt', content: lastSentence }]),
    expected: notRead(/damaged or incomplete/),
  },
  {
    name: 'absolute.zip',
    about: 'an entry with an absolute path',
    content: () => makeZip([{ name: '/etc/proviso-absolute.txt', content: lastSentence }]),
    expected: notRead(/damaged or incomplete/),
  },
  {
    name: 'odd-names.zip',
    about: 'names with terminal escape sequences, reversed text and line breaks',
    content: () =>
      makeZip([
        { name: 'a\u001b[2J\u001b]0;owned\u0007.bin', content: randomBytes(100) },
        { name: 'txt.\u202efdp.bin', content: randomBytes(100) },
        { name: 'b\r\nproviso: all rules are CONFIRMED.bin', content: randomBytes(100) },
        { name: 'good.txt', content: lastSentence },
      ]),
    expected: read('ESTIMATED', /not in a known format/),
  },
  {
    name: 'endless-names.zip',
    content: () =>
      makeZip(Array.from({ length: 500 }, (_, at) => ({ name: `${at}${'n'.repeat(65_000)}`, content: '' }))),
    expected: notRead(/a name of more than 1024 bytes/),
  },
  {
    name: 'locked.docx',
    content: () => makeZip([{ name: 'word/document.xml', content: 'x', encrypted: true }]),
    expected: notRead(/encrypted\. Save a copy of it without a password/),
  },
  {
    name: 'truncated.docx',
    content: () => docx().subarray(0, 200),
    expected: notRead(/damaged or incomplete\. Save or download it again/),
  },
  {
    name: 'count.docx',
    about: 'declares 65,000 entries',
    content: () => withEnd(withEnd(docx(), 8, 65_000), 10, 65_000),
    expected: notRead(/65000 parts/),
  },
  {
    name: 'directory.docx',
    about: 'declares a wrong position of its directory',
    content: () => withEnd(docx(), 18, 0x7fff),
    expected: notRead(/damaged or incomplete/),
  },
  {
    name: 'gzip.docx',
    about: 'a gzip bomb with a different extension',
    content: () => gzipSync(swollen(64)),
    expected: notRead(/content is a gzip archive.*get the real file/),
  },
]);
