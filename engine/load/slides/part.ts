import type { Part } from '../part.ts';
import type { SlideBlock } from './slide.ts';

/** One slide, its title as its heading; `unread` says why words of it may be missing. */
export function slidePart(slide: number, blocks: SlideBlock[], unread: string | null): Part {
  let text = '';
  const headings: Part['headings'] = [];
  for (const block of blocks) {
    if (block.kind === 'title') {
      headings.push({ start: text.length, end: text.length + block.text.length, level: 1 });
    }
    text += `${block.text}\n\n`;
  }
  return {
    locator: { kind: 'slide', slide },
    text: text === '' ? '\n' : text,
    method: 'text',
    headings,
    marginLines: [],
    ...(unread === null ? {} : { unread }),
  };
}
