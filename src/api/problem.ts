import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { AppError, type AppErrorCode, errorKinds, type FieldProblem } from '../domain/errors.ts';
import { fieldProblems } from './field-problems.ts';

/** The body of every error: `application/problem+json` (RFC 9457) with additional fields of this API. */
export const problemSchema = z
  .object({
    type: z.string().meta({ description: 'The URL of the description of this class of problem.' }),
    title: z.string().meta({ description: 'The class of the problem in words.' }),
    status: z.int().meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({ description: 'What was wrong, where, and what to do.' }),
    code: z.string().meta({ description: 'The stable code of the problem, for programs.' }),
    requestId: z.string().meta({ description: 'The value of the header x-request-id.' }),
    errors: z
      .array(
        z
          .object({
            path: z.string().meta({ description: 'JSON path of the field, such as rules[0].name.' }),
            message: z.string(),
          })
          .meta({ id: 'FieldProblem' }),
      )
      .meta({ description: 'The invalid fields, at most 50.' }),
    success: z.literal(false),
    message: z.string().meta({ description: 'The same as detail.' }),
  })
  .meta({ id: 'Problem' });

export type Problem = z.infer<typeof problemSchema>;

export type ErrorCode = AppErrorCode;

/**
 * Converts any error to the problem that the caller gets. The problem of an unexpected error reveals only the request
 * id.
 */
export function problemOf(error: unknown, requestId: string): Problem {
  const known = knownError(error);
  if (known !== null) return problem(known.code, known.message, requestId, [...known.errors]);
  return problem(
    'internal',
    `the service failed; its log has the reason under the request id ${requestId}`,
    requestId,
  );
}

/** Whether the error has a documented code and a status below 500. All other errors are failures of the service. */
export function isForeseen(error: unknown): boolean {
  const known = knownError(error);
  return known !== null && known.status < 500;
}

/** Whether the work ended because the client closed the connection, so that nobody reads the response. */
export function isCanceled(error: unknown): boolean {
  const cause = error instanceof TRPCError ? error.cause : error;
  return cause instanceof Error && cause.name === 'AbortError';
}

function problem(
  code: AppErrorCode,
  detail: string,
  requestId: string,
  errors: FieldProblem[] = [],
): Problem {
  const { status, title } = errorKinds[code];
  const type = `/docs#error-${code}`;
  return { type, title, status, detail, code, requestId, errors, success: false, message: detail };
}

function knownError(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  if (!(error instanceof TRPCError)) return null;
  if (error.cause instanceof AppError) return error.cause;
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError) {
    return invalid(fieldProblems(error.cause.issues));
  }
  const code = transportErrors[error.code];
  return code === undefined ? null : new AppError(code, errorKinds[code].title);
}

function invalid(problems: FieldProblem[]): AppError {
  const named = problems.slice(0, 3).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  return new AppError('validation_failed', `${named.join('; ')}${more}`, { errors: problems });
}

/** The error codes of the API for the errors that tRPC itself throws. */
const transportErrors: Partial<Record<TRPCError['code'], AppErrorCode>> = {
  PARSE_ERROR: 'malformed_json',
  BAD_REQUEST: 'malformed_json',
  NOT_FOUND: 'path_not_found',
  METHOD_NOT_SUPPORTED: 'method_not_allowed',
  PAYLOAD_TOO_LARGE: 'body_too_large',
  UNSUPPORTED_MEDIA_TYPE: 'unsupported_media_type',
  UNAUTHORIZED: 'unauthenticated',
};
