import { AppError } from '../../domain/errors.ts';

/**
 * The condition in the header `If-Match` of a request that changes a record. The record must have one of these entity
 * tags; `*` means only that the record must exist, and `none` that it must not, as `If-None-Match: *` says.
 */
export type Expected = '*' | 'none' | readonly string[];

/**
 * Throws `precondition_failed` if the record does not have a version that the request expects. A tag consists of the
 * version of the record and, for some views of the record, a full stop and a suffix. The suffix is ignored.
 */
export function requireVersion({ version }: { version: number }, expected: Expected | undefined): void {
  if (expected === undefined || expected === '*') return;
  if (expected === 'none' || !expected.some((tag) => tag.split('.', 1)[0] === String(version)))
    throw changedSince();
}

/**
 * Throws `precondition_failed` if `tag` is not one of the expected tags. For data without a version, such as a review.
 * `tag` is undefined if the data does not exist.
 */
export function requireTag(tag: string | undefined, expected: Expected | undefined): void {
  if (expected === undefined) return;
  const isExpected =
    expected === 'none' || tag === undefined
      ? (expected === 'none') === (tag === undefined)
      : expected === '*' || expected.includes(tag);
  if (!isExpected) throw changedSince();
}

function changedSince(): AppError {
  return new AppError(
    'precondition_failed',
    'the record has changed since you read it: read it again, and send its new ETag in If-Match',
  );
}
