import {
  createTRPCClientProxy,
  httpLink,
  type OperationContext,
  TRPCClientError,
  type TRPCLink,
  type TRPCRequestOptions,
  TRPCUntypedClient,
} from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../api/router.ts';
import type { Calls } from './api.ts';
import type { Connection } from './connection.ts';
import { ProvisoConnectionError, ProvisoRequestError, problemOf } from './errors.ts';
import { notFromProviso, secondsToWait } from './response.ts';

/** The calls of the service. They throw the errors of the client instead of those of tRPC. */
export function callsTo({ base, headers, fetch }: Connection): Calls {
  const link = httpLink<AppRouter>({
    url: `${base}/trpc`,
    headers: ({ op }) => ({ ...headers, ...headersOf(op.context) }),
    fetch: (address, { signal = null, ...init } = {}) => fetch(address, { ...init, signal }),
  });
  return createTRPCClientProxy<AppRouter>(new OwnErrors({ links: [recordVersion, link] }));
}

class OwnErrors extends TRPCUntypedClient<AppRouter> {
  override query(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return super
      .query(path, input, options)
      .catch((error: unknown) => Promise.reject(ownError(error, options)));
  }

  override mutation(path: string, input?: unknown, options?: TRPCRequestOptions): Promise<unknown> {
    return super
      .mutation(path, input, options)
      .catch((error: unknown) => Promise.reject(ownError(error, options)));
  }
}

function ownError(error: unknown, options: TRPCRequestOptions | undefined): unknown {
  if (options?.signal?.aborted) return options.signal.reason;
  if (!(error instanceof TRPCClientError)) return error;
  const response = error.meta?.response instanceof Response ? error.meta.response : null;
  const problem = problemOf(error);
  if (problem !== null) return new ProvisoRequestError(problem, response && secondsToWait(response));
  if (response !== null) return notFromProviso(response);
  return new ProvisoConnectionError('the service could not be reached', { cause: error.cause ?? error });
}

/** Writes the `ETag` of each response to `etag` of the context that the caller passed. */
const recordVersion: TRPCLink<AppRouter> =
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

function headersOf({ ifMatch, ifNoneMatch, idempotencyKey }: OperationContext): Record<string, string> {
  return {
    ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
    ...(typeof ifNoneMatch === 'string' && { 'if-none-match': ifNoneMatch }),
    ...(typeof idempotencyKey === 'string' && { 'idempotency-key': idempotencyKey }),
  };
}
