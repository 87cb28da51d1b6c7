import type { Archive } from '../zip/archive.ts';
import type { Relationship } from './relationships.ts';
import { parseXml, type XmlHandler } from './xml.ts';

/**
 * Uses a new reader for each related part that contains comments, and returns what these readers found, in order.
 * Throws a `ReadFailure`.
 */
export async function inCommentParts<Found>(
  archive: Archive,
  related: readonly Relationship[],
  newReader: () => XmlHandler & { found: readonly Found[] },
): Promise<Found[]> {
  const found: Found[] = [];
  for (const { type, target } of related) {
    const bytes = type === 'comments' ? await archive.read(target) : null;
    if (bytes === null) continue;
    const reader = newReader();
    parseXml(bytes, reader);
    found.push(...reader.found);
  }
  return found;
}
