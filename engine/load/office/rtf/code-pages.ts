import { fromWindows1252 } from '../../text/decode.ts';

/** The code page for each character set that a font can name (`\fcharset`). */
const ofCharsets: Record<number, string> = {
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/**
 * The code pages for the numbers that a file can state (`\ansicpg`). The numbers 1250 to 1258, whose code pages are
 * named "windows-1250" to "windows-1258", are not in this table.
 */
const ofNumbers: Record<number, string> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

export const westernPage = 'windows-1252';

/** The code page for a font's character set; null if the font uses the file's code page. */
export function pageOfCharset(charset: number): string | null {
  return charset === 0 ? westernPage : (ofCharsets[charset] ?? null);
}

export function pageOfNumber(number: number): string {
  return ofNumbers[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : westernPage);
}

export function decodedBytes(bytes: readonly number[], page: string): string {
  const all = Uint8Array.from(bytes);
  return page === westernPage ? fromWindows1252(all) : new TextDecoder(page).decode(all);
}

/** The characters that control words stand for. */
const characters: Record<string, string> = {
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
  tab: '\t',
  line: '\n',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: '\u2005',
  bullet: '\u2022',
  lquote: '\u2018',
  rquote: '\u2019',
  ldblquote: '\u201c',
  rdblquote: '\u201d',
};

/** The character that a control word stands for; undefined for a control word that stands for no character. */
export function characterOfWord(name: string): string | undefined {
  return characters[name];
}
