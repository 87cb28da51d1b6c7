import { isComment, type Locator } from '../../engine/model/locator.ts';

/**
 * The place of a citation in words. `p. 23, numbered 13`: the 23rd page of the file, which has the printed number 13.
 */
export function placeWords(locator: Locator): string {
  const place = wordsOf(locator);
  return isComment(locator) ? `comment, ${place}` : place;
}

function wordsOf(locator: Locator): string {
  switch (locator.kind) {
    case 'page': {
      const { page, endPage, pageLabel } = locator;
      const pages = endPage !== undefined && endPage !== page ? `pp. ${page}–${endPage}` : `p. ${page}`;
      return pageLabel !== undefined && pageLabel !== String(page)
        ? `${pages}, numbered ${pageLabel}`
        : pages;
    }
    case 'time':
      return `${clockWords(locator.startMs)}–${clockWords(locator.endMs)}`;
    case 'section':
      return `${locator.heading ? `“${locator.heading}”, ` : ''}paragraph ${locator.paragraph}`;
    case 'region':
      return locator.page === undefined ? 'part of the picture' : `p. ${locator.page}, part of the page`;
    case 'lines':
      return locator.from === locator.to ? `line ${locator.from}` : `lines ${locator.from}–${locator.to}`;
    case 'cell':
      return `sheet ${locator.sheet}, ${locator.range}`;
    case 'slide':
      return `slide ${locator.slide}${locator.notes ? ', speaker notes' : ''}`;
    case 'message':
      return locator.part;
  }
}

/** A time of a recording: `0:01:05`. */
export function clockWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  return [Math.floor(seconds / 3600), ...parts].join(':');
}
