/** What every stored record has. `version` counts its changes from 1 and is what an ETag is made of. */
export type Versioned = {
  _id: string;
  userId: string;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Strictly increases with every change of the record. */
  updatedAt: string;
  version: number;
};

/** The stamp of a record that is made now. */
export function firstStamp(now: Date): Pick<Versioned, 'createdAt' | 'updatedAt' | 'version'> {
  return { createdAt: now.toISOString(), updatedAt: now.toISOString(), version: 1 };
}

/** The record with the stamp of its next change: later than the last one, even when the clock stood still or ran back. */
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
