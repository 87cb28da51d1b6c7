import type { Block } from './block.ts';

/** Markdown with one line for each paragraph. */
export function markdownOf(blocks: readonly Block[]): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'title') return `# ${block.text}`;
    if (block.kind === 'heading') return `## ${block.text}`;
    if (block.kind === 'paragraph') return escaped(block.text);
    const [head = [], ...rows] = block.rows;
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  });
  return `${parts.join('\n\n')}\n`;
}

/** Escapes a number with a full stop at the start of a line, which Markdown would read as a list item. */
function escaped(text: string): string {
  return text.replace(/^(\d+)\. /, '$1\\. ');
}

/** Plain text. Lines are broken at `width` characters, or not at all if `width` is null. */
export function plainTextOf(blocks: readonly Block[], width: number | null): string {
  const parts = blocks.map((block) => {
    if (block.kind === 'title') return block.text.toUpperCase();
    if (block.kind === 'heading') return block.text;
    return block.kind === 'paragraph' ? wrapped(block.text, width) : aligned(block.rows);
  });
  return `${parts.join('\n\n')}\n`;
}

/**
 * Breaks text between words into lines of at most `width` characters. Returns the text unchanged if `width` is null.
 */
export function wrapped(text: string, width: number | null): string {
  return width === null ? text : linesOf(text, width).join('\n');
}

/** The lines of a text, broken between words at `width` characters. */
export function linesOf(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function aligned(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
