import { makeMsg } from '../../gate/engine/load/support/make-msg.ts';
import { lastSentence, longTexts } from '../../support/long-texts.ts';
import { checkEach, extreme, notRead, read, sandboxed } from './support/check-each.ts';

const head = 'From: a@example.org\nSubject: x\nMIME-Version: 1.0\n';
const plain = `Content-Type: text/plain\n\n${lastSentence}\n`;
const attachment = (name: string, content: string) =>
  `--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\n\n${content}\n`;
const mixed = (parts: string, boundary = 'b') =>
  `${head}Content-Type: multipart/mixed; boundary="${boundary}"\n\n${parts}--${boundary}--\n`;

/** A message with forwarded messages nested to this depth. */
function forwarded(depth: number): string {
  return `${`${head}Content-Type: message/rfc822\n\n`.repeat(depth)}${head}${plain}`;
}

/** A message with multipart parts nested to this depth. */
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

/** A message file whose sector table (MS-CFB, 2.3) contains `next(sector)` at the place of each sector. */
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
    about: 'ten thousand nested parts',
    content: () => deepParts(10_000),
    expected: notRead(/cannot be parsed\. Save it again/),
  },
  {
    name: 'forwarded.eml',
    about: 'a thousand nested messages',
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
    about: 'more attachments than Proviso reads',
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
    about: 'a header of two million lines',
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
    about: 'two hundred thousand addresses, and nested groups',
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
    about: 'a part without an end that declares a wrong encoding',
    content: () =>
      `${head}Content-Type: multipart/mixed; boundary="b"\n\n--b\n${plain}--b\nContent-Type: text/plain; charset=utf-77\nContent-Transfer-Encoding: base64\n\n${'!!!!=='.repeat(100_000)}`,
    expected: read('found'),
  },
  {
    name: 'attachment-names.eml',
    about: 'attachments whose names lead out of a folder or contain terminal escape sequences',
    content: () =>
      mixed(
        `--b\n${plain}${attachment('../../../../tmp/way-out.txt', 'Words.')}${attachment('/etc/passwd', 'Words.')}${attachment('a\u001b[2Jb.txt', 'Words.')}${attachment('n'.repeat(100_000), 'Words.')}`,
      ),
    expected: read('found'),
  },
  {
    name: 'large.eml',
    about: 'more text than Proviso reads from a message',
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
    about: 'a sector table in which each sector is followed by itself',
    content: () => withTable((at) => at),
    expected: notRead(damaged),
  },
  {
    name: 'two-sectors.msg',
    about: 'a sector table with a cycle',
    content: () => withTable((at) => at ^ 1),
    expected: notRead(damaged),
  },
  {
    name: 'far-sectors.msg',
    about: 'a sector table with sectors beyond the end of the file',
    content: () => withTable(() => 0x0fffffff),
    expected: notRead(/damaged/),
  },
  {
    name: 'directory.msg',
    about: 'storages that contain each other',
    content: withDirectoryLoop,
    ...sandboxed,
    expected: notRead(/./),
  },
  {
    name: 'packed-text.msg',
    about: 'a text that declares an unpacked size of 2 GB (MS-OXRTFCP)',
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
    about: 'a compound file that declares sectors of 2^65,535 bytes',
    content: () => {
      const bytes = oldOffice('WordDocument');
      bytes.writeUInt16LE(65_535, 30);
      return bytes;
    },
    expected: notRead(/damaged or incomplete|old format\. Save it as/),
  },
  {
    name: 'no-words.doc',
    about: 'an Outlook message with the extension of a Word document',
    content: () => oldOffice('WordDocument'),
    expected: notRead(/again/),
  },
  {
    name: 'locked.docx',
    about: 'a Word document with a password',
    content: () => oldOffice('EncryptedPackage'),
    expected: notRead(/asks for a password\. Save a copy of it without one/),
  },
  {
    name: 'empty.doc',
    about: 'nothing after the magic bytes',
    content: () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2_000)]),
    expected: notRead(damaged),
  },
]);
