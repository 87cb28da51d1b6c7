import type { SourceText } from '../../model/source.ts';
import { fold } from './fold.ts';
import type { Folded } from './folded.ts';

const indexes = new WeakMap<SourceText, Folded>();

/** Releases the index that `buildIndex` cached for a source. */
export function forgetIndex(content: SourceText): void {
  indexes.delete(content);
}

/**
 * The source's text in the form that the matcher needs, without boilerplate. It is cached until `forgetIndex` is called
 * or the source is garbage-collected. Boilerplate counts as a line end, so a quote, and even a hyphenated word, can
 * continue across boilerplate.
 */
export function buildIndex(content: SourceText): Folded {
  const known = indexes.get(content);
  if (known) return known;
  const index = fold(withoutSkips(content));
  indexes.set(content, index);
  return index;
}

/** The text with each character of boilerplate replaced by a line end, so that offsets do not change. */
function withoutSkips({ text, skips }: SourceText): string {
  let blanked = '';
  let position = 0;
  for (const skip of skips) {
    const start = Math.max(position, skip.start);
    if (skip.end <= start) continue;
    blanked += text.slice(position, start) + '\n'.repeat(skip.end - start);
    position = skip.end;
  }
  return blanked + text.slice(position);
}
