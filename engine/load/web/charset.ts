import type { ReadingWarning } from '../part.ts';
import { fromWindows1252 } from '../text/decode.ts';

export type DecodedPage = { text: string; warnings: ReadingWarning[] };

/** How many bytes of a page are searched for the name of its encoding; the HTML standard requires at least 1,024. */
const prescanBytes = 4096;

/**
 * Decodes a page. The encoding is that of the byte order mark, else the one that the server declared, else that of the
 * page's own `meta` or XML declaration (HTML Standard, 13.2.3.2), else UTF-8 if the bytes are valid, else Windows
 * Latin-1.
 */
export function decodePage(bytes: Uint8Array, charset: string | undefined): DecodedPage {
  const named = markOf(bytes) ?? knownEncoding(charset) ?? knownEncoding(nameInPage(bytes));
  if (named !== null) {
    const text = strictly(bytes, named);
    if (text !== null) return { text, warnings: [] };
    const message = `Some letters of the page are not valid in its encoding (${named}) and were replaced.`;
    return { text: decodedAs(bytes, named, false), warnings: [{ code: 'encoding_errors', message }] };
  }
  const text = strictly(bytes, 'utf-8');
  if (text !== null) return { text, warnings: [] };
  const message =
    'The page does not name its encoding and was read as Windows Latin-1. Check accented letters.';
  return {
    text: fromWindows1252(bytes),
    warnings: [{ code: 'encoding_guessed', message }],
  };
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return null;
}

/**
 * The encoding that the page itself declares. If it declares UTF-16, the encoding is UTF-8, because the declaration in
 * a real UTF-16 page would not be found here.
 */
function nameInPage(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1')
    .decode(bytes.subarray(0, prescanBytes))
    .replace(/<!--[\s\S]*?-->/g, '');
  const name =
    /<meta\s[^>]{0,500}?charset\s{0,20}=\s{0,20}["']?\s{0,20}([\w:.-]{1,40})/i.exec(head)?.[1] ??
    /^\s*<\?xml\s[^>]{0,500}?encoding\s{0,20}=\s{0,20}["']([\w:.-]{1,40})["']/i.exec(head)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

function knownEncoding(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/**
 * Decodes bytes. Node's own decoder of windows-1252 loses quotation marks, dashes and the euro sign, which that
 * encoding has in place of control characters.
 */
function decodedAs(bytes: Uint8Array, encoding: string, fatal: boolean): string {
  return encoding === 'windows-1252'
    ? fromWindows1252(bytes)
    : new TextDecoder(encoding, { fatal }).decode(bytes);
}

function strictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return decodedAs(bytes, encoding, true);
  } catch {
    return null;
  }
}

/** The encoding that a media type names, in lower case; undefined when it names none. */
export function charsetIn(mediaType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(mediaType ?? '')?.[1]?.toLowerCase();
}
