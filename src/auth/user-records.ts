import { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import type { Person, User } from '../domain/user.ts';
import type { AuthRecord, AuthRecordStore } from '../store/ports/auth.ts';

const userSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  createdAt: z.coerce.date(),
  disabledAt: z.string().nullish(),
});

/** The user in a record of the library. */
export function userOf(record: unknown): User {
  const { id, email, name, createdAt, disabledAt } = userSchema.parse(record);
  return { _id: id, email, name, createdAt: createdAt.toISOString(), disabledAt: disabledAt ?? null };
}

/** The records, in which a user is created only if `admit` does not throw for the number of users. */
export function admittingUsers(records: AuthRecordStore, admit: (users: number) => void): AuthRecordStore {
  return {
    ...records,
    create: (model, record) => records.create(model, record, model === 'user' ? admit : undefined),
  };
}

export async function userByEmail(records: AuthRecordStore, email: string): Promise<User | null> {
  const [found] = await records.find('user', { field: 'email', values: [email.trim().toLowerCase()] });
  return found ? userOf(found) : null;
}

/** Throws `user_not_found`. */
export async function requireUserRecord(records: AuthRecordStore, userId: string): Promise<User> {
  const [found] = await records.find('user', { field: 'id', values: [userId] });
  if (found === undefined) throw new AppError('user_not_found', `user ${userId} was not found`);
  return userOf(found);
}

/** Whether the owner of the email has proved to own it, or somebody vouched for it. */
export async function isProved(records: AuthRecordStore, userId: string): Promise<boolean> {
  const [found] = await records.find('user', { field: 'id', values: [userId] });
  return found?.emailVerified === true;
}

/** Throws `user_not_found`. */
export async function changeUser(
  records: AuthRecordStore,
  userId: string,
  change: AuthRecord,
): Promise<User> {
  const changed = await records.update('user', userId, { ...change, updatedAt: new Date().toISOString() });
  if (changed === null) throw new AppError('user_not_found', `user ${userId} was not found`);
  return userOf(changed);
}

/** Adds `invited` to users: true for a user who has not yet a password and has not signed in otherwise. */
export async function asPeople(records: AuthRecordStore, users: User[]): Promise<Person[]> {
  const values = users.map(({ _id }) => _id);
  const accounts = values.length === 0 ? [] : await records.find('account', { field: 'userId', values });
  const usable = new Set(accounts.map(({ userId }) => userId));
  return users.map((user) => ({ ...user, invited: !usable.has(user._id) }));
}

/**
 * How many records are read to find the oldest account. Ids begin with the second of their creation, so the oldest
 * account is among the first ones unless so many were created in one second.
 */
const sameSecond = 100;

/** The oldest account, whose owner administers the service; null if there is no account. */
export async function firstUser(records: AuthRecordStore): Promise<User | null> {
  return oldestFirst((await records.find('user', null, sameSecond)).map(userOf))[0] ?? null;
}

export function oldestFirst(users: User[]): User[] {
  return users.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a._id.localeCompare(b._id));
}
