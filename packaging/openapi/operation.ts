import { z } from 'zod';
import type {
  ZodOpenApiContentObject,
  ZodOpenApiOperationObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { problemSchema } from '../../src/api/problem.ts';
import type { Meta } from '../../src/api/trpc.ts';
import { type AppErrorCode, errorKinds } from '../../src/domain/errors.ts';
import { idempotencyKeyPattern } from '../../src/domain/records/idempotency.ts';
import { missingScope } from '../../src/domain/records/rights.ts';
import { headerRefs } from './headers.ts';

/** A path and method, as the OpenAPI document describes them. Either a procedure or a separate handler serves them. */
export type Endpoint = {
  operationId: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  description?: string;
  tags: string[];
  meta: Pick<Meta, 'success' | 'errors' | 'idempotent' | 'tagged' | 'begins' | 'listed' | 'needs'>;
  inPath?: z.ZodObject;
  inQuery?: z.ZodObject;
  inHeader?: z.ZodObject;
  body?: ZodOpenApiContentObject;
  answer: ZodOpenApiContentObject;
  /** Whether the response is a file to save. */
  isFile?: true;
  /** Whether the request needs no token. */
  isPublic?: true;
  /** Security schemes that are accepted in addition to the token. */
  security?: string[];
};

const everyAnswer = headerRefs('x-request-id', 'RateLimit', 'RateLimit-Policy', 'Cache-Control');

/**
 * Describes an endpoint: its input, its success status, every error status, and the headers of request and response.
 */
export function describedOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, summary, description, tags, inPath, inQuery, body, security } = endpoint;
  const header = z.object({ ...endpoint.inHeader?.shape, ...headerParameters(endpoint) });
  return {
    operationId,
    summary,
    description: [description, scopeWords(endpoint)].filter(Boolean).join(' '),
    tags,
    ...(endpoint.isPublic && { security: [] }),
    ...(security && {
      security: ['apiToken', 'bearer', ...security].map((scheme) => ({ [scheme]: [] })),
    }),
    requestParams: { ...(inPath && { path: inPath }), ...(inQuery && { query: inQuery }), header },
    ...(body && { requestBody: { required: true, content: body } }),
    responses: responsesOf(endpoint),
  };
}

/** The scope that a token needs for the endpoint, in words. */
function scopeWords({ meta: { needs } }: Endpoint): string {
  return needs === undefined ? '' : `A token needs the scope \`${missingScope([], needs)}\`.`;
}

function headerParameters({
  method,
  meta: { tagged, begins, idempotent },
}: Endpoint): Record<string, z.ZodType> {
  return {
    ...(tagged && method === 'GET' && { 'If-None-Match': ifNoneMatch }),
    ...(begins && { 'If-None-Match': ifNoneExists }),
    ...(tagged && ['PATCH', 'PUT', 'DELETE'].includes(method) && { 'If-Match': ifMatch }),
    ...(idempotent && { 'Idempotency-Key': idempotencyKey }),
  };
}

const ifNoneMatch = z.string().exactOptional().meta({
  description:
    'The ETags of the versions that you have. If one of them is the current version of the record, the response is 304.',
});
const ifNoneExists = z.string().exactOptional().meta({
  description: 'With *, the response is 412 if there is one already, for example of another person.',
});
const ifMatch = z.string().exactOptional().meta({
  description:
    'The ETag of the version that you read. If the record now has another version, the response is 412.',
});
const idempotencyKey = z.string().regex(idempotencyKeyPattern).exactOptional().meta({
  description:
    'A key of your choice. If you repeat the request with the same key within 24 hours, you get the first response again.',
});

function responsesOf(endpoint: Endpoint): ZodOpenApiResponsesObject {
  const { method, meta, answer } = endpoint;
  const made = meta.success === 201;
  return {
    [made ? '201' : '200']: {
      description: made ? 'Created.' : 'OK.',
      headers: {
        ...everyAnswer,
        ...(made && headerRefs('Location')),
        ...(endpoint.isFile && headerRefs('Content-Disposition')),
        ...(meta.tagged && method !== 'DELETE' && headerRefs('ETag')),
        ...(meta.idempotent && headerRefs('Idempotency-Replayed')),
        ...(meta.listed && headerRefs('Link')),
      },
      content: answer,
    },
    ...(meta.tagged &&
      method === 'GET' && {
        '304': {
          description: 'The record has not changed: its version is in If-None-Match.',
          headers: { ...everyAnswer, ...headerRefs('ETag') },
        },
      }),
    ...problems(errorsOf(endpoint)),
  };
}

function errorsOf({ method, body, isPublic, meta: { errors = [], idempotent } }: Endpoint): AppErrorCode[] {
  if (isPublic) return ['internal', 'store_unavailable'];
  // A call that needs no body, such as canceling a run, still parses a body as JSON if one is sent.
  const takesJson = body ? 'application/json' in body : method !== 'GET' && method !== 'DELETE';
  return [
    'validation_failed',
    ...(takesJson ? (['malformed_json', 'body_too_large', 'unsupported_media_type'] as const) : []),
    'unauthenticated',
    'forbidden',
    'scope_missing',
    'role_missing',
    ...errors,
    ...(idempotent ? (['idempotency_key_running', 'idempotency_key_reused'] as const) : []),
    'rate_limited',
    'internal',
    'store_unavailable',
    'storage_full',
  ];
}

function problems(codes: AppErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = new Map<number, AppErrorCode[]>();
  for (const code of codes) {
    const { status } = errorKinds[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const answers = [...byStatus].map(([status, behind]) => [
    status,
    {
      description: behind.map((code) => `\`${code}\`: ${errorKinds[code].title}.`).join(' '),
      headers: {
        ...everyAnswer,
        ...(status === 401 && headerRefs('WWW-Authenticate')),
        ...((status === 429 || status === 503) && headerRefs('Retry-After')),
      },
      content: { 'application/problem+json': { schema: problemSchema } },
    },
  ]);
  return Object.fromEntries(answers);
}
