/** A token of an RTF file (Rich Text Format 1.9.1, "Conventions of an RTF Reader"). */
export type Token =
  | { kind: 'open' }
  | { kind: 'close' }
  /** `data` is what follows `\\bin`. */
  | { kind: 'word'; name: string; value: number | null; data?: Uint8Array }
  /** A byte of text in the font's code page. The file contains either the byte itself or two hex digits. */
  | { kind: 'byte'; value: number };

const backslash = 0x5c;
const braceOpen = 0x7b;
const braceClose = 0x7d;
/** Maximum letters of a control word; the specification allows 32. */
const longestWord = 64;

/** Yields the tokens of a file in order. */
export function* tokensOf(bytes: Uint8Array): Generator<Token> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === braceOpen) yield { kind: 'open' };
    else if (byte === braceClose) yield { kind: 'close' };
    else if (byte !== backslash) {
      if (byte !== 0x0a && byte !== 0x0d && byte !== 0) yield { kind: 'byte', value: byte };
    } else {
      const control = controlAt(bytes, at);
      at = control.end;
      const { token } = control;
      if (token.kind === 'word' && token.name === 'bin') {
        const end = at + Math.max(0, token.value ?? 0);
        yield { ...token, data: bytes.subarray(at, end) };
        at = end;
      } else yield token;
    }
  }
}

function controlAt(bytes: Uint8Array, start: number): { token: Token; end: number } {
  let end = start;
  while (isLetter(bytes[end]) && end - start < longestWord) end += 1;
  if (end === start) {
    const sign = String.fromCharCode(bytes[start] ?? 0x20);
    if (sign !== "'") return { token: { kind: 'word', name: sign, value: null }, end: start + 1 };
    const value = Number.parseInt(latin1(bytes, start + 1, start + 3), 16);
    return { token: { kind: 'byte', value: Number.isNaN(value) ? 0x3f : value }, end: start + 3 };
  }
  const name = latin1(bytes, start, end);
  const digits = end;
  if (bytes[end] === 0x2d) end += 1;
  while (isDigit(bytes[end]) && end - digits < 11) end += 1;
  const written = latin1(bytes, digits, end);
  const value = /\d/.test(written) ? Number(written) : null;
  if (bytes[end] === 0x20) end += 1;
  return { token: { kind: 'word', name, value }, end };
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
