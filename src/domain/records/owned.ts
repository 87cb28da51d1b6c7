import { AppError, type AppErrorCode } from '../errors.ts';
import { missingRole, type Role } from '../workspaces/roles.ts';
import { missingScope, type RecordLimit, type Right, type TokenScope } from './rights.ts';

/**
 * The user who makes the request, as identified by a token or a session, never by the request's body, the workspace in
 * which the user acts, the user's present role in it, and what the token may do. `scopes` and `limit` are null for a
 * session.
 */
export type Actor = {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
  readonly scopes: readonly TokenScope[] | null;
  readonly limit: RecordLimit | null;
};

/**
 * The user in the own workspace, whose id is that of the user, without the restrictions of a token: a person with a
 * session, or the operator who acts for the user.
 */
export function unrestricted(userId: string): Actor {
  return { userId, workspaceId: userId, role: 'admin', scopes: null, limit: null };
}

/**
 * Throws `scope_missing` if the token of the request does not include the right, and `role_missing` if the role of the
 * user in the workspace does not.
 */
export function requireRight({ scopes, role }: Actor, right: Right): void {
  const scope = scopes && missingScope(scopes, right);
  if (scope !== null) {
    throw new AppError(
      'scope_missing',
      `this API token does not have the scope ${scope}: create a token with this scope on the dashboard`,
    );
  }
  const needed = missingRole(role, right);
  if (needed === null) return;
  throw new AppError(
    'role_missing',
    `your role in this workspace is ${role}, and this needs the role ${needed}: ask an admin of the workspace`,
  );
}

/** Throws `scope_missing` if the token of the request is limited to one record. */
export function requireNoLimit({ limit }: Actor): void {
  if (limit === null) return;
  throw new AppError(
    'scope_missing',
    `this API token is limited to one ${limit.kind === 'project' ? 'project' : 'rule set'}: use a token without this limit`,
  );
}

/** The rule set and the project to which a record belongs; null for a record that does not belong to one. */
export type Place = { politicsId: string; projectId: string | null };

declare const checked: unique symbol;

/** What a check has proved: with the right to review, write or run, always the right to read too. */
type Proof<Needed extends Right> = Needed extends 'administer'
  ? { readonly administer: true }
  : { readonly read: true } & { readonly [Proved in Needed]: true };

/**
 * A record in the actor's workspace, on which the actor has a right. Only `requireOwned` creates one, so that no code
 * gets a record without a check of the right.
 */
export type Owned<Record, Needed extends Right = 'read'> = Record & { readonly [checked]: Proof<Needed> };

/**
 * Returns the record if the actor has the right, the record belongs to the actor's workspace and `place` is within the
 * limit of the actor's token. Otherwise throws the same error as for a record that does not exist, so that callers cannot
 * find out whether it exists. A record without a `place` must be a part of an owned record.
 */
export function requireOwned<Record extends { workspaceId: string }, Needed extends Right>(
  actor: Actor,
  right: Needed,
  record: Record | null,
  missing: AppErrorCode,
  message: string,
  place: Place | null = null,
): Owned<Record, Needed> {
  requireRight(actor, right);
  if (record !== null && belongsTo<Record, Needed>(record, actor) && isWithin(place, actor)) return record;
  throw new AppError(missing, message);
}

function belongsTo<Record extends { workspaceId: string }, Needed extends Right>(
  record: Record,
  actor: Actor,
): record is Owned<Record, Needed> {
  return record.workspaceId === actor.workspaceId;
}

function isWithin(place: Place | null, { limit }: Actor): boolean {
  if (place === null || limit === null) return true;
  return (limit.kind === 'project' ? place.projectId : place.politicsId) === limit.id;
}
