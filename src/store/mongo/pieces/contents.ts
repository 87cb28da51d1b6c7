import { createHash } from 'node:crypto';
import { Binary } from 'mongodb';
import type { ContentRef, Records } from '../database/records.ts';

/**
 * The maximum size of a piece, in bytes. It is well below the 16 MB that a document can have, but most contents fit
 * into one piece.
 */
const pieceBytes = 4 * 1024 * 1024;

/**
 * Stores bytes of any size in pieces, and returns a reference to them. The pieces are written before the record that
 * contains the reference.
 */
export type Contents = {
  /**
   * `of` names the record that the bytes belong to. Equal bytes get the same generation, so writing them again only
   * renews the time of their pieces.
   */
  write(workspaceId: string, of: string, bytes: Uint8Array): Promise<ContentRef>;
  /** Returns null if pieces are missing, because they were replaced or removed after the reference was read. */
  read(workspaceId: string, of: string, ref: ContentRef): Promise<Buffer | null>;
  /** Removes all pieces of the record except those that the references in `kept` name. */
  removeOthers(workspaceId: string, of: string, kept: (ContentRef | null)[]): Promise<void>;
};

export function contentsIn({ pieces }: Pick<Records, 'pieces'>): Contents {
  return {
    async write(workspaceId, of, bytes) {
      const generation = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const ref = { generation, pieces: Math.max(1, Math.ceil(bytes.byteLength / pieceBytes)) };
      for (const [number, _id] of pieceIds(workspaceId, of, ref).entries()) {
        const piece = new Binary(bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes));
        await pieces.put([{ _id, workspaceId, of, generation, number, writtenAt: new Date(), bytes: piece }]);
      }
      return ref;
    },

    async read(workspaceId, of, { generation, pieces: count }) {
      const found = await pieces.find({ workspaceId, of, generation }, { sort: { number: 1 } });
      return found.length === count ? Buffer.concat(found.map(({ bytes }) => bytes.value())) : null;
    },

    async removeOthers(workspaceId, of, kept) {
      const generations = kept.flatMap((ref) => ref?.generation ?? []);
      await pieces.remove({ workspaceId, of, generation: { $nin: generations } });
    },
  };
}

export function pieceIds(workspaceId: string, of: string, { generation, pieces }: ContentRef): string[] {
  return Array.from({ length: pieces }, (_, number) => JSON.stringify([workspaceId, of, generation, number]));
}

/** Returns the name of the record that a piece belongs to. The name is a part of the piece's id. */
export function ownerOfPiece(id: string): string {
  const [, of]: unknown[] = JSON.parse(id);
  return String(of);
}

/** The name under which the output of a run is stored. */
export const outputOf = (runId: string) => `run ${runId} output`;

/** The name under which the text of a source is stored. */
export const textOf = (id: string) => `text ${id}`;
