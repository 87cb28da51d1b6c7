import { ProvisoError } from '../../engine/model/errors.ts';

/**
 * One message per class of failure. The messages contain nothing of the server's answer, so that users cannot use links
 * to explore a private network.
 */
const messages = {
  bad_url: 'This is not a link: write it in full, as in https://example.com/report.pdf',
  bad_scheme: 'Only http and https links can be read',
  credentials_in_url: 'The link contains a user name or password: use a link that works without them',
  blocked_address:
    'The link points to a private or reserved address: only public hosts and hosts that the operator allows with FETCH_ALLOW_HOSTS can be read',
  bad_port: 'The link has a port that is not allowed: use a link without a port',
  too_many_redirects: 'The link has too many redirects: open it in a browser and use the final address',
  too_large: 'The file behind the link is larger than the limit',
  deadline: 'The server behind the link did not deliver the file in time',
  dns_failed: 'The host of the link could not be found: check its spelling',
  connect_failed: 'The server behind the link could not be reached',
  tls_failed: 'A trusted https connection to the server behind the link could not be made',
  http_status: 'The server did not send the file: check that the link opens in a browser without signing in',
  server_busy: 'The server behind the link accepts no more requests for now: start the check again later',
  bad_encoding: 'The server compressed the file in a way that is not supported',
  headers_too_large: 'The server sent more header fields than are accepted',
  bad_response: 'The server sent an invalid HTTP response',
  incomplete: 'The connection closed before the file was complete',
} as const;

export type FetchErrorCode = keyof typeof messages;

/** The public message for a class of failure. */
export function fetchErrorMessage(code: FetchErrorCode): string {
  return messages[code];
}

/** A link could not be read. The message can be shown to every user; the cause is only for the log. */
export class FetchError extends ProvisoError<FetchErrorCode> {
  constructor(code: FetchErrorCode, options?: ErrorOptions) {
    super(code, messages[code], options);
  }
}
