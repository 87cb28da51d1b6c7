/** Signs with which people draw a frame around text, or begin each line of a comment. */
const sign = /^[ \t]*(\*+|#+|\/\/+|;+|%+|\|)(?=[ \t]|$)/;

/**
 * The text with spaces in place of the signs that frame it, so that each character keeps its line and column. A run of
 * three or more lines that begin with the same sign is a frame if it has a line with nothing but that sign: a list has
 * no empty items. A sign at the end of such a line belongs to the frame too.
 */
export function withoutFrames(text: string): string {
  const lines = text.split('\n');
  for (let from = 0; from < lines.length; ) {
    const mark = markOf(lines[from]);
    let end = from + 1;
    while (mark !== null && end < lines.length && markOf(lines[end]) === mark) end += 1;
    const run = lines.slice(from, end);
    if (mark !== null && run.length >= 3 && run.some((line) => isOnly(line, mark)))
      for (const [at, line] of run.entries()) lines[from + at] = unframed(line, mark);
    from = end;
  }
  return lines.join('\n');
}

/** The character with which a line is framed. */
function markOf(line = ''): string | null {
  return sign.exec(line)?.[1]?.charAt(0) ?? null;
}

function isOnly(line: string, mark: string): boolean {
  return [...line.trim()].every((character) => character === mark || character === ' ' || character === '\t');
}

function unframed(line: string, mark: string): string {
  if (isOnly(line, mark)) return line.replaceAll(mark, ' ');
  const opening = sign.exec(line)?.[0].length ?? 0;
  const words = line.trimEnd();
  const close = /[ \t]$/.test(words.slice(0, -1)) && words.endsWith(mark) ? words.length - 1 : line.length;
  return ' '.repeat(opening) + line.slice(opening, close) + ' '.repeat(line.length - close);
}
