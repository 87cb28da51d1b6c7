import { type AppErrorCode, errorKinds } from '../src/domain/errors.ts';

/** What to do about an error, beyond what its title says; the message of the single error is more precise. */
const remedies: Record<AppErrorCode, string> = {
  validation_failed:
    '`errors` lists every field that is wrong with its path; correct them and send it again.',
  malformed_json: 'Send one JSON object.',
  upload_incomplete: 'The connection ended before the file did: send it again.',
  upload_refused: 'The message says what is wrong with the file or the form.',
  unauthenticated: 'Send a token in the header `api-token`; `proviso token add` makes one.',
  wrong_credentials: 'Check both; `proviso user passwd` sets a new password.',
  sign_up_closed: 'Whoever runs the service can make an account: `proviso user add`.',
  forbidden: 'The message says what is missing.',
  quota_exceeded:
    'The message says of what; delete what is not needed any more. [Limits](limits.md) lists them.',
  path_not_found: '`/docs` lists every path.',
  politics_not_found: 'It does not exist, was deleted, or belongs to somebody else.',
  project_not_found: 'It does not exist, was deleted, or belongs to somebody else.',
  run_not_found: 'It does not exist, is older than runs are kept, or is of another project.',
  finding_not_found: 'The run has no finding with this id.',
  notification_not_found: 'It does not exist, went with its run, or is of another project.',
  token_not_found: 'It does not exist or belongs to somebody else.',
  user_not_found: 'There is no account with this email.',
  asset_not_found: 'The link is wrong, or no record used the file within a day of its upload.',
  method_not_allowed: 'The header `Allow` lists the methods there are.',
  politics_in_use: 'Give those projects another politics, or delete them first.',
  politics_missing: 'Give the project another `politicsId`, then deploy it.',
  project_deploying: 'Wait for the run to end, or cancel it.',
  project_not_deploying: 'There is nothing to cancel.',
  notification_not_ended: 'The message says why: it is still being tried, or was sent again too often.',
  run_not_ended: 'Wait for the run to end.',
  email_taken: 'Sign in, or use another email.',
  idempotency_key_running: 'Send the same request again in a moment.',
  write_conflict: 'Send the request again.',
  precondition_failed: 'Read the record again, and send the change with its new `ETag`.',
  body_too_large: 'Send less; large files go to `POST /v1/files`.',
  upload_too_large: 'Send a smaller file; the message says how large it may be.',
  unsupported_media_type: 'Send JSON with `Content-Type: application/json`.',
  range_not_satisfiable: 'Ask for bytes within the size that `Content-Range` names.',
  idempotency_key_reused: 'Use a new key for a new request.',
  page_too_large: 'Ask for a smaller `pageSize`; the detail names one that fits.',
  report_too_large: 'Read the findings page by page.',
  rate_limited: 'Wait for as many seconds as `Retry-After` says.',
  too_many_runs: 'Wait until one has ended, or cancel one.',
  too_many_streams: 'Close one, or poll the project.',
  internal:
    'Try again; if it stays, give the `requestId` to whoever runs the service: its log has the cause.',
  asset_upload_failed: 'Nothing was kept; send the request again.',
  store_unavailable: 'Try again in a moment.',
  storage_full: 'Nothing was kept. Try again later; whoever runs the service has to free space.',
  shutting_down: 'Try again in a moment, when it is back.',
};

/** `docs/errors.md`: every error the service can answer with, in the order of its status. */
export function errorsPage(): string {
  const rows = Object.entries(errorKinds)
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title }]) => `| ${status} | \`${code}\` | ${title} | ${remedyOf(code)} |`);
  return `${introduction}\n${rows.join('\n')}\n`;
}

function remedyOf(code: string): string {
  const known = Object.entries(remedies).find(([name]) => name === code);
  return known?.[1] ?? '';
}

const introduction = `# Errors

Every answer with a status of 400 or more has a body of type \`application/problem+json\`:

\`\`\`json
{
  "type": "/docs#error-validation_failed",
  "title": "The request has fields that are not valid",
  "status": 400,
  "detail": "rules[0].name needs at least one character that is not a space",
  "code": "validation_failed",
  "requestId": "1f6ce5a4b0d7c2e9",
  "errors": [{ "path": "rules[0].name", "message": "needs at least one character that is not a space" }],
  "success": false,
  "message": "rules[0].name needs at least one character that is not a space"
}
\`\`\`

\`code\` is stable: branch on it. \`detail\` is for people, says what was wrong and where, and may change; \`message\`
is the same words. \`errors\` names each field that is wrong and is empty for other errors. \`requestId\` is also in the
header \`x-request-id\` and in the log. For a status of 500 and above \`detail\` does not tell the cause; the log does.

| Status | Code | Meaning | What to do |
|---|---|---|---|`;
