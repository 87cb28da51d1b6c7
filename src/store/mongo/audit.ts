import type { AuditEntry } from '../../domain/audit.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { type ChainHead, emptyChain, linked } from '../../domain/records/hash-chain.ts';
import type { AuditStore } from '../ports/audit.ts';
import { lost, type Serialize } from './database/compare-and-set.ts';
import type { AuditDoc, Records } from './database/records.ts';

const mostPending = 100;

/**
 * Stores each entry as one document, whose id contains the sequence number. Of two writers that continue a log at the
 * same entry, one can insert its entry, and the other reads the end of the log again.
 */
export function auditStore(
  { auditEntries, auditPending }: Pick<Records, 'auditEntries' | 'auditPending'>,
  serialize: Serialize,
): AuditStore {
  async function headOf(ownerId: string): Promise<ChainHead> {
    const last = await auditEntries.first({ ownerId }, { sort: { sequence: -1 } });
    return last === null ? emptyChain : auditEntryOf(last);
  }

  return {
    async begin(change) {
      await auditPending.insert({ _id: change.id, since: new Date(change.since), change });
    },

    async append(change, outcome, now) {
      const { id, ownerId } = change;
      await serialize(`audit log of ${ownerId}`, async () => {
        if ((await auditEntries.first({ changeId: id })) !== null) return true;
        const entry = linked(await headOf(ownerId), { ...change, at: now.toISOString(), outcome });
        return (await auditEntries.insert(auditDoc(entry))) || lost;
      });
      // The note is removed last: if the process dies before that, the entry is found by the id of the change.
      await auditPending.remove({ _id: id });
    },

    async forget(id) {
      await auditPending.remove({ _id: id });
    },

    async pending() {
      const found = await auditPending.find({}, { sort: { _id: 1 }, limit: mostPending });
      return found.map(({ change }) => change);
    },

    async walk(ownerId, after, most) {
      const filter = { ownerId, sequence: { $gt: after } };
      return (await auditEntries.find(filter, { sort: { sequence: 1 }, limit: most })).map(auditEntryOf);
    },

    async walkBack(ownerId, before, most) {
      const filter = { ownerId, sequence: { $lt: before } };
      return (await auditEntries.find(filter, { sort: { sequence: -1 }, limit: most })).map(auditEntryOf);
    },

    async prune(before) {
      let removed = 0;
      for (const ownerId of await auditEntries.distinct('ownerId', { at: { $lt: before } })) {
        const { sequence } = await headOf(ownerId);
        removed += await auditEntries.remove({ ownerId, at: { $lt: before }, sequence: { $lt: sequence } });
      }
      return removed;
    },
  };
}

export function auditDoc(entry: AuditEntry): AuditDoc {
  const { ownerId, sequence, id, at } = entry;
  const _id = `${ownerId}/${sequence}`;
  return { _id, ownerId, sequence, changeId: id, at: new Date(at), entry: canonicalJson(entry) };
}

export function auditEntryOf({ entry }: Pick<AuditDoc, 'entry'>): AuditEntry {
  return JSON.parse(entry);
}
