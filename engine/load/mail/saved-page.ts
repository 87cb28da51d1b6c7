import { readFile } from 'node:fs/promises';
import type { Reading } from '../part.ts';
import { readPage } from '../web/reader.ts';
import { parseMail } from './parse-mail.ts';

/** Opens a web page that was saved with its files in one file (RFC 2557). Throws a `ReadFailure`. */
export async function openSavedPage(path: string): Promise<Reading> {
  const { html, text = '', attachments, warnings } = await parseMail(await readFile(path));
  const sheets = attachments
    .filter(({ mimeType }) => mimeType === 'text/css')
    .map(({ content }) => (typeof content === 'string' ? content : new TextDecoder().decode(content)));
  return readPage(html ?? text, warnings, sheets);
}
