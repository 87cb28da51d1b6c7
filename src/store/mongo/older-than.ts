import type { TimePlace } from '../../domain/cursor.ts';

/** The conditions for records after a position in the order of creation time, newest first, and id. */
export function olderThan({ createdAt, _id }: TimePlace) {
  const time = new Date(createdAt);
  return { createdAt: { $lte: time }, $or: [{ createdAt: { $lt: time } }, { _id: { $gt: _id } }] };
}
