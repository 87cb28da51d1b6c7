import type { TimePlace } from '../../../domain/records/cursor.ts';

/** Sorts by creation time, newest first, then by id. */
export const newestFirst = { createdAt: -1, _id: 1 } as const;

/** Returns a filter for the records that come after the given record in this order. */
export function olderThan({ createdAt, _id }: TimePlace) {
  const time = new Date(createdAt);
  return { createdAt: { $lte: time }, $or: [{ createdAt: { $lt: time } }, { _id: { $gt: _id } }] };
}
