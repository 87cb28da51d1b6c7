import type { OperationContext, TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../api/router.ts';

/** Writes the `ETag` of each answer to `etag` of the context that the caller passed. */
export const recordVersion: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        next(value) {
          const response = value.context?.response;
          const etag = response instanceof Response ? response.headers.get('etag') : null;
          if (etag !== null) op.context.etag = etag;
          observer.next(value);
        },
      }),
    );

/** The header that makes a change fail with `precondition_failed` if the record has another version by now. */
export function expectedVersion({ ifMatch }: OperationContext): { 'if-match'?: string } {
  return typeof ifMatch === 'string' ? { 'if-match': ifMatch } : {};
}
