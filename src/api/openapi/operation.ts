import type { AppErrorCode } from '../../domain/errors.ts';
import { errorKinds } from '../../domain/errors.ts';
import type { Meta } from '../trpc.ts';

type Parameter = {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  schema: object;
};
type Header = { description: string; schema: { type: string } };
type HeaderRef = { $ref: string };
type Answer = { description: string; headers?: Record<string, HeaderRef>; content?: Record<string, object> };

/** The part of an operation that is put right here. */
export type OperationDocument = {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, Answer>;
};

export type OperationMeta = Pick<Meta, 'success' | 'errors' | 'idempotent' | 'tagged'> & {
  /** Takes any bytes as its body. */
  takesBytes?: true;
};

/**
 * Makes an operation say what is true of its answers: the status of success, every other status with the problem
 * body and the codes behind it, and the headers that go in and come out.
 */
export function describeOperation(operation: OperationDocument, method: string, meta: OperationMeta): void {
  const success = String(meta.success ?? 200);
  const { content } = operation.responses['200'] ?? {};
  const tagged = meta.tagged === true;
  operation.parameters = [...(operation.parameters ?? []), ...headerParameters(method, meta)];
  operation.responses = {
    [success]: {
      description: success === '201' ? 'Made.' : 'Done.',
      headers: {
        ...everyAnswer,
        ...(success === '201' && { Location: header('Where the new record is.') }),
        ...(tagged && { ETag: header('The version of the record, for If-Match and If-None-Match.') }),
        ...(meta.idempotent && {}),
      },
      ...(content && { content }),
    },
    ...(tagged &&
      method === 'GET' && {
        '304': { description: 'Nothing changed since the version in If-None-Match.', headers: everyAnswer },
      }),
    ...problems(errorsOf(method, meta)),
  };
}

function headerParameters(method: string, { tagged, idempotent }: OperationMeta): Parameter[] {
  const parameter = (name: string, description: string): Parameter => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  });
  return [
    ...(tagged && method === 'GET'
      ? [parameter('If-None-Match', 'ETags you have; when one still holds the answer is 304.')]
      : []),
    ...(tagged && (method === 'PATCH' || method === 'PUT')
      ? [
          parameter(
            'If-Match',
            'ETag of the version you read; when the record has another the answer is 412.',
          ),
        ]
      : []),
    ...(idempotent
      ? [
          parameter(
            'Idempotency-Key',
            'Your own key for this request: sent again within 24 hours, it gets the first answer.',
          ),
        ]
      : []),
  ];
}

function errorsOf(method: string, { errors = [], idempotent, takesBytes }: OperationMeta): AppErrorCode[] {
  const takesBody = method !== 'GET' && method !== 'DELETE' && !takesBytes;
  return [
    'validation_failed',
    ...(takesBody ? (['malformed_json'] as const) : []),
    'unauthenticated',
    'forbidden',
    'method_not_allowed',
    ...(takesBody ? (['body_too_large', 'unsupported_media_type'] as const) : []),
    ...errors,
    ...(idempotent ? (['idempotency_key_running', 'idempotency_key_reused'] as const) : []),
    'rate_limited',
    'internal',
    'store_unavailable',
  ];
}

function problems(codes: AppErrorCode[]): Record<string, Answer> {
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
        ...(status === 405 && named('Allow')),
        ...((status === 429 || status === 503) && named('Retry-After')),
      },
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  return Object.fromEntries(answers);
}

function named(...names: (keyof typeof headers)[]): Record<string, HeaderRef> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

const header = (description: string): Header => ({ description, schema: { type: 'string' } });

/** Headers of answers, by name. */
export const headers = {
  'x-request-id': header('The id of this request, as in the log.'),
  RateLimit: header('What is left of the quota, and seconds until it is whole again.'),
  'RateLimit-Policy': header('The quota and its window in seconds.'),
  'Retry-After': header('Seconds until the next request is possible.'),
  Allow: header('The methods this path has.'),
  Location: header('Where the new record is.'),
  ETag: header('The version of the record, for If-Match and If-None-Match.'),
  'Idempotency-Replayed': header('true when this is the answer to an earlier request with the same key.'),
};

const everyAnswer = named('x-request-id', 'RateLimit', 'RateLimit-Policy');
