/** Marks for filling in forms, by their code in the Wingdings fonts. */
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

/** The mark of a symbol, by its character code in hex. */
export function symbolCharacter(hex: string): string {
  const code = Number.parseInt(hex, 16);
  if (!Number.isFinite(code) || code < 32) return '';
  if (code >= 0xf000 && code <= 0xf0ff) {
    return marks[(code & 0xff).toString(16).toUpperCase().padStart(2, '0')] ?? '';
  }
  return code <= 0xffff ? String.fromCharCode(code) : '';
}
