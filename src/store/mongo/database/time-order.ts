import type { TimePlace } from '../../../domain/records/cursor.ts';

/** The order by creation time, newest first, then by id. */
export const newestFirst = { createdAt: -1, _id: 1 } as const;

/** The conditions for what comes after a place in that order. */
export function olderThan({ createdAt, _id }: TimePlace) {
  const time = new Date(createdAt);
  return { createdAt: { $lte: time }, $or: [{ createdAt: { $lt: time } }, { _id: { $gt: _id } }] };
}
