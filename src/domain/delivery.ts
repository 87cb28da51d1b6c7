import { createHash } from 'node:crypto';
import type { Versioned } from './records/versioned.ts';

export const deliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'gone', 'undeliverable'] as const;

/**
 * `waiting`: due at `nextAttemptAt`. `sending` without a lease: due at once. `failed`: the last attempt failed too.
 * `gone`: the receiver reported that the address no longer exists. `undeliverable`: never tried, because it cannot be
 * delivered.
 */
export type DeliveryState = (typeof deliveryStates)[number];

export const channels = ['email', 'webhook', 'none'] as const;

export type ChannelName = (typeof channels)[number];

/** One attempt and its result. `unknown`: the process that made it died first. */
export type DeliveryAttempt = { at: string; outcome: 'delivered' | 'failed' | 'unknown'; detail: string };

/** The message about one run to one recipient. Both determine its id, so that creating it again changes nothing. */
export type Delivery = Versioned & {
  projectId: string;
  runId: string;
  recipient: string;
  channel: ChannelName;
  state: DeliveryState;
  /** Why it is not delivered; null while nothing prevents delivery. */
  reason: string | null;
  /** The newest attempts. */
  attempts: DeliveryAttempt[];
  /** Attempts since the message was created or last resent by hand. */
  tries: number;
  /** How often it was resent by hand. */
  resends: number;
  nextAttemptAt: string | null;
  /** The fencing token of the process that sends it; null if none does. */
  lease: string | null;
};

/** The number of attempts stored per delivery. */
const storedAttempts = 20;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/**
 * Milliseconds to wait after each failed attempt: the schedule that Standard Webhooks recommends, over three days.
 */
const retryAfterMs = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];
const longestWaitMs = 24 * hourMs;

/** The channel of a recipient: `none` for what is neither an email address nor a link. */
export function channelOf(recipient: string): ChannelName {
  if (/^https?:\/\//i.test(recipient)) return 'webhook';
  return recipient.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}.-]+$/u.test(recipient)
    ? 'email'
    : 'none';
}

/** A recipient written in two ways counts once. */
export function recipientKey(recipient: string): string {
  const trimmed = recipient.trim();
  return channelOf(trimmed) === 'email' ? trimmed.toLowerCase() : trimmed;
}

export function deliveryId(runId: string, recipient: string): string {
  return createHash('sha256')
    .update(`${runId}\0${recipientKey(recipient)}`)
    .digest('hex')
    .slice(0, 24);
}

/**
 * Milliseconds to wait after this number of attempts, plus up to a tenth so that messages do not come in bursts, and
 * at least as long as the receiver asked; null if no attempt is left. `random` is from 0 to 1.
 */
export function waitAfter(tries: number, random: number, askedMs = 0): number | null {
  const wait = retryAfterMs[tries - 1];
  if (wait === undefined) return null;
  return Math.max(Math.min(askedMs, longestWaitMs), Math.round(wait * (1 + random / 10)));
}

/** The delivery while it is sent under the lease. */
export function leased(delivery: Delivery, lease: string): Delivery {
  return { ...delivery, state: 'sending', lease, nextAttemptAt: null };
}

/** When a process may claim the delivery, in ms; null if none may. A released one is due whatever the clock says. */
export function dueAt({ state, lease, nextAttemptAt }: Delivery): number | null {
  if (state === 'sending' && lease === null) return 0;
  return nextAttemptAt === null ? null : Date.parse(nextAttemptAt);
}

/** The delivery with one more attempt in its log. */
export function withAttempt(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return { ...delivery, attempts: [...delivery.attempts, attempt].slice(-storedAttempts) };
}
