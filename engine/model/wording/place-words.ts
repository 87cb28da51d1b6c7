import { isComment, type Locator } from '../locator.ts';

/** The location of a passage, in as few words as possible. */
export function placeWords(locator: Locator): string {
  const place = wordsOf(locator);
  return isComment(locator) ? `comment on ${place}` : place;
}

function wordsOf(locator: Locator): string {
  switch (locator.kind) {
    case 'page':
      return locator.endPage === undefined
        ? `page ${locator.page}`
        : `pages ${locator.page} to ${locator.endPage}`;
    case 'time':
      return `second ${Math.floor(locator.startMs / 1000)}`;
    case 'section':
      return `paragraph ${locator.paragraph}`;
    case 'region':
      return locator.page === undefined ? 'picture' : `picture on page ${locator.page}`;
    case 'lines':
      return `line ${locator.from}`;
    case 'cell':
      return `sheet ${locator.sheet}, ${locator.range}`;
    case 'slide':
      return `${locator.notes ? 'speaker notes of ' : ''}slide ${locator.slide}`;
    case 'message':
      return locator.part;
  }
}
