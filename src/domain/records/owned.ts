import { AppError, type AppErrorCode } from '../errors.ts';

/** The user who makes the request, as identified by a token or a session, never by the request's body. */
export type Actor = { readonly userId: string };

declare const checked: unique symbol;

/** A record whose owner was compared with the actor. Only `requireOwned` creates one. */
export type Owned<Record> = Record & { readonly [checked]: true };

/**
 * Returns the record if it belongs to the actor. Otherwise throws the same error as for a record that does not exist,
 * so that callers cannot find out whether it exists.
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
