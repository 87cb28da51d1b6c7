import type { Span } from '../../model/source.ts';
import type { MarginLine, Part } from '../part.ts';
import { linesFromEdges, maskedText } from './label-candidates.ts';
import type { PrintedLabel } from './page-labels.ts';

/** How many pages before and after a page count as its neighbours. */
const reach = 8;
/**
 * A line recurs if it is on at least this share of the neighbouring pages. A line of an odd page also recurs if it is
 * on at least this share of the odd neighbouring pages. The same applies to even pages.
 */
const recurringShare = 0.6;
const fewestPages = 3;
/**
 * Maximum difference in vertical position, as a fraction of the page's height, between a line and the same line on
 * another page.
 */
const sameHeight = 0.012;
/** Maximum difference in vertical position, as a fraction of the page's height, between lines that are side by side. */
const sameBand = 0.008;

type OuterLine = MarginLine & { key: string; labelled: boolean; alone: boolean };
type Page = { part: number; lines: OuterLine[] };

/**
 * The boilerplate spans of each part, by the index of the part. Boilerplate is a printed page number, or a line that
 * recurs with the same words at the same height on most neighbouring pages, with only boilerplate between the line and
 * the edge of the page. Numbers in the line, except the page's own number, must recur too, so that rows of a table are
 * not mistaken for boilerplate.
 */
export function findBoilerplate(
  parts: Part[],
  labels: ReadonlyMap<number, PrintedLabel>,
): Map<number, Span[]> {
  const pages = parts.flatMap((part, index) =>
    part.locator.kind === 'page' ? [{ part: index, lines: outerLinesOf(part, labels.get(index)) }] : [],
  );
  const found = new Map<number, Span[]>();
  for (const [at, page] of pages.entries()) {
    const neighbours = pages.slice(Math.max(0, at - reach), at + reach + 1);
    const sameSide = neighbours.filter((_, index) => (index + Math.max(0, at - reach) - at) % 2 === 0);
    const own = neighbours.indexOf(page);
    // At the first and last pages of a sequence of page numbers, the pages on one side have other lines or none.
    const sides = [neighbours.slice(0, own + 1), neighbours.slice(own)];
    const recurs = (line: OuterLine) =>
      recursOn(line, neighbours, sameSide) ||
      (line.labelled && sides.some((side) => recursOn(line, side, side)));
    const boilerplate = [
      ...linesFromEdges(page.lines).flatMap((lines) => fromEdge(lines, recurs)),
      ...page.lines.filter((line) => line.margin === 'side' && recurs(line)),
    ].sort((a, b) => a.start - b.start);
    if (boilerplate.length > 0)
      found.set(
        page.part,
        boilerplate.map(({ start, end }) => ({ start, end })),
      );
  }
  return found;
}

function outerLinesOf(part: Part, label: PrintedLabel | undefined): OuterLine[] {
  return part.marginLines.map((line, index) => {
    const text = part.text.slice(line.start, line.end);
    const labelled = label?.line === index;
    const key = labelled
      ? maskedText(text, label.start - line.start, label.end - label.start)
      : text.toLowerCase().replace(/\s+/g, ' ').trim();
    return {
      ...line,
      key,
      labelled,
      alone: labelled && !/[\p{L}\p{N}]/u.test(key.replace(/page|of \d+/g, '')),
    };
  });
}

/**
 * The boilerplate among lines that are sorted from the edge of the page inwards. The list ends at the height of the
 * first line that is not boilerplate.
 */
function fromEdge(lines: OuterLine[], recurs: (line: OuterLine) => boolean): OuterLine[] {
  const boilerplate: OuterLine[] = [];
  let blockedAt: number | null = null;
  for (const line of lines) {
    if (blockedAt !== null && Math.abs(line.y - blockedAt) > sameBand) break;
    if (line.alone || recurs(line)) boilerplate.push(line);
    else blockedAt ??= line.y;
  }
  return boilerplate;
}

function recursOn(line: OuterLine, neighbours: Page[], sameSide: Page[]): boolean {
  const hasLine = ({ lines }: Page) =>
    lines.some(
      (other) =>
        other.margin === line.margin &&
        other.key === line.key &&
        other.labelled === line.labelled &&
        (line.labelled || Math.abs(other.y - line.y) <= sameHeight),
    );
  const all = neighbours.filter(hasLine).length;
  if (all < fewestPages) return false;
  return (
    all >= neighbours.length * recurringShare ||
    sameSide.filter(hasLine).length >= sameSide.length * recurringShare
  );
}
