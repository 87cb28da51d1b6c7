import { channelOf, type Delivery, deliveryId, recipientKey } from '../../domain/delivery.ts';
import { firstStamp } from '../../domain/records/versioned.ts';
import type { Run } from '../../domain/runs/run.ts';
import type { Dependencies } from '../dependencies.ts';
import { isWorseThanBefore } from '../runs/comparison.ts';

const dayMs = 24 * 60 * 60 * 1000;

type Parts = Pick<Dependencies, 'store' | 'notices' | 'clock'>;

/**
 * Creates the notifications about an ended run: one for each recipient that the rule set or the project names. Repeated
 * calls create no further notifications. A notification that cannot be delivered is stored with the reason. A run that a
 * watched folder started is reported only if it is the first one or has a worse answer than the run before.
 */
export async function enqueueNotifications(run: Run, { store, notices, clock }: Parts): Promise<void> {
  const project = await store.projects.get(run.workspaceId, run.projectId);
  if (project === null) return;
  const { contactNotifications } = run.politics;
  const named = [...contactNotifications, ...(project.contactNotifications ?? [])];
  const recipients = new Map(named.map((recipient) => [recipientKey(recipient), recipient.trim()]));
  if (recipients.size === 0) return;
  if (run.origin?.watch && !(await isWorseThanBefore(run, store))) return;
  const now = clock.now();
  let made = await store.deliveries.countSince(run.workspaceId, new Date(now.getTime() - dayMs));
  for (const recipient of recipients.values()) {
    const reason = await whyNot(recipient, made);
    if (await store.deliveries.add(newDelivery(run, recipient, reason, now))) made += 1;
  }

  async function whyNot(recipient: string, madeToday: number): Promise<string | null> {
    if (channelOf(recipient) === 'none') return 'The recipient is neither an email address nor an https URL.';
    if (await store.deliveries.isGone(run.workspaceId, recipient)) {
      return 'The receiver answered 410 to an earlier notification. Resend the earlier notification to check whether the receiver accepts notifications again.';
    }
    if (madeToday < notices.perDay) return null;
    return `The workspace reached its limit of ${notices.perDay} notifications per day.`;
  }
}

function newDelivery(run: Run, recipient: string, reason: string | null, now: Date): Delivery {
  return {
    _id: deliveryId(run._id, recipient),
    workspaceId: run.workspaceId,
    ...firstStamp(now),
    projectId: run.projectId,
    runId: run._id,
    recipient,
    channel: channelOf(recipient),
    state: reason === null ? 'waiting' : 'undeliverable',
    reason,
    attempts: [],
    tries: 0,
    resends: 0,
    nextAttemptAt: reason === null ? now.toISOString() : null,
    lease: null,
  };
}
