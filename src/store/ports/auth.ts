import type { Admit } from '../../domain/records/quota.ts';

export type AuthValue = string | number | boolean | null;
export type AuthRecord = { [field: string]: AuthValue };
/** Finds records by one field, the ones that the sign-in library looks its records up by. */
export type AuthMatch = { field: AuthField; values: readonly AuthValue[] };
export const authFields = ['id', 'email', 'token', 'userId', 'accountId', 'identifier'] as const;
export type AuthField = (typeof authFields)[number];

/**
 * The records of the sign-in library: users, accounts with password hashes, sessions, verifications. Times are ISO
 * strings. `id` is the record's key; a user's `email` and a session's `token` are unique.
 */
export interface AuthRecordStore {
  /**
   * Throws `email_taken` when a user with the email exists. `admit` receives the number of records of the model; an
   * error that it throws prevents the insertion, and no two records are admitted over the same count.
   */
  create(model: string, record: AuthRecord, admit?: Admit): Promise<AuthRecord>;
  /** In the order of ids; every record of the model without a match. */
  find(model: string, match: AuthMatch | null, limit?: number): Promise<AuthRecord[]>;
  /** Returns the changed record, or null when it does not exist. Throws `email_taken`. */
  update(model: string, id: string, change: AuthRecord): Promise<AuthRecord | null>;
  /** Returns the number of records that were removed. */
  delete(model: string, ids: string[]): Promise<number>;
  count(model: string): Promise<number>;
}
