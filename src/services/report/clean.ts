/**
 * Makes text from a file, or a file name, safe for a terminal and a report. Consecutive white space becomes one space.
 * Control characters, and characters that change the writing direction, are shown as symbols. Soft hyphens are removed.
 * Build servers take `##name[` in a line of a log as their command, so a word joiner divides it.
 */
export function clean(text: string): string {
  return text
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, shown)
    .replace(/##(?=\w*\[)/g, '#\u2060#');
}

/**
 * Cleans each line of a text of Proviso that contains text from files. Line breaks and indentation are kept, because
 * they come from Proviso.
 */
export function cleanLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.slice(0, line.search(/[^ ]|$/)) + clean(line.trimStart()))
    .join('\n');
}

/** Shows a control character of ASCII as its symbol (␛ for U+001B), and any other character by its code point. */
function shown(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`;
}
