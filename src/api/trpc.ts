import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { AppError, type AppErrorCode } from '../domain/errors.ts';
import type { ApiContext } from './context.ts';
import { problemOf } from './problem.ts';

/** What a procedure says of itself beside its schemas. */
export type Meta = OpenApiMeta<{
  /** Status of success; 200 when not given. */
  success?: 200 | 201;
  /** Errors beyond those that every call can have: for the document. */
  errors?: readonly AppErrorCode[];
  /** Fields the service adds to records: taken and ignored, so that a record that was read may be sent back. */
  ignores?: readonly string[];
  /** Whether a repeated request with the same `Idempotency-Key` gets the first answer: of every procedure made by `changing`. */
  idempotent?: true;
  /** Whether its body may carry the content of text files, and be that much larger. */
  takesTexts?: true;
  /** Whether the answer is a part of a list, which a `Link` goes on with. */
  listed?: true;
  /** Whether what is read and changed has an `ETag`, for `If-None-Match` and `If-Match`. */
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
        // The REST adapter spreads this shape and adds members of its own; JSON.stringify calls toJSON first.
        ...(ctx?.transport === 'rest' ? { toJSON: () => problem } : {}),
      };
    },
  });

/** tRPC's word for a status; only the typed client sees it. */
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

/** No page of another site may sign a browser in or out. */
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

/** One middleware for what every call of a known user needs: each one more costs every call a copy of its context. */
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

/** Gives an error of ours tRPC's word for its status. */
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

/** For callers that need not be known. */
export const publicProcedure = t.procedure.use(mapErrors).use(ownSiteAlone);

/** For callers that are not known yet and send a password: their address has a few tries an hour. */
export const signInProcedure = publicProcedure.use(limitSignIns);

/** For any known caller; everything it sees belongs to that user. */
export const userProcedure = t.procedure.use(knownCaller);

/** For a person who signed in; tokens are refused, so that a token can't make tokens. */
export const sessionProcedure = t.procedure.use(mapErrors).use(requireSession).use(knownCaller);

/** For a person who signed in and sends a password. */
export const passwordProcedure = sessionProcedure.use(limitSignIns);
