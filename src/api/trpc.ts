import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { AppError, type AppErrorCode } from '../domain/errors.ts';
import type { ApiContext } from './context.ts';
import { problemOf } from './problem.ts';

/** A procedure's metadata besides its schemas. */
export type Meta = OpenApiMeta<{
  /** The success status; 200 by default. */
  success?: 200 | 201;
  /** The error codes that not every call can return, for the document. */
  errors?: readonly AppErrorCode[];
  /**
   * Fields that the service adds to records: accepted and ignored, so that a record can be sent back as it was read.
   */
  ignores?: readonly string[];
  /**
   * Whether a repeated request with the same `Idempotency-Key` gets the first answer: true for every procedure that
   * `changing` creates.
   */
  idempotent?: true;
  /** Whether the body may contain text files, and so be larger. */
  takesTexts?: true;
  /** Whether the response is a page of a list, so that it has a `Link` to the next page. */
  listed?: true;
  /** Whether the record has an `ETag`, so that `If-None-Match` and `If-Match` apply. */
  tagged?: true;
}>;

const t = initTRPC
  .context<ApiContext>()
  .meta<Meta>()
  .create({
    isDev: false,
    errorFormatter({ shape, error, ctx }) {
      const problem = problemOf(error, ctx?.requestId ?? '');
      return {
        ...shape,
        message: problem.detail,
        data: { ...shape.data, problem },
        // The REST adapter spreads this shape and adds its own members; JSON.stringify calls toJSON first.
        ...(ctx?.transport === 'rest' ? { toJSON: () => problem } : {}),
      };
    },
  });

/** tRPC's name for a status; only the typed client sees it. */
const codeOfStatus: Record<number, TRPCError['code']> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
};

const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  throwIfOurs(result);
  return result;
});

/** Pages of other sites must not sign a browser in or out. */
const ownSiteAlone = t.middleware(async ({ ctx, type, next }) => {
  if (type === 'mutation' && ctx.fromOtherSite) {
    throw new AppError('forbidden', 'the request comes from a page of another site');
  }
  await ctx.limits.call();
  return next();
});

const limitSignIns = t.middleware(async ({ ctx, next }) => {
  await ctx.limits.signIn();
  return next();
});

/**
 * One middleware for everything that authenticated calls need: each additional one copies the context on every call.
 */
const knownCaller = t.middleware(async ({ ctx, meta, getRawInput, next }) => {
  const { caller } = ctx;
  if (caller === null) throw ofTrpc(new AppError('unauthenticated', 'sign in, or send a valid API token'));
  await ctx.limits.call().catch((error: unknown) => {
    throw error instanceof AppError ? ofTrpc(error) : error;
  });
  const ignored = meta?.ignores;
  const result = await next({
    ctx: { caller, actor: caller.actor },
    ...(ignored && { getRawInput: async () => without(ignored, await getRawInput()) }),
  });
  throwIfOurs(result);
  return result;
});

const requireSession = t.middleware(({ ctx, next }) => {
  if (ctx.caller !== null && ctx.caller.via !== 'session') {
    throw new AppError('forbidden', 'an API token does not allow this: sign in on the dashboard');
  }
  return next();
});

/** Maps our error codes to tRPC's names for their statuses. */
function throwIfOurs(result: { ok: true } | { ok: false; error: TRPCError }): void {
  if (!result.ok && result.error.cause instanceof AppError) throw ofTrpc(result.error.cause);
}

function without(ignored: readonly string[], input: unknown): unknown {
  const sent = z.record(z.string(), z.unknown()).safeParse(input);
  if (!sent.success) return input;
  return Object.fromEntries(Object.entries(sent.data).filter(([field]) => !ignored.includes(field)));
}

function ofTrpc(cause: AppError): TRPCError {
  return new TRPCError({ code: codeOfStatus[cause.status] ?? 'INTERNAL_SERVER_ERROR', cause });
}

export const router = t.router;

/** For anonymous callers. */
export const publicProcedure = t.procedure.use(mapErrors).use(ownSiteAlone);

/** For anonymous callers that send a password: each address has a few attempts per hour. */
export const signInProcedure = publicProcedure.use(limitSignIns);

/** For any authenticated caller; the procedure sees only that user's records. */
export const userProcedure = t.procedure.use(knownCaller);

/** For a signed-in person. Tokens are refused, so that a token cannot create tokens. */
export const sessionProcedure = t.procedure.use(mapErrors).use(requireSession).use(knownCaller);

/** For a signed-in person who sends a password. */
export const passwordProcedure = sessionProcedure.use(limitSignIns);
