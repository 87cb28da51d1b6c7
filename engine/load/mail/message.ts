import type { Part, Reading, ReadingWarning } from '../part.ts';
import type { NestedFiles } from '../zip/nested-files.ts';

/** A message, in a form that all mail formats share. */
export type Message = {
  /** The relevant header lines: from whom, to whom, when, about what. */
  head: [name: string, value: string][];
  /** The message's text, or the content of a file that contains the text; null when there is none. */
  body: { text: string } | { content: Uint8Array; type: string } | null;
  warnings: ReadingWarning[];
  attachments: { name: string; content: Uint8Array; type?: string | undefined }[];
};

/** Reads a message. The parts are the header lines, then the text, then the parts of the attached files. */
export class MessageReading implements Reading {
  readonly countedAs = 'file';
  readonly pageCount = null;
  readonly #message: Message;
  readonly #files: NestedFiles;

  constructor(message: Message, files: NestedFiles) {
    this.#message = message;
    this.#files = files;
  }

  async *parts(): AsyncGenerator<Part> {
    const { head, body, attachments } = this.#message;
    const lines = head.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
    yield paragraph('head of the message', lines.join('\n'));
    if (body !== null && 'text' in body) yield* paragraphs(body.text);
    else if (body !== null) yield* this.#files.parts('body', body.content, body.type);
    for (const { name, content, type } of attachments) yield* this.#files.parts(name, content, type);
  }

  warnings(): ReadingWarning[] {
    return [...this.#message.warnings, ...this.#files.warnings];
  }

  unread(): { where: string; reason: string }[] {
    return this.#files.unread;
  }

  async close(): Promise<void> {}
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
  return {
    locator: { kind: 'message', part },
    text: `${text}\n\n`,
    method: 'text',
    headings: [],
    marginLines: [],
  };
}
