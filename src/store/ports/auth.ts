import type { Admit } from '../../domain/records/quota.ts';

export type AuthValue = string | number | boolean | null;
export type AuthRecord = { [field: string]: AuthValue };
/** Matches the records that have one of these values in the field. */
export type AuthMatch = { field: AuthField; values: readonly AuthValue[] };
/** The only fields by which the sign-in library looks up records. */
export const authFields = ['id', 'email', 'token', 'userId', 'accountId', 'identifier'] as const;
export type AuthField = (typeof authFields)[number];

/**
 * The records of the sign-in library: users, accounts with password hashes, sessions, verifications. Times are ISO
 * strings. `id` is the record's key; a user's `email` and a session's `token` are unique.
 */
export interface AuthRecordStore {
  /**
   * Throws `email_taken` when a user with the email exists. `admit` receives the number of stored records of the model;
   * if it throws, the record is not added. Two concurrent calls are never admitted at the same number.
   */
  create(model: string, record: AuthRecord, admit?: Admit): Promise<AuthRecord>;
  /** Returns records in the order of their ids. If `match` is null, every record of the model matches. */
  find(model: string, match: AuthMatch | null, limit?: number): Promise<AuthRecord[]>;
  /**
   * Returns the changed record, or null if it does not exist. Throws `email_taken` if another user has the new email.
   */
  update(model: string, id: string, change: AuthRecord): Promise<AuthRecord | null>;
  /** Returns the number of records that were removed. */
  delete(model: string, ids: string[]): Promise<number>;
  count(model: string): Promise<number>;
}
