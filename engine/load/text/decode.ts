import { ReadFailure } from '../../model/errors.ts';
import type { ReadingWarning } from '../part.ts';

/** Maximum characters of a text file. A longer text is probably a data dump. */
export const mostCharacters = 8 * 1024 * 1024;

export type Decoded = { text: string; warning: ReadingWarning | null };

/**
 * Decodes a text file in the encoding of its byte order mark; without a mark, as UTF-16 if nearly every second byte at
 * the beginning is zero; else as UTF-8 if the bytes are valid UTF-8; else as Windows Latin-1, with a warning. All line
 * ends become `\n`. Throws a `ReadFailure` with the code `damaged` if the bytes are invalid in the detected encoding.
 */
export function decodeText(bytes: Uint8Array): Decoded {
  const encoding = markedEncoding(bytes) ?? unmarkedUtf16(bytes);
  const text = decode(bytes, encoding ?? 'utf-8');
  if (text !== null) return { text: withPlainLineEnds(text), warning: null };
  if (encoding !== null) {
    throw new ReadFailure(
      'damaged',
      `The file is marked as ${encoding} but has invalid bytes. Save it again as UTF-8 text.`,
    );
  }
  return {
    text: withPlainLineEnds(fromWindows1252(bytes)),
    warning: {
      code: 'encoding_guessed',
      message:
        'The file is not UTF-8 and was read as Windows Latin-1. Check accented letters, or save it as UTF-8.',
    },
  };
}

/**
 * Like `decodeText`, but throws a `ReadFailure` with the code `too_large` and the message `tooLong` if the text is too
 * long.
 */
export function decodeWhole(
  bytes: Uint8Array,
  tooLong: string,
): { text: string; warnings: ReadingWarning[] } {
  const { text, warning } = decodeText(bytes);
  if (text.length > mostCharacters) throw new ReadFailure('too_large', tooLong);
  return { text, warnings: warning === null ? [] : [warning] };
}

/** The encoding that a byte order mark names. */
export function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

/**
 * Recognises Western text in UTF-16 without a byte order mark: at least 80 % of the bytes at even positions, or at odd
 * positions, are zero, and none of the other bytes are. Returns null for other text.
 */
export function unmarkedUtf16(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = zeros;
  const most = head.length * 0.4;
  if (head.length < 4) return null;
  if (odd >= most && even === 0) return 'utf-16le';
  if (even >= most && odd === 0) return 'utf-16be';
  return null;
}

/** Null if some bytes are not valid in the encoding. */
export function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The characters of Windows Latin-1 from 0x80 to 0x9f, where Latin-1 has control characters. A dot stands for an unused
 * code.
 */
const windowsCharacters = '€.‚ƒ„…†‡ˆ‰Š‹Œ.Ž..‘’“”•–—˜™š›œ.žŸ';

/** Decodes Windows Latin-1 (windows-1252). Node's own decoder does not decode `windowsCharacters`. */
export function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => {
      const character = windowsCharacters.charAt(control.charCodeAt(0) - 0x80);
      return character === '.' ? '\ufffd' : character;
    });
}

function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n');
}
