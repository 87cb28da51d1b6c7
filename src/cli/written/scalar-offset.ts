/**
 * The offset in the source of a YAML or JSON text of the character at `offset` of its value. The source can have quotes,
 * escapes, the header of a block, indentation and folded lines. If the two differ in another way, the result is the
 * beginning of the source.
 */
export function offsetInScalar(source: string, value: string, offset: number): number {
  const header = /^[|>][^\n]*\n/.exec(source)?.[0].length ?? 0;
  const quote = /^["']/.exec(source)?.[0] ?? '';
  let at = header > 0 ? header : quote.length;
  for (let index = 0; index <= offset; index += 1) {
    const wanted = value.charAt(index);
    if (wanted === '') return Math.min(at, source.length);
    if (/\s/.test(wanted)) {
      // A folded line end and its indentation are one space of the value.
      if (index === offset) return at;
      const next = value.charAt(index + 1);
      at += quote === '"' && /^\\[nt]/.test(source.slice(at, at + 2)) ? 2 : 1;
      if (!/\s/.test(next)) while (/\s/.test(source.charAt(at))) at += 1;
      continue;
    }
    while (/\s/.test(source.charAt(at))) at += 1;
    const isEscape =
      (quote === '"' && source.charAt(at) === '\\') || (quote === "'" && source.startsWith("''", at));
    if (source.charAt(isEscape ? at + 1 : at) !== wanted) return 0;
    if (index === offset) return at;
    at += isEscape ? 2 : 1;
  }
  return at;
}
