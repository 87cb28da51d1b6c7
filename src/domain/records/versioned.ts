/** The fields of every stored record. `version` counts its changes from 1 and is the basis of its ETag. */
export type Versioned = {
  _id: string;
  userId: string;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Strictly increases with every change of the record. */
  updatedAt: string;
  version: number;
};

/** The version and times of a new record. */
export function firstStamp(now: Date): Pick<Versioned, 'createdAt' | 'updatedAt' | 'version'> {
  return { createdAt: now.toISOString(), updatedAt: now.toISOString(), version: 1 };
}

/**
 * The changed `record` with the next version and a later `updatedAt` than `last`, even if the clock stops or runs
 * backwards. Id, owner and creation time are those of `last`.
 */
export function stamped<Record extends Versioned>(record: Record, last: Versioned, now: Date): Record {
  const time = Math.max(now.getTime(), Date.parse(last.updatedAt) + 1);
  const { _id, userId, createdAt } = last;
  return {
    ...record,
    _id,
    userId,
    createdAt,
    updatedAt: new Date(time).toISOString(),
    version: last.version + 1,
  };
}
