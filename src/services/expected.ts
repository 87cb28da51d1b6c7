import { AppError } from '../domain/errors.ts';

/** What a request expects of what it changes (`If-Match`): that it has one of these entity tags, or with `*` that it exists. */
export type Expected = '*' | readonly string[];

/**
 * Throws `precondition_failed` when the record has another version than the request expects. A tag begins with the
 * version; what follows a point is of a view of the record and not of the record itself.
 */
export function requireVersion({ version }: { version: number }, expected: Expected | undefined): void {
  if (expected === undefined || expected === '*') return;
  if (!expected.some((tag) => tag.split('.', 1)[0] === String(version))) throw changedSince();
}

/** The same for what has no version: `tag` is its whole tag, nothing when it does not exist. */
export function requireTag(tag: string | undefined, expected: Expected | undefined): void {
  if (expected === undefined) return;
  if (tag === undefined || (expected !== '*' && !expected.includes(tag))) throw changedSince();
}

function changedSince(): AppError {
  return new AppError(
    'precondition_failed',
    'the record has changed since you read it: read it again, and send its new ETag in If-Match',
  );
}
