import type { AuditEntry, Change, ChangeOutcome } from '../../domain/audit.ts';

/** A change that has begun. `ownerId` is null if the workspace is not known yet; then `email` may
 * say whose it is. */
export type PendingChange = Omit<Change, 'ownerId'> & {
  ownerId: string | null;
  email: string | null;
  /** The lease of the process that makes the change. */
  lease: string;
  since: string;
};

/**
 * Stores the audit log of each workspace as a chain that is only appended to, and the changes that have begun. A change is
 * noted before it is made and removed when its entry is written or when it failed, so that no change is without an entry
 * or a note, whenever a process dies.
 */
export interface AuditStore {
  begin(change: PendingChange): Promise<void>;
  /**
   * Appends the entry of a change and removes the note of the change. Does nothing else if the log has an entry of this
   * change. Concurrent calls yield one chain.
   */
  append(change: Change, outcome: ChangeOutcome, now: Date): Promise<void>;
  /** Removes the note of a change that was not made. */
  forget(id: string): Promise<void>;
  /** Returns the changes that have begun, roughly in their order; at most 100. */
  pending(): Promise<PendingChange[]>;
  /** Returns the entries after a sequence number, oldest first. */
  walk(ownerId: string, after: number, most: number): Promise<AuditEntry[]>;
  /** Returns the entries before a sequence number, newest first. */
  walkBack(ownerId: string, before: number, most: number): Promise<AuditEntry[]>;
  /**
   * Removes the entries from before the given time, but never the newest entry of a log, because the next entry contains
   * its hash. Returns the number of removed entries.
   */
  prune(before: Date): Promise<number>;
}
