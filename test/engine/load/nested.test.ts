import { afterAll, describe, expect, it } from 'vitest';
import { locatorAt } from '../../../engine/cite/locator-at.ts';
import { closeLoading } from '../../../engine/load/load-source.ts';
import type { SourceText } from '../../../engine/model/source.ts';
import { loadPath, testFolder } from './support/load-file.ts';
import { makePdf } from './support/make-pdf.ts';
import { makeDocx, makeZip, paragraph } from './support/make-zip.ts';

const folder = testFolder();
afterAll(() => {
  closeLoading();
  folder.remove();
});

const load = (name: string, content: string | Uint8Array) => loadPath(folder.write(name, content));
const pdf = await makePdf([
  [{ text: 'Cover page.', y: 700 }],
  [{ text: 'The fee is 500 euros a month.', y: 700 }],
]);
const docx = makeDocx(paragraph('Either party may leave after a year.'));

function partOf(content: SourceText, words: string): string {
  const start = content.text.indexOf(words);
  expect(start).toBeGreaterThanOrEqual(0);
  const locator = locatorAt(content, { start, end: start + words.length });
  if (locator.kind !== 'message') throw new Error(`it is cited by ${locator.kind}`);
  return locator.part;
}

/** A message as mail programs send it, in quoted-printable and base64. */
function mail(attachments: { name: string; content: Uint8Array }[]): string {
  const parts = attachments.map(
    ({ name, content }) =>
      `--b\r\nContent-Type: application/octet-stream; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`,
  );
  return [
    'From: =?utf-8?q?J=C3=BCrgen_Vale?= <vale@example.org>\r\nTo: Ann <ann@example.org>\r\nSubject: =?utf-8?b?VMOkdGlnaw==?=\r\n',
    'Date: Thu, 29 Feb 2024 10:00:00 +0100\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n',
    '--b\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n',
    'Dear Ann,\r\n\r\nwe accept the fee of f=FCnf hundred euros a =\r\nmonth.\r\n',
    ...parts,
    '--b--\r\n',
  ].join('');
}

describe('an e-mail message', () => {
  it('is read with its head, its words, and its attachments as files', async () => {
    const content = await load(
      'offer.eml',
      mail([
        { name: 'offer.pdf', content: pdf },
        { name: 'terms.docx', content: docx },
      ]),
    );
    expect(content).toMatchObject({ mediaType: 'message/rfc822', unread: [] });
    expect(content.text).toMatch(/^From: Jürgen Vale <vale@example.org>\nTo: Ann <ann@example.org>\n/);
    expect(content.text).toContain('Subject: Tätigk');
    expect(partOf(content, 'fünf hundred euros a month')).toBe('body, paragraph 2');
    expect(partOf(content, '500 euros')).toBe('offer.pdf, p. 2');
    expect(partOf(content, 'after a year')).toBe('terms.docx, paragraph 1');
  });

  it('names attachments that can not be read, and reads the others', async () => {
    const content = await load(
      'broken.eml',
      mail([
        { name: 'broken.pdf', content: pdf.slice(0, 300) },
        { name: 'terms.docx', content: docx },
      ]),
    );
    expect(content.unread).toEqual([{ where: 'broken.pdf', reason: expect.stringContaining('damaged') }]);
    expect(partOf(content, 'after a year')).toBe('terms.docx, paragraph 1');
  });
});

describe('an archive', () => {
  it('is read as the files it holds, by their content and in the order of their names', async () => {
    const content = await load(
      'case.zip',
      makeZip([
        { name: 'letters/b.eml', content: mail([{ name: 'offer.pdf', content: pdf }]) },
        { name: 'a/terms.docx', content: docx },
        { name: '__MACOSX/a/._terms.docx', content: 'junk' },
        { name: 'a/program.exe', content: Buffer.from([77, 90, 0, 0, 1, 2, 3, 0, 0]) },
      ]),
    );
    expect(content.headings.filter(({ level }) => level === 1).map(({ text }) => text)).toEqual([
      'a/terms.docx',
      'letters/b.eml',
    ]);
    expect(partOf(content, 'after a year')).toBe('a/terms.docx, paragraph 1');
    expect(partOf(content, '500 euros')).toBe('letters/b.eml, offer.pdf, p. 2');
    expect(content.unread).toEqual([
      { where: 'a/program.exe', reason: expect.stringContaining('no format') },
    ]);
  });

  it('inside archives goes so deep and no deeper', async () => {
    const inner = makeZip([{ name: 'terms.docx', content: docx }]);
    const middle = makeZip([
      { name: 'inner.zip', content: inner },
      { name: 'terms.docx', content: docx },
    ]);
    const outer = makeZip([{ name: 'middle.zip', content: middle }]);
    const content = await load(
      'outer.zip',
      makeZip([
        { name: 'outer.zip', content: outer },
        { name: 'x.docx', content: docx },
      ]),
    );
    expect(content.unread).toEqual([
      { where: 'outer.zip, middle.zip', reason: expect.stringContaining('too deep') },
    ]);
    expect(partOf(content, 'after a year')).toBe('x.docx, paragraph 1');
  });
});
