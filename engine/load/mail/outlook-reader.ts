import { decompressRTF } from '@kenjiuno/decompressrtf';
import outlook, { type FieldsData } from '@kenjiuno/msgreader';
import { ReadFailure } from '../../model/errors.ts';
import type { FilesInside } from '../formats/format.ts';
import type { Reading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { NestedFiles } from '../zip/nested-files.ts';
import { bodyOf, type PageBody } from './alternatives.ts';
import { type Message, messageBytes, personWords, readMessage } from './message.ts';

/** The parser's names of the code pages that old Outlook versions use. */
const codePages: Record<number, string> = {
  932: 'cp932',
  936: 'cp936',
  949: 'cp949',
  950: 'cp950',
  65001: 'utf8',
};

/**
 * Opens a message that Outlook saved. The parts are the header lines, then the text, then the parts of the attached
 * files. Throws a `ReadFailure`.
 */
export async function openOutlookMessage(
  path: string,
  hints: ReadingHints,
  inside: FilesInside,
): Promise<Reading> {
  const bytes = await messageBytes(path);
  if (hasSectorLoop(bytes)) throw damaged(new Error('its sectors form a cycle'));
  return readMessage(messageOf(bytes), new NestedFiles(inside, hints));
}

function messageOf(bytes: Buffer): Message {
  try {
    const { fields, parser } = parsed(bytes);
    const attachments = (fields.attachments ?? []).filter((one) => one.attachmentHidden !== true);
    return {
      head: headOf(fields),
      ...bodyOf(fields.body ?? '', pageOf(fields)),
      attachments: attachments.map((attachment, index) => {
        const { fileName, content } = parser.getAttachment(attachment);
        const name = attachment.innerMsgContent
          ? `${attachment.name?.trim() || `attachment ${index + 1}`}.msg`
          : fileName?.trim() || `attachment ${index + 1}`;
        return { name, content, type: attachment.attachMimeTag };
      }),
    };
  } catch (cause) {
    throw damaged(cause);
  }
}

/**
 * Parses a message. If one of its properties states a code page other than 1252, as in messages of old Outlook
 * versions, the message is parsed again in that code page.
 */
function parsed(bytes: Buffer) {
  const parser = new outlook.default(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  parser.parserConfig = { ansiEncoding: 'windows-1252' };
  const fields = parser.getFileData();
  if (fields.dataType !== 'msg' || fields.error !== undefined) throw new Error(fields.error ?? 'no message');
  const page = fields.messageCodepage ?? 1252;
  const encoding = codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : null);
  if (encoding === null || page === 1252) return { fields, parser };
  parser.parserConfig = { ansiEncoding: encoding };
  return { fields: parser.getFileData(), parser };
}

function headOf(fields: FieldsData): Message['head'] {
  const to = (kind: 'to' | 'cc') =>
    (fields.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === kind)
      .map(({ name = '', smtpAddress, email }) => personWords(name, addressOf(smtpAddress, email)))
      .join(', ');
  const { senderName = '', senderSmtpAddress, senderEmail, clientSubmitTime, messageDeliveryTime } = fields;
  return [
    ['From', personWords(senderName, addressOf(senderSmtpAddress, senderEmail))],
    ['To', to('to')],
    ['Cc', to('cc')],
    ['Date', timeWords(clientSubmitTime ?? messageDeliveryTime)],
    ['Subject', fields.subject ?? ''],
  ];
}

/**
 * The first value that is an e-mail address; undefined if there is none. For people inside one company, Outlook stores
 * directory paths instead, which mean nothing to people outside the company.
 */
function addressOf(...given: (string | undefined)[]): string | undefined {
  return given.find((address) => address?.includes('@'));
}

function timeWords(given: string | undefined): string {
  const time = given === undefined ? Number.NaN : Date.parse(given);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
}

function pageOf({ html, bodyHtml, compressedRtf, internetCodepage }: FieldsData): PageBody | null {
  if (html !== undefined) {
    const charset = internetCodepage === undefined ? '' : charsetOf(internetCodepage);
    return { content: html, type: `text/html${charset}` };
  }
  if (bodyHtml !== undefined) return { content: Buffer.from(bodyHtml), type: 'text/html; charset=utf-8' };
  if (compressedRtf === undefined) return null;
  return { content: Uint8Array.from(decompressRTF([...compressedRtf])), type: 'application/rtf' };
}

function charsetOf(page: number): string {
  if (page === 65001) return '; charset=utf-8';
  if (page >= 1250 && page <= 1258) return `; charset=windows-${page}`;
  return page === 28591 ? '; charset=iso-8859-1' : '';
}

function damaged(cause: unknown): ReadFailure {
  return new ReadFailure('damaged', 'The message is damaged or incomplete. Save it again from its mailbox.', {
    cause,
  });
}

/**
 * Sector numbers from this one on are special: they end a chain of sectors, or mark a sector that is in no chain
 * (MS-CFB, section 2.1).
 */
const endOfChain = 0xfffffffa;
const sectorsInHeader = 109;

/**
 * Whether a chain of sectors in a compound file forms a loop, which a parser would follow until its memory is full.
 * MS-CFB, sections 2.2 to 2.5, specifies the layout of such files.
 */
function hasSectorLoop(file: Buffer): boolean {
  const shift = file.length < 512 ? 0 : file.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return false;
  const sectorBytes = 2 ** shift;
  const sectors = Math.ceil(file.length / sectorBytes);
  const numbersIn = (sector: number): number[] => {
    const start = (sector + 1) * sectorBytes;
    const bytes = file.subarray(start, start + sectorBytes);
    return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readUInt32LE(at * 4));
  };
  const mostTables = sectorsInHeader + Math.ceil(sectors / (sectorBytes / 4));
  const tables = Array.from({ length: sectorsInHeader }, (_, at) => file.readUInt32LE(76 + at * 4));
  // The header lists only some of the allocation tables; the others are listed in a chain of sectors. The last number
  // in each of these sectors is the number of the next sector of the chain.
  for (let list = file.readUInt32LE(68); list < sectors; ) {
    const numbers = numbersIn(list);
    tables.push(...numbers.slice(0, -1));
    if (tables.length > 2 * mostTables + sectorBytes) return true;
    list = numbers.at(-1) ?? endOfChain;
  }
  const used = tables.filter((table) => table < sectors);
  if (used.length > mostTables) return true;
  const next = used.flatMap(numbersIn);
  if (hasCircle(next)) return true;
  const small: number[] = [];
  for (let sector = file.readUInt32LE(60); sector < sectors; sector = next[sector] ?? endOfChain) {
    for (const number of numbersIn(sector)) small.push(number);
  }
  return hasCircle(small);
}

/** Whether a position is visited twice when the numbers in `next` are followed from some position. */
function hasCircle(next: readonly number[]): boolean {
  const passedFrom = new Uint32Array(next.length);
  for (let start = 0; start < next.length; start += 1) {
    let at = start;
    while (at < next.length && passedFrom[at] === 0) {
      passedFrom[at] = start + 1;
      at = next[at] ?? endOfChain;
    }
    if (passedFrom[at] === start + 1) return true;
  }
  return false;
}
