import type { ReadingWarning } from '../part.ts';
import { decode, fromWindows1252, markedEncoding } from '../text/decode.ts';

export type DecodedPage = { text: string; warnings: ReadingWarning[] };

/** How many bytes of a page are searched for the name of its encoding; the HTML standard requires at least 1,024. */
const prescanBytes = 4096;

/**
 * Decodes a page. The encoding is that of the byte order mark, else the one that the server declared, else that of the
 * page's own `meta` or XML declaration (HTML Standard, 13.2.3.2), else UTF-8 if the bytes are valid, else Windows
 * Latin-1.
 */
export function decodePage(bytes: Uint8Array, charset: string | undefined): DecodedPage {
  const named = markedEncoding(bytes) ?? knownEncoding(charset) ?? knownEncoding(nameInPage(bytes));
  // Node's own decoder of this encoding loses quotation marks, dashes and the euro sign.
  if (named === 'windows-1252') return { text: fromWindows1252(bytes), warnings: [] };
  const text = decode(bytes, named ?? 'utf-8');
  if (text !== null) return { text, warnings: [] };
  if (named !== null) {
    const message = `Some letters of the page are not valid in its encoding (${named}) and were replaced.`;
    return {
      text: new TextDecoder(named).decode(bytes),
      warnings: [{ code: 'encoding_errors', message }],
    };
  }
  const message =
    'The page does not name its encoding and was read as Windows Latin-1. Check accented letters.';
  return { text: fromWindows1252(bytes), warnings: [{ code: 'encoding_guessed', message }] };
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

/** The encoding that a media type names, in lower case; undefined when it names none. */
export function charsetIn(mediaType: string | undefined): string | undefined {
  return /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(mediaType ?? '')?.[1]?.toLowerCase();
}
