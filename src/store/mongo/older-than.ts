import type { TimePlace } from '../../domain/cursor.ts';

/** The conditions of what follows a place in an order by time of making, newest first, and by id. */
export function olderThan({ createdAt, _id }: TimePlace) {
  const time = new Date(createdAt);
  return { createdAt: { $lte: time }, $or: [{ createdAt: { $lt: time } }, { _id: { $gt: _id } }] };
}
