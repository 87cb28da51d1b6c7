import type { SourceText } from '../../model/source.ts';
import { blanked } from '../quote-text.ts';
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
  const index = fold(blanked(content, { start: 0, end: content.text.length }, '\n'));
  indexes.set(content, index);
  return index;
}
