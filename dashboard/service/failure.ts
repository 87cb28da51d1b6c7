import {
  type Problem,
  ProvisoConnectionError,
  ProvisoRequestError,
  problemOf,
} from '../../src/client/index.ts';

/** Why an action failed, with a text for the user. */
export type Failure = {
  code: string;
  text: string;
  /** The problem of each field that the failure names, by the name of the field. */
  fields: Readonly<Record<string, string>>;
};

/** Converts any error of a call to a failure; never throws. */
export function failureOf(error: unknown): Failure {
  const known = problemOf(error);
  if (known === null && error instanceof ProvisoConnectionError) {
    return { code: 'unreachable', text: unreachable, fields: {} };
  }
  if (known === null) {
    reportError(error);
    return { code: 'page_failed', text: pageFailed, fields: {} };
  }
  const retrySeconds = error instanceof ProvisoRequestError ? error.retryAfterSeconds : null;
  const fields = known.errors.map(({ path, message }) => [path, sentence(message)]);
  return { code: known.code, text: wordsFor(known, retrySeconds), fields: Object.fromEntries(fields) };
}

const unreachable =
  'The server cannot be reached. Check that it is running and that you are connected, then try again.';
const pageFailed = 'This page failed. Reload it and try again.';

/** After how many ms a request that was one too many can be sent again; null for any other error. */
export function waitMsOf(error: unknown): number | null {
  const isTooMany = failureOf(error).code === 'rate_limited' && error instanceof ProvisoRequestError;
  return isTooMany && error.retryAfterSeconds !== null ? error.retryAfterSeconds * 1_000 : null;
}

function wordsFor({ code, detail, requestId }: Problem, retrySeconds: number | null): string {
  switch (code) {
    case 'wrong_credentials':
      return 'The email or the password is wrong. Check both; passwords are case-sensitive.';
    case 'sign_up_closed':
      return 'Sign-up is closed because an account exists. Ask the operator to create one for you.';
    case 'account_disabled':
      return 'This account is disabled. Ask the person who administers Proviso.';
    case 'link_invalid':
      return 'This link is not valid: it has expired, was used, or a newer link replaced it.';
    case 'session_not_found':
      return 'This session has already ended.';
    case 'email_taken':
      return 'An account with this email exists. Sign in, or use another email.';
    case 'unauthenticated':
      return 'Your session has ended. Sign in again to continue.';
    case 'token_not_found':
      return 'This token no longer exists. Reload the page to see your tokens.';
    case 'rate_limited':
      return `Too many attempts. Wait ${wait(retrySeconds)}, then try again.`;
    case 'precondition_failed':
    case 'write_conflict':
      return 'Somebody else has changed this in the meantime. Reload the page to see the change, then try again.';
    case 'politics_missing':
      return 'The rule set of this project was deleted. Choose another one for the project.';
    case 'body_too_large':
      return 'This is more than the server accepts at once. Make it shorter, or upload it as a file.';
    case 'shutting_down':
    case 'store_unavailable':
      return 'The server is not available at the moment. Try again in a minute.';
    case 'internal':
      return `Something failed on the server. Its log has the reason under ${requestId}.`;
    default:
      return sentence(detail);
  }
}

function wait(seconds: number | null): string {
  if (seconds === null) return 'a little';
  if (seconds < 90) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** Makes a sentence of a message that is worded to follow the name of a field. */
function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
