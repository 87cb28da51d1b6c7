import { newObjectId } from '../domain/records/object-id.ts';
import type { RunMessage } from '../domain/runs/run-message.ts';
import { signingRotations, type WebhookRotation } from '../domain/webhook-rotation.ts';
import { FetchError, type FetchErrorCode } from '../fetch/errors.ts';
import type { GuardedPost, PostAnswer } from '../fetch/guarded-post.ts';
import type { Channel, Sent } from './port.ts';
import { signatureOf, webhookKey } from './webhook-key.ts';

/** Returns the last rotation of the key of a user's webhooks to a URL; null if it was never rotated. */
export type LastRotation = (workspaceId: string, url: string) => Promise<WebhookRotation | null>;

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
  blocked_address:
    'The URL points to a private or reserved address: only the operator can allow it, with FETCH_ALLOW_HOSTS',
  deadline: `The receiver did not answer within ${deadlineMs / 1000} seconds`,
  connect_failed: 'The receiver could not be reached',
  tls_failed: 'No trusted https connection to the receiver could be made',
  incomplete: 'The receiver closed the connection without an answer',
};

/**
 * Sends notifications as webhooks, signed as Standard Webhooks describes. `secret` is the secret of the installation.
 */
export function webhookChannel(post: GuardedPost, secret: string, lastRotation: LastRotation): Channel {
  const send = signedPost(post, secret, lastRotation);
  return {
    async send(message, recipient, signal) {
      const { workspaceId } = message;
      const body = JSON.stringify(payloadOf(message));
      try {
        return sentBy(await send({ workspaceId, url: recipient, id: `msg_${message.id}`, body, signal }));
      } catch (error) {
        signal.throwIfAborted();
        return whyNot(error);
      }
    },
    close() {},
  };
}

/** The receiver's answer to a test. `status` is null if there was none, and `detail` then says why. */
export type WebhookTest = { delivered: boolean; status: number | null; detail: string };

/** Sends a test message to a URL of the user, as the channel sends notifications, and returns the answer. */
export function webhookTester(post: GuardedPost, secret: string, lastRotation: LastRotation) {
  const send = signedPost(post, secret, lastRotation);
  return async (workspaceId: string, url: string): Promise<WebhookTest> => {
    const data = { message: 'This is a test of the webhook. No run has ended.' };
    const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date().toISOString(), data });
    const signal = AbortSignal.timeout(2 * deadlineMs);
    try {
      const answer = await send({ workspaceId, url, id: `msg_${newObjectId()}`, body, signal });
      const { outcome, detail } = sentBy(answer);
      return { delivered: outcome === 'delivered', status: answer.status, detail };
    } catch (error) {
      return { delivered: false, status: null, detail: whyNot(error).detail };
    }
  };
}

type SignedPost = { workspaceId: string; url: string; id: string; body: string; signal: AbortSignal };

/** Posts bodies with a signature by every key that is valid at that time, the current key first. */
function signedPost(post: GuardedPost, secret: string, lastRotation: LastRotation) {
  return async ({ workspaceId, url, id, body, signal }: SignedPost): Promise<PostAnswer> => {
    const now = new Date();
    const seconds = Math.floor(now.getTime() / 1000);
    const signatures = signingRotations(await lastRotation(workspaceId, url), now).map((rotation) =>
      signatureOf(webhookKey(secret, workspaceId, url, rotation), id, seconds, body),
    );
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Proviso',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatures.join(' '),
    };
    return post({ url, headers, body, signal, deadlineMs });
  };
}

/** The body of a webhook. */
function payloadOf({ id: _, workspaceId: __, endedAt, state, ...data }: RunMessage) {
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
