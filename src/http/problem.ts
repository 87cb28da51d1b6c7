import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import { isCanceled, isForeseen, type Problem, problemOf } from '../api/problem.ts';
import { AppError } from '../domain/errors.ts';
import { contextOf } from './middleware/request-context.ts';

export const problemType = 'application/problem+json; charset=utf-8';

/**
 * The value of `Retry-After` for status 503, in seconds. This status means that the store did not answer, or that the
 * service is stopping.
 */
const retryAfterSeconds = '5';

/**
 * The value of `Retry-After`, in seconds, if a user has too many runs or event streams: one of them may have ended by
 * then.
 */
const roomAfterSeconds = '10';

/** Returns the additional headers of a response with this problem. */
export function problemHeaders({ status, code }: Pick<Problem, 'status' | 'code'>): Record<string, string> {
  if (code === 'too_many_runs' || code === 'too_many_streams') return { 'Retry-After': roomAfterSeconds };
  return status === 503 ? { 'Retry-After': retryAfterSeconds } : {};
}

/** Sends the error as problem+json. Call it only if no part of the response was sent. */
export function sendProblem(req: Request, res: Response, error: unknown): void {
  const problem: Problem = problemOf(error, contextOf(req).requestId);
  if (problem.status === 401) res.setHeader('WWW-Authenticate', 'Bearer');
  for (const [name, value] of Object.entries(problemHeaders(problem))) res.setHeader(name, value);
  res.status(problem.status).setHeader('Content-Type', problemType);
  res.setHeader('Cache-Control', 'no-store');
  res.end(JSON.stringify(problem));
}

/**
 * Creates the last handler, which answers every error with a problem. If a part of the response was already sent, the
 * handler closes the connection instead.
 */
export function problemHandler(log: Logger) {
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const error = transportError(thrown) ?? thrown;
    if (!isForeseen(error) && !isCanceled(error))
      log.error({ err: thrown, requestId: contextOf(req).requestId }, 'request failed');
    if (res.headersSent) res.destroy();
    else sendProblem(req, res, error);
  };
}

/** Converts an error of express or of its body parser to an error of the service. Returns null for any other error. */
function transportError(thrown: unknown): AppError | null {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return null;
  const type = 'type' in thrown ? thrown.type : '';
  if (thrown instanceof URIError) {
    return new AppError('path_not_found', 'the path has a % that does not start an encoded UTF-8 character');
  }
  const status = 'status' in thrown ? thrown.status : 500;
  switch (type) {
    case 'entity.too.large':
      return new AppError('body_too_large', 'the body is larger than this path allows');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError(
        'unsupported_media_type',
        'send the body as UTF-8, plain or, with an account, with gzip',
      );
    case 'request.aborted':
    case 'request.size.invalid':
      return new AppError('malformed_json', 'the body is incomplete');
    default:
      return status === 400 ? new AppError('malformed_json', 'the request cannot be read') : null;
  }
}
