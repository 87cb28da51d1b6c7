/** Words that a text strikes out, and the line in which they begin, counted from 1. */
export type StruckWords = { line: number; text: string };

/**
 * Matches words between double tildes (GitHub Flavored Markdown 0.29, 6.5), which people write in plain text too. The
 * words are in one paragraph.
 */
const struckOut = /(?<![~\\])~~(?=[^\s~])((?:[^~\n]|\n(?![ \t]*\n))*[^\s~])~~(?!~)( ?)/g;

/** The words of a text without those that are struck out, in the same lines, and those that are. */
export function withoutStruck(text: string): { seen: string; struck: StruckWords[] } {
  const struck: StruckWords[] = [];
  let line = 1;
  let counted = 0;
  const seen = text.replace(struckOut, (all, words: string, space: string, at: number) => {
    for (let end = text.indexOf('\n', counted); end >= 0 && end < at; end = text.indexOf('\n', counted)) {
      line += 1;
      counted = end + 1;
    }
    struck.push({ line, text: words });
    const lineEnds = words.replace(/[^\n]/g, '');
    if (lineEnds !== '') return lineEnds;
    const isApart = /^\s?$/.test(text.charAt(at - 1));
    const next = text.charAt(at + all.length);
    return isApart ? '' : space !== '' || /[\p{L}\p{N}]/u.test(next) ? ' ' : '';
  });
  return { seen, struck };
}
