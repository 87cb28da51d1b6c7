import type { Locator } from '../../../../engine/model/locator.ts';
import { overlapping, type SourceText } from '../../../../engine/model/source.ts';

/**
 * Everything that was read of a file, one line for each range: its place, what it is, and its text. Then the headings
 * with their levels, what was not read, and the warnings.
 */
export function readingOf(content: SourceText): string[] {
  const { text, ranges, skips, headings, unread, warnings } = content;
  let end = 0;
  const lines = ranges.map((range) => {
    const gap = range.start === end ? '' : `(gap of ${range.start - end}) `;
    end = range.end;
    const skipped = overlapping(skips, range).map((skip) =>
      skip.start <= range.start && skip.end >= range.end - 2
        ? ' skipped'
        : ` skips “${text.slice(Math.max(skip.start, range.start), Math.min(skip.end, range.end))}”`,
    );
    const what = `${range.hidden ? ' hidden' : ''}${range.method === 'text' ? '' : ` ${range.method}`}`;
    const words = text.slice(range.start, range.end).replace(/\n+$/, '').replaceAll('\n', '⏎');
    return `${gap}${placeOf(range.locator)}${what}${skipped.join('')}: ${words}`;
  });
  return [
    `${content.mediaType}, ${content.pages} ${content.countedAs}`,
    ...lines,
    ...(end === text.length ? [] : [`(gap of ${text.length - end})`]),
    ...headings.map(({ level, text: words }) => `heading ${level}: ${words}`),
    ...unread.map(({ where, reason }) => `not read: ${where}: ${reason}`),
    ...warnings.map(({ code, message }) => `warning ${code}: ${message}`),
  ];
}

function placeOf(locator: Locator): string {
  const { kind, ...fields } = locator;
  return [
    kind,
    ...Object.values(fields).map((value) => (typeof value === 'object' ? JSON.stringify(value) : value)),
  ].join(' | ');
}
