import { readFile } from 'node:fs/promises';
import { ReadFailure } from '../../model/errors.ts';
import { type Part, type Reading, type ReadingWarning, textPart, wholeReading } from '../part.ts';
import type { NestedFiles } from '../zip/nested-files.ts';

const mostBytes = 64 * 1024 * 1024;

/** A message, in a form that all mail formats share. */
export type Message = {
  /** The relevant header lines: from whom, to whom, when, about what. */
  head: [name: string, value: string][];
  /** The message's text, or the content of a file that contains the text; null when there is none. */
  body: { text: string } | { content: Uint8Array; type: string } | null;
  warnings: ReadingWarning[];
  attachments: { name: string; content: Uint8Array; type?: string | undefined }[];
};

/** The bytes of the file of a message. Throws a `ReadFailure` with the code `too_large`. */
export async function messageBytes(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length <= mostBytes) return bytes;
  throw new ReadFailure('too_large', 'The message is larger than 64 MB. Save its attachments and use those.');
}

/** Reads a message. The parts are the header lines, then the text, then the parts of the attached files. */
export function readMessage(message: Message, files: NestedFiles): Reading {
  return wholeReading({
    countedAs: 'file',
    parts: () => messageParts(message, files),
    warnings: () => [...message.warnings, ...files.warnings],
    unread: files.unread,
  });
}

async function* messageParts({ head, body, attachments }: Message, files: NestedFiles): AsyncGenerator<Part> {
  const lines = head.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
  yield paragraph('head of the message', lines.join('\n'));
  if (body !== null && 'text' in body) yield* paragraphs(body.text);
  else if (body !== null) yield* files.parts('body', body.content, body.type);
  for (const { name, content, type } of attachments) yield* files.parts(name, content, type);
}

/** A person's name and address as a header line shows them. */
export function personWords(name: string, address: string | undefined): string {
  if (address === undefined || address === '') return name;
  return name === '' || name === address ? address : `${name} <${address}>`;
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
  return textPart({ kind: 'message', part }, `${text}\n\n`);
}
