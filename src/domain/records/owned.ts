import { AppError, type AppErrorCode } from '../errors.ts';

/** The acting user, known from a token or a session, never from the request's body. */
export type Actor = { readonly userId: string };

declare const checked: unique symbol;

/** A record whose owner was compared with the actor. Only `requireOwned` creates one. */
export type Owned<Record> = Record & { readonly [checked]: true };

/**
 * Returns the record if it is the actor's; else throws the given code, so that "not yours" and "not there" look the
 * same.
 */
export function requireOwned<Record extends { userId: string }>(
  actor: Actor,
  record: Record | null,
  missing: AppErrorCode,
  message: string,
): Owned<Record> {
  if (record !== null && belongsTo(record, actor)) return record;
  throw new AppError(missing, message);
}

function belongsTo<Record extends { userId: string }>(record: Record, actor: Actor): record is Owned<Record> {
  return record.userId === actor.userId;
}
