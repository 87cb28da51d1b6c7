import type { TextPart } from '../../service/service.ts';

type TextRange = TextPart['ranges'][number];

/**
 * A paragraph, heading or other piece of a text that is shown as one block. `level` is the level of a heading, from 1;
 * 0 for other text. `place` names a page, slide or other part of the document; the block is in it.
 */
export type Block = {
  start: number;
  end: number;
  level: number;
  place: string;
  startMs: number | null;
  isBoilerplate: boolean;
};

/** Splits a text into blocks: at empty lines, at headings, and where a new place of the document begins. */
export function blocksOf(part: TextPart): Block[] {
  const blocks: Block[] = [];
  const { ranges, headings, skips } = part;
  const starts = new Set(ranges.filter(beginsBlock).map(({ start }) => start));
  let [range, heading, skip] = [0, 0, 0];
  let open: Block | null = null;
  for (const { start, end, isEmpty } of linesOf(part)) {
    while ((ranges[range]?.end ?? Number.POSITIVE_INFINITY) <= start) range += 1;
    while ((headings[heading]?.end ?? Number.POSITIVE_INFINITY) <= start) heading += 1;
    while ((skips[skip]?.end ?? Number.POSITIVE_INFINITY) <= start) skip += 1;
    if (isEmpty) {
      open = null;
      continue;
    }
    const { start: headed = end, level = 0 } = headings[heading] ?? {};
    const ofHeading = headed < end ? level : 0;
    const { start: skipStart = end, end: skipEnd = 0 } = skips[skip] ?? {};
    const isBoilerplate = skipStart <= start && skipEnd >= end - 1;
    if (
      open !== null &&
      !starts.has(start) &&
      open.level === ofHeading &&
      open.isBoilerplate === isBoilerplate
    ) {
      open.end = end;
      continue;
    }
    const at = ranges[range];
    open = {
      // Before the words of a heading there can be marks, such as the # of Markdown.
      ...{ start: ofHeading > 0 ? Math.max(start, headed) : start, end, level: ofHeading, isBoilerplate },
      place: at === undefined ? '' : placeName(at),
      startMs: at?.locator.kind === 'time' ? at.locator.startMs : null,
    };
    blocks.push(open);
  }
  return blocks;
}

type Line = { start: number; end: number; isEmpty: boolean };

/** The lines of a text with their offsets; `end` is after the line end. */
function* linesOf({ text, start: first }: TextPart): Generator<Line> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found + 1;
    yield { start: first + at, end: first + end, isEmpty: text.slice(at, end).trim() === '' };
    at = end;
  }
}

/** Whether a range is a block of its own. A recognised word is not, and lines are split at empty lines. */
function beginsBlock({ locator }: TextRange): boolean {
  return locator.kind !== 'region' && locator.kind !== 'lines';
}

function placeName({ locator, hidden }: TextRange): string {
  if (hidden) return 'Not visible in the document';
  if ('comment' in locator && locator.comment) return 'Comment';
  switch (locator.kind) {
    case 'page':
      return `Page ${locator.page}`;
    case 'region':
      return locator.page === undefined ? '' : `Page ${locator.page}`;
    case 'slide':
      return locator.notes ? `Slide ${locator.slide}, speaker notes` : `Slide ${locator.slide}`;
    case 'message':
      return locator.part.replace(/, paragraph \d+$/, '');
    case 'section':
      return locator.heading === 'Headers and footers' ? locator.heading : '';
    case 'cell':
      return `Sheet ${locator.sheet}`;
    case 'time':
    case 'lines':
      return '';
  }
}
