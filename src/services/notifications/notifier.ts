import { type Delivery, type DeliveryAttempt, waitAfter, withAttempt } from '../../domain/delivery.ts';
import type { Channels, Sent } from '../../notify/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { claimLoop } from '../leases/claim-loop.ts';
import { runMessage } from './run-message.ts';

export type NotifierDependencies = Pick<Dependencies, 'store' | 'queue' | 'holder' | 'clock' | 'log'> & {
  channels: Channels;
  /** The URL at which users reach the service. */
  publicUrl(): string;
};

export type NotifierOptions = {
  /** The maximum number of notifications that are sent at the same time. */
  concurrency?: number;
  /** The interval, in ms, at which the store is polled for notifications if no wake-up comes. */
  idleMs?: number;
};

export type Notifier = ReturnType<typeof startNotifier>;

/**
 * Sends due notifications until it is stopped. If a process dies while it sends a notification, another process sends
 * it again with the same id, so that the receiver can recognize it.
 */
export function startNotifier(parts: NotifierDependencies, options: NotifierOptions = {}) {
  const { store, queue, holder, clock, log, channels, publicUrl } = parts;
  const { concurrency = 4, idleMs = 2_000 } = options;
  const stopping = new AbortController();
  const loop = claimLoop<Delivery>(parts, {
    ...{ most: concurrency, idleMs, signal: stopping.signal, work: attempt },
    prepare: freeMessages,
    claim: (claim) => store.deliveries.claim(claim),
    failed(error, delivery) {
      if (delivery === null) log.error({ error }, 'claiming a notification failed');
      else
        log.error(
          { deliveryId: delivery._id, error },
          'an attempt to send a notification failed: it will be tried again',
        );
    },
  });

  async function freeMessages(): Promise<void> {
    await store.deliveries
      .freeFrom(holder.isDead, clock.now())
      .catch((error: unknown) =>
        log.error({ error }, 'notifications of dead processes could not be released'),
      );
  }

  async function attempt(taken: Delivery): Promise<void> {
    const delivery = { ...afterUnknownEnd(taken), lease: null, tries: taken.tries + 1 };
    const sent = await sendOut(delivery);
    const now = clock.now();
    const next = sent === null ? withdrawn(delivery) : afterAttempt(delivery, sent, now);
    const kept = await store.deliveries.replace(next, now);
    const fields = { deliveryId: delivery._id, runId: delivery.runId, channel: delivery.channel };
    log.info(
      { ...fields, state: kept ? next.state : 'superseded' },
      'an attempt to send a notification ended',
    );
  }

  /**
   * Sends the notification and returns the result. Returns null if the run or the project of the notification was
   * deleted.
   */
  async function sendOut(delivery: Delivery): Promise<Sent | null> {
    const { channel, recipient } = delivery;
    if (channel === 'none')
      return { outcome: 'refused', detail: delivery.reason ?? 'The recipient is not an address.' };
    const way = channels[channel];
    if (way === null) {
      return { outcome: 'refused', detail: 'This service sends no email: SMTP_URL is not set.' };
    }
    const message = await runMessage(delivery, { store }, publicUrl());
    return message && way.send(message, recipient, stopping.signal);
  }

  const unlisten = queue.listen(loop.look);
  loop.look();

  return {
    /**
     * Starts no more attempts, and aborts the current attempts. Another process, or this process after a restart, repeats
     * the aborted attempts.
     */
    async stop() {
      unlisten();
      stopping.abort(new Error('the process is stopping'));
      await loop.ended();
      channels.email?.close();
      channels.webhook.close();
    },
  };
}

/**
 * Adds an attempt with an unknown outcome if the notification was already in the state `sending` when it was claimed:
 * the process that was sending it died or was stopped.
 */
function afterUnknownEnd(taken: Delivery): Delivery {
  if (taken.state !== 'sending') return taken;
  const detail = 'The sending process ended before it recorded whether the notification was delivered.';
  return withAttempt(taken, { at: taken.updatedAt, outcome: 'unknown', detail });
}

function withdrawn(delivery: Delivery): Delivery {
  const reason = 'The run or its project was deleted before the notification was sent.';
  return { ...delivery, state: 'undeliverable', reason, nextAttemptAt: null };
}

function afterAttempt(delivery: Delivery, sent: Sent, now: Date): Delivery {
  const outcome: DeliveryAttempt['outcome'] = sent.outcome === 'delivered' ? 'delivered' : 'failed';
  const tried = withAttempt(delivery, { at: now.toISOString(), outcome, detail: sent.detail });
  switch (sent.outcome) {
    case 'delivered':
      return { ...tried, state: 'delivered', reason: null, nextAttemptAt: null };
    case 'refused':
      return { ...tried, state: 'undeliverable', reason: sent.detail, nextAttemptAt: null };
    case 'gone':
      return { ...tried, state: 'gone', reason: sent.detail, nextAttemptAt: null };
    case 'retry': {
      const wait = waitAfter(tried.tries, Math.random(), sent.afterMs);
      if (wait === null) return { ...tried, state: 'failed', reason: sent.detail, nextAttemptAt: null };
      const nextAttemptAt = new Date(now.getTime() + wait).toISOString();
      return { ...tried, state: 'waiting', reason: sent.detail, nextAttemptAt };
    }
  }
}
