/** Marks that are used in forms, by their character code in the Wingdings fonts. */
const marks: Record<string, string> = {
  A7: '▪',
  A8: '☐',
  B7: '•',
  FB: '✗',
  FC: '✓',
  FD: '☒',
  FE: '☑',
  '6F': '☐',
  '6E': '■',
  D8: '➢',
};

/** The character for a code, in hex, of a symbol font; empty if the code has none. */
export function symbolCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16);
  if (!Number.isFinite(code) || code < 32) return '';
  if (code >= 0xf000 && code <= 0xf0ff) {
    return marks[(code & 0xff).toString(16).toUpperCase().padStart(2, '0')] ?? '';
  }
  return code <= 0xffff ? String.fromCharCode(code) : '';
}
