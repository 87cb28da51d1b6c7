import { makeMsg } from '../engine/load/support/make-msg.ts';
import { lastSentence, longTexts } from '../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const head = 'From: a@example.org\nSubject: x\nMIME-Version: 1.0\n';
const plain = `Content-Type: text/plain\n\n${lastSentence}\n`;
const attachment = (name: string, content: string) =>
  `--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\n\n${content}\n`;
const mixed = (parts: string, boundary = 'b') =>
  `${head}Content-Type: multipart/mixed; boundary="${boundary}"\n\n${parts}--${boundary}--\n`;

/** Messages nested in one another. */
function forwarded(depth: number): string {
  return `${`${head}Content-Type: message/rfc822\n\n`.repeat(depth)}${head}${plain}`;
}

/** Nested multipart parts. */
function deepParts(depth: number): string {
  const opened = Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
  );
  return `${head}${opened.join('')}${plain}`;
}

const message = () =>
  Buffer.from(makeMsg({ texts: { '0037': 'Offer', '1000': `Dear Ann. ${lastSentence} `.repeat(200) } }));
const sector = 512;

/** A message file whose table of sectors (MS-CFB, 2.3) contains this number everywhere. */
function withTable(next: (sector: number) => number): Buffer {
  const bytes = message();
  const table = (bytes.readUInt32LE(76) + 1) * sector;
  for (let at = 0; at < sector / 4 && table + at * 4 + 4 <= bytes.length; at += 1)
    bytes.writeUInt32LE(next(at), table + at * 4);
  return bytes;
}

/** A message file whose directory entries refer to each other as siblings and children. */
function withDirectoryLoop(): Buffer {
  const bytes = message();
  const directory = (bytes.readUInt32LE(48) + 1) * sector;
  for (let entry = 0; entry < 4; entry += 1) {
    const at = directory + entry * 128;
    if (bytes.readUInt16LE(at + 64) === 0) continue;
    bytes.writeUInt32LE(0, at + 68);
    bytes.writeUInt32LE(1, at + 72);
    if (entry === 0) bytes.writeUInt32LE(1, at + 76);
  }
  return bytes;
}

const oldOffice = (name: string) => {
  const bytes = message();
  const directory = (bytes.readUInt32LE(48) + 1) * sector;
  bytes.fill(0, directory + 128, directory + 192);
  bytes.write(name, directory + 128, 'utf16le');
  bytes.writeUInt16LE(name.length * 2 + 2, directory + 192);
  return bytes;
};

const damaged = /damaged or incomplete\. Save (it|or download it) again/;

