import { type AppErrorCode, errorKinds } from '../src/domain/errors.ts';

/** What a caller can do about each error. The message of an error can be more precise. */
const remedies: Record<AppErrorCode, string> = {
  validation_failed:
    '`errors` lists the invalid fields with their paths, at most 50; correct the fields and send the request again.',
  malformed_json: 'Send one JSON object.',
  upload_incomplete: 'The connection closed before the whole file arrived: send the file again.',
  upload_refused: 'The message says what is wrong with the file or the form.',
  link_invalid: 'The link has expired or was used, or a newer link replaced it: ask for a new one.',
  unauthenticated: 'Send a token in the header `api-token`; `proviso token add` creates one.',
  wrong_credentials: 'Check the email and the password; `proviso user passwd` sets a new password.',
  account_disabled: 'Ask the administrator of the service, who can enable the account.',
  sign_up_closed: 'Ask the operator of the service to create an account with `proviso user add`.',
  forbidden: 'The message says which permission is missing.',
  scope_missing:
    'The message names the missing scope: send a token that has it. [Teams](teams.md) lists what each scope allows.',
  role_missing:
    'The message names your role and the one that is needed: ask an admin of the workspace for it. [Teams](teams.md) lists what each role allows.',
  quota_exceeded:
    'The message names the limit; delete records that you no longer need. [Limits](limits.md) lists all limits.',
  path_not_found: '`/docs` lists every path.',
  politics_not_found: 'The rule set does not exist, was deleted, or belongs to another workspace.',
  project_not_found: 'The project does not exist, was deleted, or belongs to another user.',
  run_not_found: 'The run does not exist, has expired, or belongs to another project.',
  finding_not_found: 'The run has no finding with this id.',
  citation_not_found: 'The finding has no citation with this index.',
  text_not_found:
    'The text that the run read from the file has expired (`KEEP_TEXTS_DAYS`). Check the project again to read the file again.',
  pages_not_available:
    'The message says why: the file is not an office document or a presentation, the file is no longer stored, LibreOffice is not installed on the server, LibreOffice cannot open the file, or the file is a DOC file and the server cannot isolate LibreOffice from its other files. Request the text of the file instead.',
  notification_not_found:
    'The notification does not exist, was deleted with its run, or belongs to another project.',
  token_not_found: 'The token does not exist or belongs to another user.',
  user_not_found: 'No account has this id.',
  workspace_not_found:
    'The workspace does not exist, you are not a member of it, or the request acts in another one: the header `workspace` names it for sessions, and a token acts only in its own.',
  member_not_found: 'No member of the workspace has this id.',
  invitation_not_found: 'The invitation was accepted, withdrawn or replaced.',
  session_not_found: 'The session has ended, or belongs to another user.',
  asset_not_found:
    'The URL is wrong, or Proviso deleted the file, because its last record was deleted or no record used it within a day of its upload.',
  method_not_allowed: 'The header `Allow` lists the supported methods.',
  last_admin: 'Make another member an admin first. In the own workspace, a person always stays an admin.',
  workspace_not_empty:
    'Delete the rule sets and projects of the workspace first. Your own workspace cannot be deleted.',
  politics_in_use: 'First assign another rule set to the projects that use it, or delete those projects.',
  politics_missing: 'Set `politicsId` of the project to another rule set, then check the project.',
  project_deploying: 'Wait for the run to end, or cancel it.',
  project_not_deploying: 'The project has no active run to cancel.',
  notification_not_ended:
    'The message says why: delivery is still in progress, or the notification was resent too often.',
  run_not_ended: 'Wait for the run to end.',
  already_signed:
    'If you are the first of two, ask another person to sign. To sign again, withdraw the sign-off first.',
  too_costly: 'The message names the limit: select fewer findings, or leave the sources out of the bundle.',
  mail_not_set_up: 'Ask the operator to set a password with `proviso user passwd`, or to set `SMTP_URL`.',
  password_not_set:
    'The person signs in with an identity provider; a link to set a password is sent by mail.',
  email_taken: 'Sign in, or use another email.',
  idempotency_key_running: 'Send the same request again in a moment.',
  write_conflict: 'Send the request again.',
  precondition_failed: 'Read the record again, then send the change with the new `ETag`.',
  body_too_large: 'Send a smaller body; upload large files with `POST /v1/files`.',
  upload_too_large: 'Send a smaller file; the message names the maximum size.',
  unsupported_media_type: 'Send JSON with `Content-Type: application/json`.',
  range_not_satisfiable: 'Request a range within the size in `Content-Range`.',
  idempotency_key_reused: 'Use a new key for a new request.',
  page_too_large: 'Ask for a smaller `pageSize`; `detail` names a size that fits.',
  bundle_too_large:
    'Leave the files of the run out (`sources=false`), or ask the operator to raise `LIMIT_BUNDLE_BYTES`.',
  report_too_large: 'Read the findings page by page.',
  rate_limited: 'Wait for the number of seconds in `Retry-After`.',
  too_many_runs: 'Wait until a run has ended, or cancel one.',
  too_many_streams: 'Close a stream, or poll the project.',
  internal:
    'Try again. If the error persists, give the `requestId` to the operator of the service, whose log has the cause.',
  asset_upload_failed: 'Nothing was stored; send the request again.',
  store_unavailable: 'Try again in a moment.',
  identity_provider_unavailable:
    'Try again in a moment, or sign in with a password. The log of the service has the reason.',
  storage_full: 'Nothing was stored. Try again later; the operator of the service has to free space.',
  shutting_down: 'Try again in a moment, when the service has restarted.',
};

/** The text of `docs/errors.md`: every error that the service can return, sorted by status. */
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

Every response with a status of 400 or more has a body of type \`application/problem+json\`:

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

\`code\` is stable: use it in programs. \`detail\` is for people, says what was wrong and where, and may change; \`message\`
has the same text. \`errors\` lists each invalid field and is empty for other errors. \`requestId\` is also in the header
\`x-request-id\` and in the log. For a status of 500 and above, the cause is only in the log and not in \`detail\`.

| Status | Code | Meaning | What to do |
|---|---|---|---|`;
