import type { SourceText } from '../../model/source.ts';
import { fold } from './fold.ts';
import type { Folded } from './folded.ts';

const indexes = new WeakMap<SourceText, Folded>();

/** Releases what `buildIndex` caches of a source; it is built again on demand. */
export function forgetIndex(content: SourceText): void {
  indexes.delete(content);
}

/**
 * The source's text in the matcher's form, without its skips: built once for each source and cached until it is
 * forgotten or the source is. A skip counts as a line end, so a quote and even a hyphenated word continue across it.
 */
export function buildIndex(content: SourceText): Folded {
  const known = indexes.get(content);
  if (known) return known;
  const index = fold(withoutSkips(content));
  indexes.set(content, index);
  return index;
}

/** The text with every skip blanked to line ends of the same length, so that offsets do not change. */
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
