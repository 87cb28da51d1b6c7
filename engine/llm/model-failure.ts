import { ProvisoError } from '../model/errors.ts';
import { jsonOf } from './json-in.ts';

export type ModelFailureCode =
  | 'rate_limited'
  | 'quota_used_up'
  | 'server_fault'
  | 'timed_out'
  | 'connection_lost'
  | 'request_refused'
  | 'not_authorized'
  | 'not_installed'
  | 'not_set_up';

/** A call to a model failed. `mayPass` is true if a later attempt can succeed. */
export class ModelFailure extends ProvisoError<ModelFailureCode> {
  readonly mayPass: boolean;
  readonly retryAfterMs: number | undefined;
  readonly status: number | undefined;

  constructor(
    code: ModelFailureCode,
    message: string,
    {
      retryAfterMs,
      status,
      cause,
    }: { retryAfterMs?: number | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(code, message, { cause });
    this.mayPass = ['rate_limited', 'server_fault', 'timed_out', 'connection_lost'].includes(code);
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }
}

/**
 * The failure behind an HTTP response that is not a model's answer. `text` is the body; the failure quotes the
 * server's message from it.
 */
export function failureOf(status: number, text: string, retryAfter: string | null, now: Date): ModelFailure {
  const reason = messageIn(text);
  const options = { status, retryAfterMs: waitOf(retryAfter, now) };
  if (status === 429 && /"insufficient_quota"/.test(text))
    return new ModelFailure('quota_used_up', `The quota of the model's key is used up: ${reason}`, {
      status,
    });
  if (status === 429)
    return new ModelFailure('rate_limited', `The model server asks to slow down: ${reason}`, options);
  if (status === 408 || status >= 500)
    return new ModelFailure('server_fault', `The model server failed with ${status}: ${reason}`, options);
  if (status === 401 || status === 403)
    return new ModelFailure(
      'not_authorized',
      `The model server refuses the key (${status}): ${reason}`,
      options,
    );
  const isTooLong = /\bcontext\b|too many tokens|prompt is too long/i.test(reason);
  return new ModelFailure(
    'request_refused',
    `The model server refuses the request (${status}): ${reason}${isTooLong ? `${/[.!?]$/.test(reason) ? '' : '.'} ${contextAdvice}` : ''}`,
    options,
  );
}

const contextAdvice = 'Lower MODEL_READ_TOKENS, or start the model with a larger context.';

/**
 * The time in a `Retry-After` header, in ms. The header has seconds or a date (RFC 9110 section 10.2.3); undefined if
 * it has neither.
 */
function waitOf(retryAfter: string | null, now: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}

const longestMessage = 300;

function messageIn(text: string): string {
  let reason = text;
  // A body that is not JSON is the message itself.
  const body = jsonOf(text);
  if (body && typeof body === 'object' && 'error' in body) {
    const { error } = body;
    if (typeof error === 'string') reason = error;
    else if (error && typeof error === 'object' && 'message' in error) reason = String(error.message);
  }
  const line = reason.replace(/\s+/gu, ' ').trim();
  return line === '' ? 'no reason given' : line.slice(0, longestMessage);
}
