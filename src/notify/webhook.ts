import type { RunMessage } from '../domain/runs/run-message.ts';
import { FetchError, type FetchErrorCode } from '../fetch/errors.ts';
import type { GuardedPost, PostAnswer } from '../fetch/guarded-post.ts';
import type { Channel, Sent } from './port.ts';
import { signatureOf, webhookKey } from './webhook-key.ts';

/** How long a receiver may take to answer, in ms. */
const deadlineMs = 20_000;

/** Failures after which every later attempt would fail too. */
const never: readonly FetchErrorCode[] = [
  'bad_url',
  'bad_scheme',
  'credentials_in_url',
  'blocked_address',
  'bad_port',
];

const reasons: Partial<Record<FetchErrorCode, string>> = {
  bad_scheme: 'Webhooks require an https URL',
  blocked_address: 'The URL points to a private or reserved address',
  deadline: `The receiver did not answer within ${deadlineMs / 1000} seconds`,
  connect_failed: 'The receiver could not be reached',
  tls_failed: 'No trusted https connection to the receiver could be made',
  incomplete: 'The receiver closed the connection without an answer',
};

/**
 * Sends notifications as webhooks, signed as Standard Webhooks describes. `secret` is the secret of the installation.
 */
export function webhookChannel(post: GuardedPost, secret: string): Channel {
  return {
    async send(message, recipient, signal) {
      const id = `msg_${message.id}`;
      const seconds = Math.floor(Date.now() / 1000);
      const body = JSON.stringify(payloadOf(message));
      const key = webhookKey(secret, message.userId, recipient);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Proviso',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(key, id, seconds, body),
      };
      try {
        return sentBy(await post({ url: recipient, headers, body, signal, deadlineMs }));
      } catch (error) {
        signal.throwIfAborted();
        return whyNot(error);
      }
    },
    close() {},
  };
}

/** The body of a webhook. */
function payloadOf({ id: _, userId: _user, endedAt, state, ...data }: RunMessage) {
  return { type: `run.${state}`, timestamp: endedAt, data: { state, ...data } };
}

function sentBy({ status, retryAfterMs }: PostAnswer): Sent {
  const detail = `The receiver answered ${status}`;
  if (status >= 200 && status < 300) return { outcome: 'delivered', detail };
  if (status === 410) return { outcome: 'gone', detail: `${detail}: it accepts no more notifications` };
  return { outcome: 'retry', detail, ...(retryAfterMs !== null && { afterMs: retryAfterMs }) };
}

function whyNot(error: unknown): Sent {
  if (!(error instanceof FetchError))
    return { outcome: 'retry', detail: 'The notification could not be sent' };
  const detail = reasons[error.code] ?? error.message;
  return { outcome: never.includes(error.code) ? 'refused' : 'retry', detail };
}
