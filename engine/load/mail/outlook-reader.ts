import { readFile } from 'node:fs/promises';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import outlook, { type FieldsData } from '@kenjiuno/msgreader';
import { ReadFailure } from '../../model/errors.ts';
import type { FilesInside } from '../formats/format.ts';
import type { Reading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { NestedFiles } from '../zip/nested-files.ts';
import { bodyOf, type PageBody } from './alternatives.ts';
import { hasSectorLoop } from './compound-chains.ts';
import { type Message, personWords, readMessage } from './message.ts';

const mostBytes = 64 * 1024 * 1024;

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
  const bytes = await readFile(path);
  if (bytes.length > mostBytes) {
    throw new ReadFailure(
      'too_large',
      'The message is larger than 64 MB. Save its attachments and use those.',
    );
  }
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
