import { createHash } from 'node:crypto';
import type { Versioned } from './records/versioned.ts';

export const deliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'gone', 'undeliverable'] as const;

/**
 * `waiting`: due at `nextAttemptAt`. `sending` without a lease: due at once. `failed`: all attempts failed, and there
 * will be no further attempt. `gone`: the receiver reported that the address no longer exists. `undeliverable`:
 * the recipient cannot receive messages, refused this one, or the run was deleted; there will be no further attempt.
 */
export type DeliveryState = (typeof deliveryStates)[number];

export const channels = ['email', 'webhook', 'none'] as const;

export type ChannelName = (typeof channels)[number];

/** One attempt and its result. `unknown`: the process that made the attempt died before it stored a result. */
export type DeliveryAttempt = { at: string; outcome: 'delivered' | 'failed' | 'unknown'; detail: string };

/**
 * The message about one run to one recipient. Run and recipient determine the id, so that creating the same message
 * again changes nothing.
 */
export type Delivery = Versioned & {
  projectId: string;
  runId: string;
  recipient: string;
  channel: ChannelName;
  state: DeliveryState;
  /** Why the message is not delivered; null while nothing prevents its delivery. */
  reason: string | null;
  /** The newest attempts. */
  attempts: DeliveryAttempt[];
  /** The number of attempts since the message was created or last resent manually. */
  tries: number;
  /** How often the message was resent manually. */
  resends: number;
  nextAttemptAt: string | null;
  /** The name of the lease under which a process is sending the message; null if no process is sending it. */
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

/** The channel of a recipient: `none` if it is neither an email address nor a link. */
export function channelOf(recipient: string): ChannelName {
  if (/^https?:\/\//i.test(recipient)) return 'webhook';
  return recipient.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}.-]+$/u.test(recipient)
    ? 'email'
    : 'none';
}

/** The recipient in the form in which recipients are compared. */
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
 * Milliseconds to wait after `tries` attempts; null if no attempt is left. Up to a tenth is added, depending on
 * `random` (0 to 1), so that messages are not sent in bursts. If the receiver asked for a longer wait (`askedMs`), that
 * wait is used, up to 24 hours.
 */
export function waitAfter(tries: number, random: number, askedMs = 0): number | null {
  const wait = retryAfterMs[tries - 1];
  if (wait === undefined) return null;
  return Math.max(Math.min(askedMs, longestWaitMs), Math.round(wait * (1 + random / 10)));
}

/** Marks the delivery as being sent by the process that has the lease. */
export function leased(delivery: Delivery, lease: string): Delivery {
  return { ...delivery, state: 'sending', lease, nextAttemptAt: null };
}

/**
 * When a process may claim the delivery, in ms since the epoch; null if no process may. A delivery without a lease in
 * the state `sending` is due at once, regardless of the clock.
 */
export function dueAt({ state, lease, nextAttemptAt }: Delivery): number | null {
  if (state === 'sending' && lease === null) return 0;
  return nextAttemptAt === null ? null : Date.parse(nextAttemptAt);
}

/** Adds an attempt to the log of the delivery, which contains only the newest 20 attempts. */
export function withAttempt(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return { ...delivery, attempts: [...delivery.attempts, attempt].slice(-storedAttempts) };
}
