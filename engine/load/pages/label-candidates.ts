import { numeral } from '../office/numerals.ts';
import type { MarginLine, Part } from '../part.ts';

/** Text in a margin that may be the page's printed label. */
export type LabelCandidate = {
  label: string;
  /**
   * How the label counts: in digits, in lower-case or upper-case Roman numerals, or in digits after a prefix. Only
   * labels of the same style form a sequence.
   */
  style: string;
  value: number;
  line: number;
  /** The position of the label in the part's text. */
  start: number;
  end: number;
  /** The words of the label's line without the label; empty if the label is alone. */
  rest: string;
};

/** How many of the outermost lines at the top and at the bottom of a page can contain its label. */
const deepestLine = 3;

const token = String.raw`(?:[A-Z]{1,3}[-–])?\d{1,4}|[ivxlc]{1,8}|[IVXLC]{1,8}`;
const pageWord = String.raw`(?:page|pg\.?|p\.|seite|página|pagina)\s*`;
const ofTotal = String.raw`(?:\s*(?:of|/|von|de|di|sur)\s*\d{1,4})?`;
const alone = new RegExp(
  String.raw`^[\s\-–—|•·\[(]*(?:${pageWord})?(${token})${ofTotal}[\s\-–—|•·\])]*$`,
  'i',
);
const atStart = new RegExp(String.raw`^(${token})(?=\s*[|•·]\s*\S|\s+\S)`);
const atEnd = new RegExp(String.raw`(?:[\s|•·]|\b${pageWord})(${token})${ofTotal}$`);

/** The possible labels in the outermost lines of a page. */
export function candidatesOf(part: Part): LabelCandidate[] {
  const indexed = part.marginLines.map((own, line) => ({ ...own, line }));
  const outermost = linesFromEdges(indexed).flatMap((lines) => lines.slice(0, deepestLine));
  return outermost.flatMap(({ line, start: offset, end }) => {
    const text = part.text.slice(offset, end);
    const whole = alone.exec(text)?.[1];
    const found = whole === undefined ? [atEnd.exec(text), atStart.exec(text)] : [alone.exec(text)];
    return found.flatMap((match) => {
      const label = match?.[1];
      if (match === null || label === undefined) return [];
      const counted = countOf(label);
      if (counted === null) return [];
      const at = match.index + match[0].indexOf(label);
      const rest = whole === undefined ? maskedText(text, at, label.length) : '';
      return [{ ...counted, label, line, start: offset + at, end: offset + at + label.length, rest }];
    });
  });
}

/** A line's words with `#` in place of its label, so that lines of different pages can be compared. */
export function maskedText(text: string, labelAt: number, labelLength: number): string {
  const masked = `${text.slice(0, labelAt)}#${text.slice(labelAt + labelLength)}`;
  return masked.toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The lines at the top of a page, and those at its bottom, each sorted from the edge inwards. */
export function linesFromEdges<Line extends MarginLine>(lines: readonly Line[]): Line[][] {
  const top = lines.filter(({ margin }) => margin === 'top').sort((a, b) => a.y - b.y);
  const bottom = lines.filter(({ margin }) => margin === 'bottom').sort((a, b) => b.y - a.y);
  return [top, bottom];
}

function countOf(label: string): { style: string; value: number } | null {
  const prefixed = /^([A-Z]{1,3}[-–])(\d{1,4})$/.exec(label);
  if (prefixed !== null) return { style: prefixed[1] ?? '', value: Number(prefixed[2]) };
  if (/^\d+$/.test(label)) return { style: '1', value: Number(label) };
  const value = romanValues.get(label.toLowerCase());
  return value === undefined ? null : { style: label === label.toLowerCase() ? 'i' : 'I', value };
}

/** The values of the Roman numerals that can be labels: those without d and m. */
const romanValues = new Map(
  Array.from({ length: 399 }, (_, index) => [numeral(index + 1, 'roman'), index + 1] as const),
);
