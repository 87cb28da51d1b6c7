import PostalMime, { type Email } from 'postal-mime';
import { ReadFailure } from '../../model/errors.ts';
import type { ReadingWarning } from '../part.ts';
import { charsetGuessed, inUtf8, lacksCharset, withCharset } from './undeclared.ts';

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
