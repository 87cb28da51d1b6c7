import type { Archive } from '../zip/archive.ts';
import type { Relationship } from './relationships.ts';
import { type Element, treeOf } from './xml.ts';

/** What `read` returns for each related part that contains comments, in order. Throws a `ReadFailure`. */
export async function inCommentParts<Found>(
  archive: Archive,
  related: readonly Relationship[],
  read: (part: Element) => Found[],
): Promise<Found[]> {
  const found: Found[] = [];
  for (const { type, target } of related) {
    if (type === 'comments') found.push(...read(treeOf(await archive.read(target))));
  }
  return found;
}
