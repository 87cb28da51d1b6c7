import type { TextPart } from '../../service/service.ts';
import { listOf, markOf, type Place } from '../places.ts';

/** A stretch of a text with the words of a quote; the offsets are offsets in the whole text. */
export type Mark = { start: number; end: number; kind: string };

/**
 * The stretches of the quotes in a text, in text order. The service lists only quotes whose words are at their offsets,
 * because no mark is better than a wrong one.
 */
export function marksIn({ quotes }: TextPart, places: readonly Place[], chosen: Place): Mark[] {
  return places
    .flatMap((place) => {
      const quote = quotes.find(({ list, index }) => list === listOf(place) && index === place.index);
      return (quote?.stretches ?? []).map((stretch) => ({ ...stretch, kind: markOf(place, chosen) }));
    })
    .sort((a, b) => a.start - b.start);
}
