import type { Locator } from '../../../model/locator.ts';
import { type Part, type PlaceInPart, textPart } from '../../part.ts';
import type { SlideBlock } from './slide.ts';

/**
 * The parts of one slide: its visible text, with the title as a heading, then its hidden text. `unread` says why words
 * of the slide may be missing; null if none are missing. All text of a hidden slide is hidden.
 */
export function* slideParts(
  slide: number,
  blocks: readonly SlideBlock[],
  { unread, hidden }: { unread: string | null; hidden: boolean },
): Generator<Part> {
  const shown = slidePart(
    slide,
    blocks.filter((block) => block.hidden === undefined),
    unread,
  );
  yield hidden ? { ...shown, hidden: 'hidden_slide' } : shown;
  for (const block of blocks) {
    if (block.hidden !== undefined) yield { ...slidePart(slide, [block], null), hidden: block.hidden };
  }
}

/** The speaker notes as one hidden block, because the slide does not show them. */
export function speakerNotes(paragraphs: readonly string[]): SlideBlock[] {
  if (paragraphs.length === 0) return [];
  return [{ kind: 'notes', text: paragraphs.join('\n\n'), hidden: 'speaker_notes' }];
}

function slidePart(slide: number, blocks: readonly SlideBlock[], unread: string | null): Part {
  let text = '';
  const headings: Part['headings'] = [];
  const places: PlaceInPart[] = [];
  for (const block of blocks) {
    if (block.kind === 'title') {
      headings.push({ start: text.length, end: text.length + block.text.length, level: 1 });
    }
    const start = text.length;
    text += `${block.text}\n\n`;
    places.push({ start, end: text.length, locator: placeOf(slide, block) });
  }
  return textPart({ kind: 'slide', slide }, text === '' ? '\n' : text, {
    headings,
    ...(blocks.some(({ kind }) => kind === 'comment' || kind === 'notes') && { places }),
    ...(unread === null ? {} : { unread }),
  });
}

function placeOf(slide: number, { kind }: SlideBlock): Locator {
  return {
    kind: 'slide',
    slide,
    ...(kind === 'comment' && { comment: true }),
    ...(kind === 'notes' && { notes: true }),
  };
}
