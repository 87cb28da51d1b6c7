import { readFile } from 'node:fs/promises';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ReadFailure } from '../../model/errors.ts';
import type { FilesInside } from '../formats/format.ts';
import type { Reading } from '../part.ts';
import type { ReadingHints } from '../sandbox/reading-budget.ts';
import { NestedFiles } from '../zip/nested-files.ts';
import { type Message, MessageReading, personWords } from './message.ts';

const mostBytes = 64 * 1024 * 1024;
const deepestParts = 32;

/**
 * Opens an e-mail message. The parts are the header lines, then the text, then the parts of the attached files. Throws
 * a `ReadFailure`.
 */
export async function openMail(path: string, hints: ReadingHints, inside: FilesInside): Promise<Reading> {
  const bytes = await readFile(path);
  if (bytes.length > mostBytes) {
    throw new ReadFailure(
      'too_large',
      'The message is larger than 64 MB. Save its attachments and use those.',
    );
  }
  const mail = await PostalMime.parse(bytes, {
    maxNestingDepth: deepestParts,
    rfc822Attachments: true,
  }).catch((cause: unknown) => {
    throw new ReadFailure('damaged', 'The message cannot be parsed. Save it again from its mailbox.', {
      cause,
    });
  });
  return new MessageReading(messageOf(mail), new NestedFiles(inside, hints));
}

function messageOf({ from, to = [], cc = [], date, subject, text = '', html, attachments }: Email): Message {
  return {
    head: [
      ['From', from === undefined ? '' : named(from)],
      ['To', to.map(named).join(', ')],
      ['Cc', cc.map(named).join(', ')],
      ['Date', date ?? ''],
      ['Subject', subject ?? ''],
    ],
    body: bodyOf(text, html),
    attachments: attachments.map((attachment, index) => ({
      name: nameOf(attachment, index + 1),
      content: bytesOf(attachment),
      type: attachment.mimeType,
    })),
  };
}

function bodyOf(text: string, html: string | undefined): Message['body'] {
  if (text.trim() !== '') return { text };
  return html === undefined ? null : { content: Buffer.from(html), type: 'text/html; charset=utf-8' };
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
