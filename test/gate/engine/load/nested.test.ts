import { describe, expect, it } from 'vitest';
import type { SourceText } from '../../../../engine/model/source.ts';
import { loadPath, placeOf, testFolder } from './support/load-file.ts';
import { type MadeStorage, makeMsg } from './support/make-msg.ts';
import { makePdf } from './support/make-pdf.ts';
import { makeDocx, makeZip, paragraph } from './support/make-zip.ts';

const folder = testFolder();
const { load } = folder;

const pdf = await makePdf([
  [{ text: 'Cover page.', y: 700 }],
  [{ text: 'The fee is 500 euros a month.', y: 700 }],
]);
const docx = makeDocx(paragraph('Either party may leave after a year.'));

function partOf(content: SourceText, words: string): string {
  const locator = placeOf(content, words);
  if (locator.kind !== 'message') throw new Error(`expected a part of a message, not ${locator.kind}`);
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
  it('has one limit of text for all its attachments: those that exceed the limit are named, and the rest is read', async () => {
    const long = Buffer.from('The fee is due. '.repeat(60));
    const inner = makeZip([
      { name: 'first.txt', content: long },
      { name: 'second.txt', content: long },
      { name: 'third.txt', content: 'A late note.' },
    ]);
    const path = folder.write('budget.eml', mail([{ name: 'inner.zip', content: inner }]));
    const content = await loadPath(path, { limits: { fileCharacters: 2_000 } });
    expect(partOf(content, 'The fee is due')).toBe('inner.zip, first.txt, line 1');
    expect(partOf(content, 'A late note')).toBe('inner.zip, third.txt, line 1');
    expect(content.text).not.toMatch(/second\.txt\s+The fee/);
    expect(content.unread).toEqual([
      { where: 'inner.zip, second.txt', reason: expect.stringMatching(/more than the 2,000 characters/) },
    ]);
  });
});

/** A message as Outlook saves it. The numbers identify properties (MS-OXPROPS). */
function outlookMessage(
  subject: string,
  body: Partial<MadeStorage>,
  attachments: MadeStorage[],
): MadeStorage {
  const person: MadeStorage = { texts: { '3001': 'Ann', '39FE': 'ann@example.org' }, numbers: { '0C15': 1 } };
  return {
    ...body,
    texts: { '0037': subject, '0C1A': 'Jürgen Vale', '5D01': 'vale@example.org', ...body.texts },
    times: { '0039': Date.UTC(2024, 1, 29, 9) },
    inside: [
      { name: '__recip_version1.0_#00000000', storage: person },
      ...attachments.map((storage, index) => ({ name: `__attach_version1.0_#0000000${index}`, storage })),
    ],
  };
}

describe('an Outlook message', () => {
  const file = (name: string, content: Uint8Array): MadeStorage => ({
    texts: { '3707': name },
    bytes: { '3701': content },
    numbers: { '3705': 1 },
  });

  it('is read with its header fields, its text, and its attachments as files, including attached messages', async () => {
    const older = outlookMessage('Before', { texts: { '1000': 'We ask for an offer.' } }, [
      file('offer.pdf', pdf),
    ]);
    const attached: MadeStorage = {
      texts: { '3001': 'Before' },
      numbers: { '3705': 5 },
      inside: [{ name: '__substg1.0_3701000D', storage: older }],
    };
    const text = 'Dear Ann,\r\n\r\nwe accept the fee of fünf hundred euros.\r\n';
    const content = await load(
      'offer.msg',
      makeMsg(outlookMessage('Tätigkeit', { texts: { '1000': text } }, [file('terms.docx', docx), attached])),
    );
    expect(content).toMatchObject({ mediaType: 'application/vnd.ms-outlook', unread: [] });
    expect(content.text).toMatch(
      /^From: Jürgen Vale <vale@example.org>\nTo: Ann <ann@example.org>\nDate: 2024-02-29T09:00:00.000Z\nSubject: Tätigkeit\n/,
    );
    expect(partOf(content, 'fünf hundred euros')).toBe('body, paragraph 2');
    expect(partOf(content, 'after a year')).toBe('terms.docx, paragraph 1');
    expect(partOf(content, 'ask for an offer')).toBe('Before.msg, body, paragraph 1');
    expect(partOf(content, '500 euros')).toBe('Before.msg, offer.pdf, p. 2');
  });

  it('is read in its own encoding if its text is a web page in an old encoding', async () => {
    const page = Buffer.from('<p>Caf\u00e9 \u0080 12.</p>', 'latin1');
    const body = { bytes: { '1013': page }, numbers: { '3FDE': 1252 } };
    const content = await load('page.msg', makeMsg(outlookMessage('Page', body, [])));
    expect(partOf(content, 'Café € 12.')).toBe('body, paragraph 1');
  });

  it('is reported as damaged if it is cut off', async () => {
    const message = makeMsg(outlookMessage('Cut', { texts: { '1000': 'Words. '.repeat(2_000) } }, []));
    await expect(load('cut.msg', message.slice(0, message.length / 2))).rejects.toMatchObject({
      code: 'damaged',
    });
  });
});

describe('an archive', () => {
  it('is read to a limited depth if it is inside other archives', async () => {
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
