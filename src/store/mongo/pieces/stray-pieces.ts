import type { Records } from '../database/records.ts';
import { outputOf, ownerOfPiece, pieceIds, textOf } from './contents.ts';

/**
 * The age, in ms, from which a piece counts as stray if no record refers to it. The record is written within seconds
 * after the piece, because requests do not wait longer for the store. A day allows for clocks that differ.
 */
export const strayAfterMs = 86_400_000;

const groupSize = 500;

/**
 * Removes the pieces to which no record refers and which were last written before the given time. The process that
 * wrote such a piece died before it wrote the record, or a process died while it removed the record. One call checks
 * `atMost` pieces, and the next call continues after them. Returns the number of pieces that were removed.
 */
export async function removeStrayPieces(
  records: Records,
  writtenBefore: Date,
  atMost = 20 * groupSize,
): Promise<number> {
  const { pieces, service } = records;
  const stored = await service.first({ _id: 'pieces' });
  const start = { at: new Date(0), after: '' };
  let last = { at: stored?.at ?? start.at, after: stored?.after ?? start.after };
  let removed = 0;
  for (let seen = 0; seen < atMost; seen += groupSize) {
    const limit = Math.min(groupSize, atMost - seen);
    const group = await pieces.find(
      {
        writtenAt: { $gte: last.at, $lt: writtenBefore },
        $or: [{ writtenAt: { $gt: last.at } }, { _id: { $gt: last.after } }],
      },
      { sort: { writtenAt: 1, _id: 1 }, limit, only: ['writtenAt'] },
    );
    const named = await namedPieces(
      records,
      group.map(({ _id }) => ownerOfPiece(_id)),
    );
    for (const { _id, writtenAt } of group) {
      last = { at: writtenAt, after: _id };
      // A piece that was written again in the meantime has a new time. Such a piece is not removed, because a record
      // will soon refer to it.
      if (!named.has(_id)) removed += await pieces.remove({ _id, writtenAt });
    }
    if (group.length === limit) continue;
    last = start;
    break;
  }
  await service.changeOrMake({ _id: 'pieces' }, { $set: last });
  return removed;
}

/** Returns the ids of all pieces to which the records of these runs and texts refer. */
async function namedPieces({ runs, sourceTexts }: Records, owners: string[]): Promise<Set<string>> {
  const idsOf = (kind: RegExp) => [...new Set(owners.flatMap((owner) => kind.exec(owner)?.[1] ?? []))];
  const [ofRuns, ofTexts] = await Promise.all([
    runs.find({ _id: { $in: idsOf(/^run (\S+) /) } }, { only: ['workspaceId', 'output'] }),
    sourceTexts.find({ _id: { $in: idsOf(/^text (.*)$/s) } }, { only: ['workspaceId', 'content'] }),
  ]);
  return new Set([
    ...ofRuns.flatMap(({ _id, workspaceId, output }) =>
      output === null ? [] : pieceIds(workspaceId, outputOf(_id), output),
    ),
    ...ofTexts.flatMap(({ _id, workspaceId, content }) => pieceIds(workspaceId, textOf(_id), content)),
  ]);
}
