/** The fields of every stored record. `version` counts its changes from 1 and is the basis of its ETag. */
export type Versioned = {
  _id: string;
  /** The workspace that the record belongs to. */
  workspaceId: string;
  /** ISO 8601 in UTC with milliseconds. */
  createdAt: string;
  /** Strictly increases with every change of the record. */
  updatedAt: string;
  version: number;
};

/** A record that a person created. `userId` never changes, also when the person leaves the workspace. */
export type Created = Versioned & { userId: string };

/** The version and times of a new record. */
export function firstStamp(now: Date): Pick<Versioned, 'createdAt' | 'updatedAt' | 'version'> {
  return { createdAt: now.toISOString(), updatedAt: now.toISOString(), version: 1 };
}

/**
 * The changed `record` with the next version and a later `updatedAt` than `last`, even if the clock stops or runs
 * backwards. Id, workspace, creator and creation time are those of `last`.
 */
export function stamped<Record extends Versioned>(
  record: Record,
  last: Versioned & { userId?: string },
  now: Date,
): Record {
  const time = Math.max(now.getTime(), Date.parse(last.updatedAt) + 1);
  const { _id, workspaceId, userId, createdAt } = last;
  return {
    ...record,
    _id,
    workspaceId,
    ...(userId !== undefined && { userId }),
    createdAt,
    updatedAt: new Date(time).toISOString(),
    version: last.version + 1,
  };
}
