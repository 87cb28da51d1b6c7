import type { Locator } from '../../model/locator.ts';
import { type Part, textPart } from '../part.ts';
import type { Paragraph } from './paragraphs.ts';

/**
 * A page of an e-book. `path` is its path in the archive. Words before the first heading are cited under its `name`.
 */
export type Chapter = { path: string; name: string };

const pathSeparator = ' > ';
const longestHeading = 200;

/**
 * Returns one part for each paragraph, heading or table row of a page. The locator of a part contains the headings
 * above it.
 */
export function* sectionParts(paragraphs: readonly Paragraph[], chapter?: Chapter): Generator<Part> {
  const path: { level: number; text: string }[] = [];
  let paragraph = 0;
  for (const { text, level, anchor, boilerplate, hidden } of paragraphs) {
    if (level !== null) {
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, text: shortened(text) });
      paragraph = 0;
    } else if (!boilerplate && hidden === undefined) paragraph += 1;
    const heading = path.map((step) => step.text).join(pathSeparator) || shortened(chapter?.name ?? '');
    const place = chapter === undefined ? anchor : anchorIn(chapter, anchor);
    const locator: Locator = {
      kind: 'section',
      ...(heading === '' ? {} : { heading }),
      paragraph: Math.max(1, paragraph),
      ...(place === null ? {} : { anchor: place }),
    };
    yield textPart(locator, `${text}\n\n`, {
      headings: level === null ? [] : [{ start: 0, end: text.length, level }],
      boilerplate,
      ...(hidden && { hidden }),
    });
  }
}

function shortened(heading: string): string {
  return heading.replace(/\s+/g, ' ').slice(0, longestHeading);
}

function anchorIn({ path }: Chapter, anchor: string | null): string {
  return anchor === null ? path : `${path}#${anchor}`;
}
