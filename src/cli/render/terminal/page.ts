import type { Colors } from 'picocolors/types.js';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** The page that parts of the report are drawn on. `width` is in terminal columns. */
export type Page = { width: number; paint: Colors };

export const margin = '    ';

/** Text wrapped to the page: `first` starts the first line, `rest` the others. */
export function paragraph(page: Page, text: string, first = margin, rest = first): string[] {
  const room = Math.max(10, page.width - Math.max(stringWidth(first), stringWidth(rest)));
  const lines = wrapAnsi(text, room, { hard: true, trim: true }).split('\n');
  return lines.map((line, index) => (index === 0 ? first : rest) + line);
}

/** The left and right ends of one line; if they do not fit, the left is wrapped and the right follows below. */
export function ends(page: Page, left: string, right: string, first: string, rest: string): string[] {
  const free = page.width - stringWidth(first) - stringWidth(left) - stringWidth(right);
  if (free >= 2) return [first + left + ' '.repeat(free) + right];
  return [...paragraph(page, left, first, rest), rest + right];
}

/** Items side by side, wrapped between items but never inside one. */
export function row(page: Page, items: readonly string[], first = margin, rest = first): string[] {
  const unbroken = items.map((item) => item.replaceAll(' ', noBreakSpace));
  const lines = paragraph(page, unbroken.join('   '), first, rest);
  return lines.map((line) => line.replaceAll(noBreakSpace, ' '));
}

const noBreakSpace = '\u00a0';

/** Joins the parts that have lines, with an empty line between them. */
export function apart(parts: readonly string[][]): string[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

/** Text padded or cut with an ellipsis to exactly `width` columns. */
export function inColumns(text: string, width: number): string {
  const excess = stringWidth(text) - width;
  if (excess <= 0) return text + ' '.repeat(-excess);
  let kept = text;
  while (stringWidth(kept) > width - 1) kept = [...kept].slice(0, -1).join('');
  return `${kept}…${' '.repeat(width - 1 - stringWidth(kept))}`;
}

export function rule(page: Page): string {
  return page.paint.dim('─'.repeat(page.width));
}
