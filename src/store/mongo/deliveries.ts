import { type Delivery, dueAt, leased } from '../../domain/delivery.ts';
import { stamped } from '../../domain/versioned.ts';
import type { DeliveryStore } from '../port.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import { olderThan } from './older-than.ts';
import type { DeliveryDoc, Records } from './records.ts';

export function deliveryStore({ deliveries }: Records): DeliveryStore {
  /** False if the stored version is another one. */
  function write(delivery: Delivery, version: number): Promise<boolean> {
    const { _id, ...columns } = deliveryDoc(delivery);
    return deliveries.change('one', { _id, version }, { $set: columns });
  }

  return {
    add: (delivery) => deliveries.insert(deliveryDoc(delivery)),

    async get(userId, id) {
      const found = await deliveries.first('one', { _id: id, userId });
      return found === null ? null : deliveryOf(found);
    },

    async list(userId, projectId, filter, { page, pageSize }) {
      const asked = { userId, projectId, ...filter };
      const [found, total] = await Promise.all([
        deliveries.find('ofProject', asked, {
          skip: (page - 1) * pageSize,
          limit: pageSize,
        }),
        deliveries.count('ofProject', asked),
      ]);
      return { items: found.map(deliveryOf), total };
    },

    async walk(userId, projectId, filter, after, pageSize) {
      const asked = { userId, projectId, ...filter };
      const [found, total] = await Promise.all([
        deliveries.find('ofProjectAfter', { ...asked, ...olderThan(after) }, { limit: pageSize + 1 }),
        deliveries.count('ofProject', asked),
      ]);
      return { items: found.slice(0, pageSize).map(deliveryOf), total, more: found.length > pageSize };
    },

    countSince: (userId, since) => deliveries.count('ofOwnerSince', { userId, createdAt: { $gte: since } }),

    async isGone(userId, recipient) {
      return (await deliveries.first('toRecipient', { userId, recipient, state: 'gone' })) !== null;
    },

    claim: ({ lease, now }) =>
      compareAndSet(async () => {
        const row = await deliveries.first('due', { dueAt: { $lte: now } });
        if (row === null) return null;
        // Some servers of this protocol match one version of a document and return the next one.
        if (row.dueAt === null || row.dueAt > now) return lost;
        const found = deliveryOf(row);
        const taken = stamped(leased(found, lease), found, now);
        if (!(await write(taken, found.version))) return lost;
        return { ...found, version: taken.version, updatedAt: taken.updatedAt };
      }),

    async freeFrom(isDead, now) {
      const leases = await deliveries.distinct('inState', 'lease', { state: 'sending' });
      let freed = 0;
      for (const lease of leases.filter(isDead)) {
        for (const row of await deliveries.find('underLease', { state: 'sending', lease })) {
          const held = deliveryOf(row);
          if (await write(stamped({ ...held, lease: null }, held, now), held.version)) freed += 1;
        }
      }
      return freed;
    },

    replace: (delivery, now) => write(stamped(delivery, delivery, now), delivery.version),
  };
}

export function deliveryDoc(delivery: Delivery): DeliveryDoc {
  const { _id, userId, projectId, runId, recipient, state, createdAt, lease, version } = delivery;
  const due = dueAt(delivery);
  return {
    _id,
    userId,
    projectId,
    runId,
    recipient,
    state,
    createdAt: new Date(createdAt),
    dueAt: due === null ? null : new Date(due),
    lease,
    version,
    doc: JSON.stringify(delivery),
  };
}

/** Only this adapter's own writes are read, so the shape is not validated again. */
export function deliveryOf({ doc }: DeliveryDoc): Delivery {
  return JSON.parse(doc);
}
