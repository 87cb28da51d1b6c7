import type { Address, Attachment } from 'postal-mime';
import type { FilesInside } from '../formats/format.ts';
import type { Reading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { NestedFiles } from '../zip/nested-files.ts';
import { bodyOf } from './alternatives.ts';
import { type Message, messageBytes, personWords, readMessage } from './message.ts';
import { type ParsedMail, parseMail } from './parse-mail.ts';

/**
 * Opens an e-mail message. The parts are the header lines, then the text, then the parts of the attached files. Throws
 * a `ReadFailure`.
 */
export async function openMail(path: string, hints: ReadingHints, inside: FilesInside): Promise<Reading> {
  const bytes = await messageBytes(path);
  return readMessage(messageOf(await parseMail(bytes)), new NestedFiles(inside, hints));
}

function messageOf(mail: ParsedMail): Message {
  const { from, to = [], cc = [], date, subject, text = '', html, attachments } = mail;
  const page = html === undefined ? null : { content: Buffer.from(html), type: 'text/html; charset=utf-8' };
  const { body, warnings } = bodyOf(text, page);
  return {
    head: [
      ['From', from === undefined ? '' : named(from)],
      ['To', to.map(named).join(', ')],
      ['Cc', cc.map(named).join(', ')],
      ['Date', date ?? ''],
      ['Subject', subject ?? ''],
    ],
    body,
    warnings: [...mail.warnings, ...warnings],
    attachments: attachments.map((attachment, index) => ({
      name: nameOf(attachment, index + 1),
      content: bytesOf(attachment),
      type: attachment.mimeType,
    })),
  };
}

function named({ name, address }: Address): string {
  return personWords(name, address);
}

function nameOf({ filename, mimeType }: Attachment, number: number): string {
  if (filename !== null && filename.trim() !== '') return filename.trim();
  return mimeType === 'message/rfc822' ? `attachment ${number}.eml` : `attachment ${number}`;
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}
