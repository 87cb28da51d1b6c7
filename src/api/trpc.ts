import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { AppError, type AppErrorCode } from '../domain/errors.ts';
import { type Actor, requireRight } from '../domain/records/owned.ts';
import type { Right } from '../domain/records/rights.ts';
import type { ApiContext } from './context.ts';
import { problemOf } from './problem.ts';
import { recorded } from './recorded.ts';

/** What a procedure declares in addition to its schemas. */
export type Meta = OpenApiMeta<{
  /** The HTTP status of a successful response; 200 by default. */
  success?: 200 | 201;
  /**
   * The error codes that the OpenAPI document lists for this procedure, in addition to those that every procedure has.
   */
  errors?: readonly AppErrorCode[];
  /**
   * Fields that the service adds to records. These fields are ignored in requests, so that a client can send a record
   * back unchanged.
   */
  ignores?: readonly string[];
  /**
   * Whether a repeated request with the same `Idempotency-Key` gets the first answer. True for every procedure whose
   * resolver was created by the function `changing`.
   */
  idempotent?: boolean;
  /** Whether the body can contain text files. If so, the size limit of the body is higher. */
  takesTexts?: true;
  /** Whether the response is a page of a list. If so, it has a `Link` header to the next page. */
  listed?: true;
  /** Whether a mutation changes nothing, so that it is not in the audit log. */
  changesNothing?: true;
  /** What the caller must be allowed to do; absent if a session is enough. */
  needs?: Right;
  /** Whether the record has an `ETag`. If so, `If-None-Match` and `If-Match` apply to requests. */
  tagged?: true;
  /** Whether a change can also make the record, so that `If-None-Match: *` applies. */
  begins?: true;
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
      };
    },
  });

/** The names that tRPC uses for the HTTP statuses. Only the typed client sees these names. */
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

/**
 * Refuses mutations from a page of another site, because such a page could sign a browser in or out. Also counts the
 * call.
 */
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
 * Everything that authenticated calls need is in one middleware, because every additional middleware copies the context
 * on each call.
 */
const knownCaller = t.middleware(async ({ ctx, meta, path, type, getRawInput, next }) => {
  const { caller } = ctx;
  if (caller === null) throw ofTrpc(new AppError('unauthenticated', 'sign in, or send a valid API token'));
  await ctx.limits.call().catch((error: unknown) => {
    throw error instanceof AppError ? ofTrpc(error) : error;
  });
  const ignored = meta?.ignores;
  const rawInput = ignored ? async () => without(ignored, await getRawInput()) : getRawInput;
  if (meta?.needs !== undefined) requireRightOf(caller.actor, meta.needs);
  const run = () =>
    next({
      ctx: { caller, actor: caller.actor },
      ...(ignored && { getRawInput: rawInput }),
    });
  const changes = type === 'mutation' && !meta?.changesNothing;
  const result = await (changes ? recorded({ ctx, path, rawInput }, run) : run());
  throwIfOurs(result);
  return result;
});

const requireSession = t.middleware(({ ctx, next }) => {
  if (ctx.caller !== null && ctx.caller.via !== 'session') {
    throw new AppError('forbidden', 'an API token does not allow this: sign in on the dashboard');
  }
  return next();
});

function requireRightOf(actor: Actor, right: Right): void {
  try {
    requireRight(actor, right);
  } catch (error) {
    throw error instanceof AppError ? ofTrpc(error) : error;
  }
}

/** If the result failed with an `AppError`, throws the `AppError` as an error of tRPC with the matching status. */
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

/** For all callers, authenticated or not. */
export const publicProcedure = t.procedure.use(mapErrors).use(ownSiteAlone);

/**
 * For callers who send a password to sign in or to create an account. The number of attempts per hour is limited for
 * each network address.
 */
export const signInProcedure = publicProcedure.use(limitSignIns);

type Rest = NonNullable<Meta['openapi']>;
type Described = Omit<Meta, 'openapi' | 'needs'> & { summary: string; description?: string; tag?: string };

/**
 * For an authenticated caller who may do this; also served under /v1. The procedure can only access the records of this
 * user. Throws `scope_missing`. The tag in the OpenAPI document is what the path is about, if no other is given. Every change
 * is idempotent, unless `idempotent` is false.
 */
export function endpoint(needs: Right, method: Rest['method'], path: Rest['path'], described: Described) {
  const { summary, description, tag = tagIn(path), ...meta } = described;
  const openapi = { ...{ method, path, summary, tags: [tag] }, ...(description && { description }) };
  return t.procedure
    .meta({ idempotent: method !== 'GET' && !meta.changesNothing, ...meta, needs, openapi })
    .use(knownCaller);
}

function tagIn(path: string): string {
  const parts = path.split('/');
  return parts.findLast((part) => ['findings', 'runs', 'notifications'].includes(part)) ?? parts[1] ?? '';
}

/** For a signed-in person. Tokens are refused, so that a token cannot create tokens. */
export const sessionProcedure = t.procedure.use(mapErrors).use(requireSession).use(knownCaller);

/** For a signed-in person who sends a password. The number of attempts is limited. */
export const passwordProcedure = sessionProcedure.use(limitSignIns);
