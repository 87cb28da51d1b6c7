import type { Admit } from '../../domain/records/quota.ts';

export type AuthValue = string | number | boolean | null;
export type AuthRecord = { [field: string]: AuthValue };
/** Selects the records that have one of these values in the field. */
export type AuthMatch = { field: AuthField; values: readonly AuthValue[] };
/** The only fields by which the sign-in library looks up records. */
export const authFields = ['id', 'email', 'token', 'userId', 'accountId', 'identifier'] as const;
export type AuthField = (typeof authFields)[number];

/**
 * The records of the sign-in library: users, accounts with password hashes, sessions, verifications. Times are ISO
 * strings. `id` identifies a record; the `email` of a user and the `token` of a session are unique.
 */
export interface AuthRecordStore {
  /**
   * Adds a record. Throws `email_taken` if a user with the email exists. `admit` gets the number of stored records of
   * the model; if `admit` throws, the record is not added. Two concurrent calls are never both admitted with the same
   * number.
   */
  create(model: string, record: AuthRecord, admit?: Admit): Promise<AuthRecord>;
  /** Returns the matching records in the order of their ids. If `match` is null, every record of the model matches. */
  find(model: string, match: AuthMatch | null, limit?: number): Promise<AuthRecord[]>;
  /**
   * Changes a record. Returns the changed record, or null if there is none. Throws `email_taken` if another user has
   * the new email.
   */
  update(model: string, id: string, change: AuthRecord): Promise<AuthRecord | null>;
  /** Removes the records with these ids. Returns the number of removed records. */
  delete(model: string, ids: string[]): Promise<number>;
  count(model: string): Promise<number>;
}

/** Whether the user is disabled or was deleted: then the user's sessions, tokens and tickets are refused. */
export async function isShutOut(records: AuthRecordStore, userId: string): Promise<boolean> {
  const [user] = await records.find('user', { field: 'id', values: [userId] });
  return user === undefined || typeof user.disabledAt === 'string';
}
