/** A table row as one block: its cells' paragraphs next to each other, or below each other when one has several. */
export function rowText(cells: readonly (readonly string[])[]): string {
  const filled = cells.map((paragraphs) => paragraphs.filter((text) => text.trim() !== ''));
  const text = filled.some((paragraphs) => paragraphs.length > 1)
    ? filled.map((paragraphs) => paragraphs.join('\n')).join('\n')
    : filled.map((paragraphs) => paragraphs[0] ?? '').join(' | ');
  return /[^\s|]/.test(text) ? text : '';
}
