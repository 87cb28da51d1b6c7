import type { Citation } from '../../../engine/model/citation.ts';
import { sourcePlace } from '../../services/report/facts.ts';
import type { CitedPart } from '../agent-service.ts';

/** The text before and after a quote whose file has no pages, in characters. */
const around = 2_000;

/**
 * The page that a citation is on, as the run read it, or the text around the quote if the file has no pages. At most
 * `characters` long, with the quote in it.
 */
export function citedPage(citation: Citation, { text, start, ranges }: CitedPart, characters: number) {
  const { locator } = citation;
  const last = locator.kind === 'page' ? (locator.endPage ?? locator.page) : 0;
  const onPage = ranges.filter(
    (range) =>
      locator.kind === 'page' &&
      range.locator.kind === 'page' &&
      range.locator.page >= locator.page &&
      range.locator.page <= last,
  );
  const whole =
    onPage.length > 0
      ? {
          from: Math.min(...onPage.map((range) => range.start)),
          to: Math.max(...onPage.map((range) => range.end)),
        }
      : { from: citation.start - around, to: citation.end + around };
  const room = Math.max(0, Math.floor((characters - (citation.end - citation.start)) / 2));
  const from = Math.max(whole.from, citation.start - room, start);
  const to = Math.min(whole.to, citation.end + room, from + characters, start + text.length);
  return {
    place: sourcePlace(citation),
    quote: citation.quote.slice(0, characters),
    ...((from > whole.from || to < whole.to) && { isCut: true }),
    text: text.slice(from - start, to - start),
  };
}
