import { AppError } from '../../domain/errors.ts';

/**
 * What a request requires of the record it changes (`If-Match`): one of these entity tags, or with `*` that the
 * record exists.
 */
export type Expected = '*' | readonly string[];

/**
 * Throws `precondition_failed` if the record has another version than the request expects. A tag starts with the
 * version; what follows a full stop belongs to a view of the record.
 */
export function requireVersion({ version }: { version: number }, expected: Expected | undefined): void {
  if (expected === undefined || expected === '*') return;
  if (!expected.some((tag) => tag.split('.', 1)[0] === String(version))) throw changedSince();
}

/** The same for something without a version: `tag` is its whole tag, null if it does not exist. */
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
