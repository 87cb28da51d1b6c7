import { type Delivery, dueAt, leased } from '../../domain/delivery.ts';
import { stamped } from '../../domain/records/versioned.ts';
import type { DeliveryStore } from '../ports/records.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import {
  type DeliveryDoc,
  dateOf,
  newestFirst,
  olderThan,
  type Records,
  timeOf,
} from './database/records.ts';

export function deliveryStore({ deliveries }: Records): DeliveryStore {
  /** Replaces the stored notification. Returns false if the stored version is not `version`. */
  function write(delivery: Delivery, version: number): Promise<boolean> {
    return deliveries.replace({ _id: delivery._id, version }, deliveryDoc(delivery));
  }

  return {
    add: (delivery) => deliveries.insert(deliveryDoc(delivery)),

    async get(workspaceId, id) {
      const found = await deliveries.first({ _id: id, workspaceId });
      return found === null ? null : deliveryOf(found);
    },

    async list(workspaceId, projectId, filter, stretch) {
      const asked = { workspaceId, projectId, ...filter };
      const { after, pageSize } = stretch;
      const following = after && { ...asked, ...olderThan(after) };
      const { found, total } = await deliveries.stretch(asked, following, stretch, { sort: newestFirst });
      return { items: found.slice(0, pageSize).map(deliveryOf), total, more: found.length > pageSize };
    },

    countSince: (workspaceId, since) => deliveries.count({ workspaceId, createdAt: { $gte: since } }),

    async isGone(workspaceId, recipient) {
      return (await deliveries.first({ workspaceId, recipient, state: 'gone' })) !== null;
    },

    claim: ({ lease, now }) =>
      compareAndSet(async () => {
        const doc = await deliveries.first({ dueAt: { $lte: now } }, { sort: { dueAt: 1, _id: 1 } });
        if (doc === null) return null;
        // Some MongoDB-compatible servers match the filter with one version of a document, but return the next version.
        // So the match is checked again.
        if (doc.dueAt === null || doc.dueAt > now) return lost;
        const found = deliveryOf(doc);
        const taken = stamped(leased(found, lease), found, now);
        if (!(await write(taken, found.version))) return lost;
        return { ...found, version: taken.version, updatedAt: taken.updatedAt };
      }),

    async freeFrom(isDead, now) {
      const leases = await deliveries.distinct('lease', { state: 'sending' });
      let freed = 0;
      for (const lease of leases.filter(isDead)) {
        for (const doc of await deliveries.find({ state: 'sending', lease })) {
          const leasedOne = deliveryOf(doc);
          const free = stamped({ ...leasedOne, lease: null }, leasedOne, now);
          if (await write(free, leasedOne.version)) freed += 1;
        }
      }
      return freed;
    },

    replace: (delivery, now) => write(stamped(delivery, delivery, now), delivery.version),
  };
}

export function deliveryDoc(delivery: Delivery): DeliveryDoc {
  const due = dueAt(delivery);
  return {
    ...delivery,
    createdAt: new Date(delivery.createdAt),
    updatedAt: new Date(delivery.updatedAt),
    nextAttemptAt: dateOf(delivery.nextAttemptAt),
    dueAt: due === null ? null : new Date(due),
  };
}

export function deliveryOf({ dueAt: due, ...doc }: DeliveryDoc): Delivery {
  return {
    ...doc,
    createdAt: doc.createdAt.toISOString(),
    updatedAt: doc.updatedAt.toISOString(),
    nextAttemptAt: timeOf(doc.nextAttemptAt),
  };
}
