import { ProvisoError } from '../../engine/model/errors.ts';

type ErrorKind = { status: number; title: string };

/**
 * Every error that the service can return. The code is stable, the status is the HTTP status, and the title names the
 * class of the problem. The message is written where the error is thrown: it says what was wrong, where, and what to
 * do.
 */
export const errorKinds = {
  validation_failed: { status: 400, title: 'The request has fields that are not valid' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  upload_incomplete: { status: 400, title: 'The upload is incomplete' },
  upload_refused: { status: 400, title: 'The file cannot be accepted' },
  link_invalid: { status: 400, title: 'The link is not valid' },
  unauthenticated: { status: 401, title: 'No valid API token or session' },
  wrong_credentials: { status: 401, title: 'Wrong email or password' },
  account_disabled: { status: 403, title: 'The account is disabled' },
  sign_up_closed: { status: 403, title: 'Sign-up is closed' },
  forbidden: { status: 403, title: 'Not allowed' },
  scope_missing: { status: 403, title: 'The API token does not allow this' },
  role_missing: { status: 403, title: 'Your role in the workspace does not allow this' },
  quota_exceeded: { status: 403, title: 'The account has reached a limit' },
  path_not_found: { status: 404, title: 'This path does not exist' },
  politics_not_found: { status: 404, title: 'Rule set not found' },
  project_not_found: { status: 404, title: 'Project not found' },
  run_not_found: { status: 404, title: 'Run not found' },
  finding_not_found: { status: 404, title: 'Finding not found' },
  citation_not_found: { status: 404, title: 'Citation not found' },
  text_not_found: { status: 404, title: 'The text of the file is no longer stored' },
  pages_not_available: { status: 404, title: 'The file cannot be shown as pages' },
  notification_not_found: { status: 404, title: 'Notification not found' },
  token_not_found: { status: 404, title: 'Token not found' },
  user_not_found: { status: 404, title: 'User not found' },
  workspace_not_found: { status: 404, title: 'Workspace not found' },
  member_not_found: { status: 404, title: 'Member not found' },
  invitation_not_found: { status: 404, title: 'Invitation not found' },
  session_not_found: { status: 404, title: 'Session not found' },
  asset_not_found: { status: 404, title: 'File not found' },
  method_not_allowed: { status: 405, title: 'This path does not support this method' },
  politics_in_use: { status: 409, title: 'A project uses this rule set' },
  politics_missing: { status: 409, title: 'The rule set of this project was deleted' },
  project_deploying: { status: 409, title: 'The project is being checked' },
  project_not_deploying: { status: 409, title: 'The project is not being checked' },
  notification_not_ended: { status: 409, title: 'The notification cannot be sent again' },
  run_not_ended: { status: 409, title: 'The run has not ended' },
  already_signed: { status: 409, title: 'The run is signed already' },
  mail_not_set_up: { status: 409, title: 'The service sends no mail' },
  password_not_set: { status: 409, title: 'The account has no password' },
  email_taken: { status: 409, title: 'An account with this email exists' },
  last_admin: { status: 409, title: 'A workspace needs an admin' },
  workspace_not_empty: { status: 409, title: 'The workspace cannot be deleted' },
  idempotency_key_running: { status: 409, title: 'A request with this key is still running' },
  write_conflict: { status: 409, title: 'Other requests kept changing the record' },
  precondition_failed: { status: 412, title: 'The record has changed' },
  body_too_large: { status: 413, title: 'The body is too large' },
  upload_too_large: { status: 413, title: 'The file is too large' },
  unsupported_media_type: { status: 415, title: 'This path does not accept this media type' },
  range_not_satisfiable: { status: 416, title: 'The range is outside the file' },
  idempotency_key_reused: { status: 422, title: 'The key was used for another request' },
  page_too_large: { status: 422, title: 'The page is too large' },
  bundle_too_large: { status: 422, title: 'The bundle is too large' },
  too_costly: { status: 422, title: 'The request takes too much time or memory' },
  report_too_large: { status: 422, title: 'The report is too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  too_many_runs: { status: 429, title: 'Too many runs are waiting or active' },
  too_many_streams: { status: 429, title: 'Too many event streams are open' },
  internal: { status: 500, title: 'The service failed unexpectedly' },
  asset_upload_failed: { status: 500, title: 'The text could not be stored' },
  store_unavailable: { status: 503, title: 'The store is not available' },
  identity_provider_unavailable: { status: 503, title: 'The identity provider is not available' },
  storage_full: { status: 503, title: 'The service has no storage space left' },
  shutting_down: { status: 503, title: 'The service is stopping' },
} as const satisfies Record<string, ErrorKind>;

export type AppErrorCode = keyof typeof errorKinds;

/**
 * One invalid field: its path in the request, such as `rules[0].name` (empty for the whole request), and the problem.
 */
export type FieldProblem = { path: string; message: string };

/**
 * The error that services throw. For `validation_failed`, `errors` lists every invalid field; otherwise it is empty.
 */
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

/** Throws `validation_failed` with all problems if there are any. */
export function refuseInvalid(problems: FieldProblem[]): void {
  if (problems.length === 0) return;
  const named = problems.slice(0, 3).map(({ path, message }) => (path ? `${path} ${message}` : message));
  const more = problems.length > 3 ? `; and ${problems.length - 3} more` : '';
  throw new AppError('validation_failed', `${named.join('; ')}${more}`, { errors: problems });
}

/** The path of a field in a request, as errors show it: `rules[0].name` for `['rules', 0, 'name']`. */
export function fieldPath(segments: readonly PropertyKey[]): string {
  return segments.reduce<string>((path, segment) => {
    if (typeof segment === 'number') return `${path}[${segment}]`;
    return path === '' ? String(segment) : `${path}.${String(segment)}`;
  }, '');
}

/** The error for an email that another account has. */
export function emailTaken(cause?: unknown): AppError {
  return new AppError('email_taken', 'an account with this email exists: sign in, or use another email', {
    cause,
  });
}