checkEach('e-mail messages', [
  {
    name: 'deep.eml',
    about: 'ten thousand parts in each other',
    content: () => deepParts(10_000),
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'forwarded.eml',
    about: 'a thousand messages in each other',
    content: () => forwarded(1_000),
    expected: read('NOT FOUND', /too deep in other files|cannot be parsed/),
  },
  {
    name: 'parts.eml',
    about: 'a hundred thousand parts',
    content: () => mixed(`--b\n${plain}${'--b\n\nx\n'.repeat(100_000)}`),
    ...extreme,
    expected: read('found'),
  },
  {
    name: 'attachments.eml',
    about: 'more attachments than are read',
    content: () =>
      mixed(
        `--b\n${plain}${Array.from({ length: 5_001 }, (_, at) => attachment(`${at}.txt`, `Words ${at}.`)).join('')}`,
      ),
    ...extreme,
    expected: notRead(/more than 5,000 files\. Add the files in it separately/),
  },
  {
    name: 'headers.eml',
    about: 'two hundred thousand header lines',
    content: () =>
      `${Array.from({ length: 200_000 }, (_, at) => `X-${at}: ${at}\n`).join('')}${head}${plain}`,
    ...extreme,
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'folded.eml',
    about: 'a header that goes on for two million lines',
    content: () => `X-Long: a\n${' a\n'.repeat(2_000_000)}${head}${plain}`,
    ...extreme,
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'subject.eml',
    about: 'a subject of 8 MB of encoded words',
    content: () => `From: a@example.org\nSubject: ${'=?utf-8?B?w6Q=?='.repeat(500_000)}\n${plain}`,
    ...extreme,
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'addresses.eml',
    about: 'two hundred thousand addresses, and groups in groups',
    content: () =>
      `From: a@example.org\nTo: ${'g:'.repeat(10_000)} ${Array.from({ length: 200_000 }, (_, at) => `"P ${at}" <${at}@example.org>`).join(', ')}\nSubject: x\n${plain}`,
    ...extreme,
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'brackets.eml',
    about: 'an address of 500,000 opening brackets and quotes',
    content: () => `From: ${'<('.repeat(250_000)}${'"'.repeat(250_001)}\nSubject: x\n${plain}`,
    expected: read('found'),
  },
  {
    name: 'boundary.eml',
    about: 'a boundary of 1 MB',
    content: () => mixed(`--${'b'.repeat(1_000_000)}\n${plain}`, 'b'.repeat(1_000_000)),
    expected: read('found'),
  },
  {
    name: 'unclosed.eml',
    about: 'a part that never ends, in an encoding that it is not in',
    content: () =>
      `${head}Content-Type: multipart/mixed; boundary="b"\n\n--b\n${plain}--b\nContent-Type: text/plain; charset=utf-77\nContent-Transfer-Encoding: base64\n\n${'!!!!=='.repeat(100_000)}`,
    expected: read('found'),
  },
  {
    name: 'attachment-names.eml',
    about: 'attachments with names that lead out of a folder or give orders to a terminal',
    content: () =>
      mixed(
        `--b\n${plain}${attachment('../../../../tmp/way-out.txt', 'Words.')}${attachment('/etc/passwd', 'Words.')}${attachment('a\u001b[2Jb.txt', 'Words.')}${attachment('n'.repeat(100_000), 'Words.')}`,
      ),
    expected: read('found'),
  },
  {
    name: 'large.eml',
    about: 'more than is read of a message',
    content: () =>
      Buffer.concat([Buffer.from(`${head}${plain}`), Buffer.alloc(65 * 1024 * 1024, 'words and ')]),
    expected: notRead(/larger than 64 MB\. Save its attachments/),
  },
  {
    name: 'long.eml',
    about: 'one line of 8 MB',
    content: () =>
      `${head}Content-Type: text/plain; charset=utf-8\n\n${longTexts.sentence?.(8 * 1024 * 1024 - 2_000)} ${lastSentence}\n`,
    ...extreme,
    expected: read('ESTIMATED', /long\.eml.*more than 2,000/),
  },
]);

checkEach('compound files', [
  {
    name: 'sectors.msg',
    about: 'a table of sectors in which each is followed by itself',
    content: () => withTable((at) => at),
    expected: notRead(damaged),
  },
  {
    name: 'two-sectors.msg',
    about: 'a table of sectors that go round in a circle',
    content: () => withTable((at) => at ^ 1),
    expected: notRead(damaged),
  },
  {
    name: 'far-sectors.msg',
    about: 'a table of sectors beyond the end of the file',
    content: () => withTable(() => 0x0fffffff),
    expected: notRead(/damaged/),
  },
  {
    name: 'directory.msg',
    about: 'storages that have each other',
    content: withDirectoryLoop,
    ...sandboxed,
    expected: notRead(/./),
  },
  {
    name: 'packed-text.msg',
    about: 'a text that says it unpacks to 2 GB (MS-OXRTFCP)',
    content: () => {
      const packed = Buffer.alloc(10_000, 0xff);
      packed.writeUInt32LE(9_996, 0);
      packed.writeUInt32LE(0x7fffffff, 4);
      packed.write('LZFu', 8);
      return makeMsg({ texts: { '0037': 'Offer' }, bytes: { '1009': packed } });
    },
    ...sandboxed,
    expected: read('NOT FOUND', /packed-text\.msg: not read: body/),
  },
  {
    name: 'truncated.msg',
    content: () => message().subarray(0, 3_000),
    expected: notRead(damaged),
  },
  {
    name: 'sector-size.doc',
    about: 'a compound file of sectors of 2 to the 65,535',
    content: () => {
      const bytes = oldOffice('WordDocument');
      bytes.writeUInt16LE(65_535, 30);
      return bytes;
    },
    expected: notRead(/damaged or incomplete|old format\. Save it as/),
  },
  {
    name: 'no-words.doc',
    about: 'an old Word document that is an Outlook message inside',
    content: () => oldOffice('WordDocument'),
    expected: notRead(/again/),
  },
  {
    name: 'locked.docx',
    about: 'a Word document behind a password',
    content: () => oldOffice('EncryptedPackage'),
    expected: notRead(/asks for a password\. Save a copy of it without one/),
  },
  {
    name: 'empty.doc',
    about: 'nothing behind the first letters',
    content: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
    expected: notRead(damaged),
  },
]);
