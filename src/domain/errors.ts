import { ProvisoError } from '../../engine/model/errors.ts';

type ErrorKind = { status: number; title: string };

/**
 * Every error the service can answer with. The code is stable, the status is the HTTP status, the title says
 * what class of problem it is; the message of the single error says what was wrong, where, and what to do.
 */
export const errorKinds = {
  validation_failed: { status: 400, title: 'The request has fields that are not valid' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  upload_incomplete: { status: 400, title: 'The upload broke off' },
  upload_refused: { status: 400, title: 'The file can not be accepted' },
  unauthenticated: { status: 401, title: 'No valid API token or session' },
  wrong_credentials: { status: 401, title: 'Wrong email or password' },
  sign_up_closed: { status: 403, title: 'Sign-up is closed' },
  forbidden: { status: 403, title: 'Not allowed' },
  quota_exceeded: { status: 403, title: 'The account has as many as it may have' },
  path_not_found: { status: 404, title: 'There is nothing at this path' },
  politics_not_found: { status: 404, title: 'No such politics' },
  project_not_found: { status: 404, title: 'No such project' },
  run_not_found: { status: 404, title: 'No such run' },
  finding_not_found: { status: 404, title: 'No such finding' },
  notification_not_found: { status: 404, title: 'No such notification' },
  token_not_found: { status: 404, title: 'No such token' },
  user_not_found: { status: 404, title: 'No such user' },
  asset_not_found: { status: 404, title: 'No such file' },
  method_not_allowed: { status: 405, title: 'This path does not have this method' },
  politics_in_use: { status: 409, title: 'A project uses this politics' },
  politics_missing: { status: 409, title: 'The politics of this project is gone' },
  project_deploying: { status: 409, title: 'The project is being deployed' },
  project_not_deploying: { status: 409, title: 'The project is not being deployed' },
  notification_not_ended: { status: 409, title: 'The notification can not be sent again' },
  run_not_ended: { status: 409, title: 'The run has not ended' },
  email_taken: { status: 409, title: 'This email has an account' },
  idempotency_key_running: { status: 409, title: 'A request with this key is still running' },
  write_conflict: { status: 409, title: 'The record kept changing' },
  precondition_failed: { status: 412, title: 'The record is not as the request expects it' },
  body_too_large: { status: 413, title: 'The body is too large' },
  upload_too_large: { status: 413, title: 'The file is too large' },
  unsupported_media_type: { status: 415, title: 'The body is of a type this path does not take' },
  range_not_satisfiable: { status: 416, title: 'The range lies outside the file' },
  idempotency_key_reused: { status: 422, title: 'The key belongs to another request' },
  page_too_large: { status: 422, title: 'The page is too large' },
  report_too_large: { status: 422, title: 'The report is too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_runs: { status: 429, title: 'Too many runs have not ended' },
  too_many_streams: { status: 429, title: 'Too many event streams are open' },
  internal: { status: 500, title: 'Something went wrong in the service' },
  asset_upload_failed: { status: 500, title: 'The text could not be stored' },
  store_unavailable: { status: 503, title: 'The store does not answer' },
  storage_full: { status: 503, title: 'The service has no space left' },
  shutting_down: { status: 503, title: 'The service is stopping' },
} as const satisfies Record<string, ErrorKind>;

export type AppErrorCode = keyof typeof errorKinds;

/** One field that is wrong: where it stands in the request (`rules[0].name`; empty for the whole), and why. */
export type FieldProblem = { path: string; message: string };

/** What services throw. `errors` lists every field that is wrong, for validation failures. */
export class AppError extends ProvisoError<AppErrorCode> {
  readonly errors: readonly FieldProblem[];

  constructor(code: AppErrorCode, message: string, options?: ErrorOptions & { errors?: FieldProblem[] }) {
    super(code, message, options);
    this.errors = options?.errors ?? [];
  }

  get status(): number {
    return errorKinds[this.code].status;
  }
}

/** Throws `validation_failed` naming every problem, when there is one. */
export function refuseInvalid(problems: FieldProblem[]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, 3).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  throw new AppError('validation_failed', `${named.join('; ')}${more}`, { errors: problems });
}

/** A path into a request as errors show it: `['rules', 0, 'name']` is `rules[0].name`. */
export function fieldPath(segments: readonly PropertyKey[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return path === '' ? String(segment) : `${path}.${String(segment)}`;
  }, '');
}
