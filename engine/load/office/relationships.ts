import { posix } from 'node:path';
import type { Archive } from '../zip/archive.ts';
import { elementsNamed, treeOf } from './xml.ts';

/**
 * A reference from one part of an Office document to another. `target` is the name of the other part in the archive.
 */
export type Relationship = { id: string; type: string; target: string };

/** The relationships of a part, without those to something outside of the archive. Throws a `ReadFailure`. */
export async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const bytes = await archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  return elementsNamed(treeOf(bytes), 'Relationship').flatMap(
    ({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
      if (TargetMode === 'External') return [];
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      return [{ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target }];
    },
  );
}

/** The documents of other programs that are embedded in a part, such as a sheet on a slide. */
export function embeddedIn(related: readonly Relationship[]): number {
  return related.filter(({ type }) => type === 'oleObject' || type === 'package').length;
}
