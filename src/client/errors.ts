import type { ErrorCode, Problem } from './api.ts';
import { isProblem } from './problem.ts';

/** A request that the service rejected, with the problem that it reported. */
export class ProvisoRequestError extends Error {
  override readonly name: string = 'ProvisoRequestError';
  readonly problem: Problem;
  /** Seconds after which the service accepts requests again; null if it did not say. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.detail);
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The stable code of the problem. A newer service may send codes that this version of the client does not list. */
  get code(): ErrorCode | (string & {}) {
    return this.problem.code;
  }
}

/** The service could not be reached, or something that is not Proviso answered; `cause` has the original error. */
export class ProvisoConnectionError extends Error {
  override readonly name: string = 'ProvisoConnectionError';
}

/**
 * Why a call failed, as the service reported it; null if the service did not answer. Also reads the errors of an
 * ordinary tRPC client.
 */
export function problemOf(error: unknown): Problem | null {
  if (!(error instanceof Error)) return null;
  // The classes are not compared: a program may contain the client twice, once as a module and once as CommonJS.
  // If a request is rejected before it reaches a procedure, the body of the response is the problem itself.
  const candidates = [
    fieldOf(error, 'problem'),
    fieldOf(fieldOf(error, 'data'), 'problem'),
    fieldOf(fieldOf(error, 'meta'), 'responseJSON'),
  ];
  return candidates.find(isProblem) ?? null;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
