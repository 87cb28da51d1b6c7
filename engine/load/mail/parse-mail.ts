import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email } from 'postal-mime';
import { ReadFailure } from '../../model/errors.ts';
import type { ReadingWarning } from '../part.ts';
import { fromWindows1252 } from '../text/decode.ts';

const deepestParts = 32;

/** A parsed message, with the warnings about its character set. */
export type ParsedMail = Email & { warnings: ReadingWarning[] };

/** Parses a message. Throws a `ReadFailure` with the code `damaged`. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const isUndeclared = lacksCharset(bytes);
  const mail = await PostalMime.parse(isUndeclared ? inUtf8(bytes) : bytes, {
    maxNestingDepth: deepestParts,
    rfc822Attachments: true,
  }).catch((cause: unknown) => {
    throw new ReadFailure('damaged', 'The message cannot be parsed. Save it again from its mailbox.', {
      cause,
    });
  });
  const { subject, text, html } = mail;
  const isGuessed = isUndeclared && /[^\0-\x7f]/.test(`${subject ?? ''}${text ?? ''}${html ?? ''}`);
  if (!isGuessed) return { ...mail, warnings: [] };
  return {
    ...mail,
    ...(subject !== undefined && { subject: withCharset(subject) }),
    ...(text !== undefined && { text: withCharset(text) }),
    ...(html !== undefined && { html: withCharset(html) }),
    warnings: [charsetGuessed],
  };
}

/** Matches bytes of UTF-8 that were decoded as Latin-1. */
const utf8 =
  /(?:[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3})+/g;
const headers = /^content-type:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim;

/**
 * Whether a text of the message itself declares no character set, or only ASCII. Attached files do not count: their own
 * reader finds the character set.
 */
function lacksCharset(message: Uint8Array): boolean {
  const blocks = Buffer.from(message)
    .toString('latin1')
    .split(/\r?\n\r?\n/);
  const parts = blocks.filter((block) => /^content-type:/im.test(block));
  return (parts.length === 0 ? ['content-type: text/plain'] : parts)
    .filter((part) => !/^content-disposition:\s*attachment/im.test(part))
    .flatMap((part) => part.match(headers) ?? [])
    .some(
      (type) =>
        /:\s*text\//i.test(type) && (!/charset/i.test(type) || /charset\s*=\s*"?us-ascii/i.test(type)),
    );
}

/** The message in UTF-8, if its bytes are not UTF-8 and none of its parts declares a character set. */
function inUtf8(message: Uint8Array): Uint8Array {
  const types = Buffer.from(message).toString('latin1').match(headers) ?? [];
  const isDeclared = types.some((type) => /charset\s*=\s*"?(?!us-ascii|utf-8)/i.test(type));
  return isUtf8(message) || isDeclared ? message : Buffer.from(fromWindows1252(message));
}

/**
 * A text of a message without a declared character set: bytes of UTF-8 that were decoded as Latin-1 become the characters
 * that they stand for, and control characters those of Windows Latin-1.
 */
function withCharset(text: string): string {
  const joined = text.replace(utf8, (bytes) => {
    const decoded = Buffer.from(bytes, 'latin1').toString('utf8');
    return decoded.includes('\ufffd') ? bytes : decoded;
  });
  return joined.replace(/[\u0080-\u009f]+/g, (bytes) => fromWindows1252(Buffer.from(bytes, 'latin1')));
}

const charsetGuessed: ReadingWarning = {
  code: 'encoding_guessed',
  message:
    'The message does not declare the character set of its text: it was read as UTF-8 where that is possible, else as Windows Latin-1. Check accented letters and signs.',
};
