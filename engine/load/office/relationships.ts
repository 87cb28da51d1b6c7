import { posix } from 'node:path';
import type { Archive } from '../zip/archive.ts';
import { type Attributes, parseXml, type XmlHandler } from './xml.ts';

/**
 * A reference from one part of an Office document to another. `target` is the name of the other part in the archive.
 */
export type Relationship = { id: string; type: string; target: string };

/** The relationships of a part, without those to something outside of the archive. Throws a `ReadFailure`. */
export async function relationshipsOf(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const bytes = await archive.read(posix.join(folder, '_rels', `${posix.basename(part)}.rels`));
  if (bytes === null) return [];
  const reader = parseXml(bytes, new RelationshipReader(folder));
  return reader.found;
}

/** The documents of other programs that are embedded in a part, such as a sheet on a slide. */
export function embeddedIn(related: readonly Relationship[]): number {
  return related.filter(({ type }) => type === 'oleObject' || type === 'package').length;
}

class RelationshipReader implements XmlHandler {
  readonly found: Relationship[] = [];
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  open(name: string, { Id = '', Type = '', Target = '', TargetMode = '' }: Attributes): void {
    if (name !== 'Relationship' || TargetMode === 'External') return;
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(this.#folder, Target);
    this.found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), target });
  }
}
