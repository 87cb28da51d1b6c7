import type { Locator } from '../../model/locator.ts';
import type { Part, PlaceInPart } from '../part.ts';
import type { SlideBlock } from './slide.ts';

/** One slide, its title as its heading; `unread` says why words of it may be missing. */
export function slidePart(slide: number, blocks: SlideBlock[], unread: string | null): Part {
  let text = '';
  const headings: Part['headings'] = [];
  const places: PlaceInPart[] = [];
  for (const block of blocks) {
    if (block.kind === 'title') {
      headings.push({ start: text.length, end: text.length + block.text.length, level: 1 });
    }
    const start = text.length;
    text += `${block.text}\n\n`;
    const locator: Locator = { kind: 'slide', slide, ...(block.kind === 'comment' && { comment: true }) };
    places.push({ start, end: text.length, locator });
  }
  return {
    locator: { kind: 'slide', slide },
    text: text === '' ? '\n' : text,
    method: 'text',
    headings,
    marginLines: [],
    ...(blocks.some(({ kind }) => kind === 'comment') && { places }),
    ...(unread === null ? {} : { unread }),
  };
}
