import { ownerOfPiece, pieceIds } from './contents.ts';
import type { Records } from './records.ts';
import { contentOf } from './run-writes.ts';
import { textOf } from './small-records.ts';

/**
 * How old a piece must be to count as orphaned. The record that names a piece is written within seconds, as long as a
 * request waits for the store; a day leaves room for differing clocks.
 */
export const strayAfterMs = 86_400_000;

const groupSize = 500;

/**
 * Removes pieces that no record names and that were last written before the given time: those of a process that died
 * before it wrote the record, or while it removed it. One call examines `atMost` pieces, and the next continues after
 * them. Returns the number of removed pieces.
 */
export async function removeStrayPieces(
  records: Records,
  writtenBefore: Date,
  atMost = 20 * groupSize,
): Promise<number> {
  const { pieces, service } = records;
  const stored = await service.first('one', { _id: 'pieces' });
  const start = { at: new Date(0), after: '' };
  let last = { at: stored?.at ?? start.at, after: stored?.after ?? start.after };
  let removed = 0;
  for (let seen = 0; seen < atMost; seen += groupSize) {
    const limit = Math.min(groupSize, atMost - seen);
    const group = await pieces.find(
      'oldestFirst',
      {
        writtenAt: { $gte: last.at, $lt: writtenBefore },
        $or: [{ writtenAt: { $gt: last.at } }, { _id: { $gt: last.after } }],
      },
      { limit, only: ['writtenAt'] },
    );
    const named = await namedPieces(
      records,
      group.map(({ _id }) => ownerOfPiece(_id)),
    );
    for (const { _id, writtenAt } of group) {
      last = { at: writtenAt, after: _id };
      // A piece that was written again is about to be named.
      if (!named.has(_id)) removed += await pieces.remove('one', { _id, writtenAt });
    }
    if (group.length === limit) continue;
    last = start;
    break;
  }
  await service.changeOrMake('one', { _id: 'pieces' }, { $set: last });
  return removed;
}

/** The ids of all pieces that the records of these runs and texts name. */
async function namedPieces({ runs, sourceTexts }: Records, owners: string[]): Promise<Set<string>> {
  const idsOf = (kind: RegExp) => [...new Set(owners.flatMap((owner) => kind.exec(owner)?.[1] ?? []))];
  const [ofRuns, ofTexts] = await Promise.all([
    runs.find('one', { _id: { $in: idsOf(/^run (\S+) /) } }, { only: ['userId', 'snapshot', 'result'] }),
    sourceTexts.find('one', { _id: { $in: idsOf(/^text (.*)$/s) } }, { only: ['userId', 'content'] }),
  ]);
  return new Set([
    ...ofRuns.flatMap(({ _id, userId, snapshot, result }) => [
      ...pieceIds(userId, contentOf(_id, 'snapshot'), snapshot),
      ...(result === null ? [] : pieceIds(userId, contentOf(_id, 'result'), result)),
    ]),
    ...ofTexts.flatMap(({ _id, userId, content }) => pieceIds(userId, textOf(_id), content)),
  ]);
}
