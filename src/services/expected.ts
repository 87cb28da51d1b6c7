import { AppError } from '../domain/errors.ts';

/** What a request expects of the record it changes (`If-Match`): one of these versions. */
export type Expected = { versions: readonly number[] };

/** Throws `precondition_failed` when the record has another version than the request expects. */
export function requireVersion(record: { version: number }, expected: Expected | undefined): void {
  if (expected === undefined || expected.versions.includes(record.version)) return;
  throw new AppError(
    'precondition_failed',
    'the record was changed since you read it: read it again, and send its new ETag',
  );
}
