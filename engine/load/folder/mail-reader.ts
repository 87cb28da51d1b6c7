import { readFile } from 'node:fs/promises';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ReadFailure } from '../../model/errors.ts';
import type { Part, Reading, ReadingWarning, SenderHints } from '../part.ts';
import { NestedFiles, type OpenReading } from './nested.ts';

const mostBytes = 64 * 1024 * 1024;
const deepestParts = 32;

/** Opens an e-mail message: what its head says, its words, then its attachments as files. Throws `ReadFailure`. */
export async function openMail(path: string, hints: SenderHints, open: OpenReading): Promise<Reading> {
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
    throw new ReadFailure('damaged', 'The message can not be understood. Save it again from its mailbox.', {
      cause,
    });
  });
  return new MailReading(mail, new NestedFiles(open, hints));
}

class MailReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #mail: Email;
  readonly #files: NestedFiles;

  constructor(mail: Email, files: NestedFiles) {
    this.#mail = mail;
    this.#files = files;
  }

  async *parts(): AsyncGenerator<Part> {
    const { text = '', html, attachments } = this.#mail;
    yield paragraph('head of the message', headOf(this.#mail));
    if (text.trim() !== '') yield* paragraphs(text);
    else if (html !== undefined)
      yield* this.#files.parts('body', Buffer.from(html), 'text/html; charset=utf-8');
    for (const [index, attachment] of attachments.entries()) {
      const { mimeType } = attachment;
      yield* this.#files.parts(nameOf(attachment, index + 1), bytesOf(attachment), mimeType);
    }
  }

  warnings(): ReadingWarning[] {
    return this.#files.warnings;
  }

  unread(): { where: string; reason: string }[] {
    return this.#files.unread;
  }

  async close(): Promise<void> {}
}

function* paragraphs(text: string): Generator<Part> {
  const blocks = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n/);
  let number = 0;
  for (const block of blocks) {
    if (block.trim() === '') continue;
    number += 1;
    yield paragraph(`body, paragraph ${number}`, block.trim());
  }
}

function paragraph(part: string, text: string): Part {
  return {
    locator: { kind: 'message', part },
    text: `${text}\n\n`,
    method: 'text',
    headings: [],
    marginLines: [],
  };
}

function headOf({ from, to = [], cc = [], date, subject }: Email): string {
  const lines: [string, string][] = [
    ['From', from === undefined ? '' : named(from)],
    ['To', to.map(named).join(', ')],
    ['Cc', cc.map(named).join(', ')],
    ['Date', date ?? ''],
    ['Subject', subject ?? ''],
  ];
  return lines.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`])).join('\n');
}

function named({ name, address }: Address): string {
  if (address === undefined) return name;
  return name === '' ? address : `${name} <${address}>`;
}

function nameOf({ filename, mimeType }: Attachment, number: number): string {
  if (filename !== null && filename.trim() !== '') return filename.trim();
  return mimeType === 'message/rfc822' ? `attachment ${number}.eml` : `attachment ${number}`;
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
}
