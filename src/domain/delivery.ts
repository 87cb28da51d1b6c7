import { createHash } from 'node:crypto';
import type { Versioned } from './versioned.ts';

export const deliveryStates = ['waiting', 'sending', 'delivered', 'failed', 'gone', 'undeliverable'] as const;

/**
 * `waiting`: due at `nextAttemptAt`. `sending` without a lease: due at once. `failed`: the last attempt did not succeed either. `gone`: the receiver said that
 * there is nothing at the address any more. `undeliverable`: never tried, because it can't be.
 */
export type DeliveryState = (typeof deliveryStates)[number];

export const channels = ['email', 'webhook', 'none'] as const;

export type ChannelName = (typeof channels)[number];

/** One try, and what came of it. `unknown`: the process that tried ended before it knew. */
export type DeliveryAttempt = { at: string; outcome: 'delivered' | 'failed' | 'unknown'; detail: string };

/** The message to one recipient about one run. Its id follows from both, so that there is one however often it is made. */
export type Delivery = Versioned & {
  projectId: string;
  runId: string;
  recipient: string;
  channel: ChannelName;
  state: DeliveryState;
  /** Why it is not delivered; null as long as nothing stands in its way. */
  reason: string | null;
  /** The newest are kept. */
  attempts: DeliveryAttempt[];
  /** Attempts begun since the message was made, or since it was last sent again by hand. */
  tries: number;
  /** How often it was sent again by hand. */
  resends: number;
  nextAttemptAt: string | null;
  /** Names the lease of the process that sends it; null when none does. */
  lease: string | null;
};

/** What is kept of the attempts of a delivery. */
const keptAttempts = 20;

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Waits after each try that failed, in ms: the schedule that Standard Webhooks recommends, over three days. */
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

/** How a message goes to a recipient: `none` for what is neither an email address nor a link. */
export function channelOf(recipient: string): ChannelName {
  if (/^https?:\/\//i.test(recipient)) return 'webhook';
  return recipient.length <= 254 && /^[^\s@<>()[\]\\,;:"]+@[\p{L}\p{N}.-]+$/u.test(recipient)
    ? 'email'
    : 'none';
}

/** The same recipient written in two ways counts once. */
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
 * How long to wait after this many tries, in ms, with up to a tenth more so that messages do not come in bursts, and
 * no sooner than the receiver asked; null when no try is left. `random` is from 0 to 1.
 */
export function waitAfter(tries: number, random: number, askedMs = 0): number | null {
  const wait = retryAfterMs[tries - 1];
  if (wait === undefined) return null;
  return Math.max(Math.min(askedMs, longestWaitMs), Math.round(wait * (1 + random / 10)));
}

/** The delivery as it is sent under the lease. */
export function leased(delivery: Delivery, lease: string): Delivery {
  return { ...delivery, state: 'sending', lease, nextAttemptAt: null };
}

/** From when a process may take the delivery, in ms; null when none may. A freed one is due whatever the clock says. */
export function dueAt({ state, lease, nextAttemptAt }: Delivery): number | null {
  if (state === 'sending' && lease === null) return 0;
  return nextAttemptAt === null ? null : Date.parse(nextAttemptAt);
}

/** The delivery with one more attempt in its log. */
export function withAttempt(delivery: Delivery, attempt: DeliveryAttempt): Delivery {
  return { ...delivery, attempts: [...delivery.attempts, attempt].slice(-keptAttempts) };
}
