import { createColors } from 'picocolors';
import type { Colors } from 'picocolors/types.js';
import stringWidth from 'string-width';
import wrapAnsi from 'wrap-ansi';

/** How the report is drawn: `width` in terminal columns, and `paint` for colours. */
export type Page = { width: number; paint: Colors };

const narrowest = 40;
const widest = 120;

/** A page as wide as the terminal, but between 40 and 120 columns, because longer lines are hard to read. */
export function pageFor({ width, color }: { width: number; color: boolean }): Page {
  return { width: Math.min(widest, Math.max(narrowest, width)), paint: createColors(color) };
}

export const margin = '    ';

/**
 * Wraps text to the width of the page. The first line starts with `first`, the other lines with `rest`. GitHub takes a
 * line that begins with two colons as its command, so a word joiner divides them.
 */
export function paragraph(page: Page, text: string, first = margin, rest = first): string[] {
  const room = Math.max(10, page.width - Math.max(stringWidth(first), stringWidth(rest)));
  const lines = wrapAnsi(text, room, { hard: true, trim: true }).split('\n');
  return lines.map((line, index) => (index === 0 ? first : rest) + line.replace(/^::/, ':\u2060:'));
}

/**
 * A line with text at its left and right ends. If the two texts do not fit on one line, the left one is wrapped, and
 * the right one is on a line below it.
 */
export function ends(page: Page, left: string, right: string, first: string, rest: string): string[] {
  const free = page.width - stringWidth(first) - stringWidth(left) - stringWidth(right);
  if (free >= 2) return [first + left + ' '.repeat(free) + right];
  return [...paragraph(page, left, first, rest), rest + right];
}

/** Items side by side. Line breaks are only between items, never inside an item. */
export function row(page: Page, items: readonly string[], first = margin, rest = first): string[] {
  const unbroken = items.map((item) => item.replaceAll(' ', noBreakSpace));
  const lines = paragraph(page, unbroken.join('   '), first, rest);
  return lines.map((line) => line.replaceAll(noBreakSpace, ' '));
}

const noBreakSpace = '\u00a0';

/** Joins the parts with an empty line between them; parts without lines are left out. */
export function apart(parts: readonly string[][]): string[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : ['', ...part]));
}

/** Text of exactly `width` columns: shorter text is padded, longer text is cut and ends with an ellipsis. */
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

/** Longer quotes and texts are cut in tables; the other formats have them whole. */
const longestShown = 600;

/** The text, or its beginning with an ellipsis if it is too long for a table. */
export function shortened(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
