import type { Part } from './part.ts';

/** A label that a page prints, and the line it stands in (an index into the part's margin lines). */
export type PrintedLabel = { label: string; line: number | null };

/** The labels the pages print, by the index of their part. */
export function printedLabels(_parts: Part[]): Map<number, PrintedLabel> {
  return new Map();
}
