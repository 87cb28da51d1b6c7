import { createHash } from 'node:crypto';
import { Binary } from 'mongodb';
import type { ContentRef, Records } from './records.ts';

/** Well below the 16 MB limit of a record, and large enough that most contents are one piece. */
const pieceBytes = 4 * 1024 * 1024;

/** Bytes of any size, stored in pieces that a reference names. The pieces are written before the reference. */
export type Contents = {
  /**
   * `of` says what the bytes belong to. The same bytes have the same generation: writing them again changes nothing.
   */
  write(userId: string, of: string, bytes: Uint8Array): Promise<ContentRef>;
  /** Null if pieces are missing because they were replaced or removed after the reference was read. */
  read(userId: string, of: string, ref: ContentRef): Promise<Buffer | null>;
  /** Removes pieces of other generations. */
  removeOthers(userId: string, of: string, kept: (ContentRef | null)[]): Promise<void>;
};

export function contentsIn({ pieces }: Pick<Records, 'pieces'>): Contents {
  return {
    async write(userId, of, bytes) {
      const generation = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const ref = { generation, pieces: Math.max(1, Math.ceil(bytes.byteLength / pieceBytes)) };
      for (const [number, _id] of pieceIds(userId, of, ref).entries()) {
        const piece = bytes.subarray(number * pieceBytes, (number + 1) * pieceBytes);
        await pieces.put([
          {
            filter: { _id },
            replacement: {
              userId,
              of,
              generation,
              number,
              writtenAt: new Date(),
              bytes: new Binary(piece),
            },
          },
        ]);
      }
      return ref;
    },

    async read(userId, of, { generation, pieces: count }) {
      const found = await pieces.find('inOrder', { userId, of, generation });
      return found.length === count ? Buffer.concat(found.map(({ bytes }) => bytes.value())) : null;
    },

    async removeOthers(userId, of, kept) {
      const generations = kept.flatMap((ref) => ref?.generation ?? []);
      await pieces.remove('otherGenerations', { userId, of, generation: { $nin: generations } });
    },
  };
}

export function pieceIds(userId: string, of: string, { generation, pieces }: ContentRef): string[] {
  return Array.from({ length: pieces }, (_, number) => JSON.stringify([userId, of, generation, number]));
}

/** What the bytes of a piece belong to, from its id. */
export function ownerOfPiece(id: string): string {
  const [, of]: unknown[] = JSON.parse(id);
  return String(of);
}
