import { type ChainHead, emptyChain } from '../../../domain/records/hash-chain.ts';
import { type ChainEntry, continued, lineOf, type RunEvent } from '../../../domain/runs/event-chain.ts';
import type { EventStore } from '../../ports/runs.ts';
import { lost, type Serialize } from '../database/compare-and-set.ts';
import type { EventDoc, Records } from '../database/records.ts';

/**
 * Stores each entry as one document, whose id contains the sequence number. Of two writers that continue the chain at
 * the same entry, one can insert its entry, and the other reads the end of the chain again. So the chain never forks.
 */
export function eventStore(
  { events: stored, runs }: Pick<Records, 'events' | 'runs'>,
  serialize: Serialize,
): EventStore {
  async function headOf(workspaceId: string, runId: string): Promise<ChainHead> {
    const last = await stored.first({ workspaceId, runId }, { sort: { sequence: -1 } });
    return last === null ? emptyChain : entryOf(last);
  }

  const exists = async (workspaceId: string, _id: string) =>
    (await runs.first({ _id, workspaceId }, { only: ['workspaceId'] })) !== null;

  return {
    async append(workspaceId, runId, events, { after, ...recorded }) {
      if (!(await exists(workspaceId, runId))) return false;
      const waiting: RunEvent[] = [...events];
      let expected = after;
      const appended = await serialize(`events of ${runId}`, async () => {
        const head = await headOf(workspaceId, runId);
        if (expected !== undefined && head.sequence !== expected) return false;
        for (const entry of continued(runId, head, waiting, recorded)) {
          if (!(await stored.insert(eventDoc(workspaceId, entry)))) return lost;
          waiting.shift();
          if (expected !== undefined) expected = entry.sequence;
        }
        return true;
      });
      // The run may have been removed, with its events, before these events were written.
      if (await exists(workspaceId, runId)) return appended;
      await stored.remove({ workspaceId, runId });
      return false;
    },

    async walk(workspaceId, runId, after, most) {
      const filter = { workspaceId, runId, sequence: { $gt: after } };
      return (await stored.find(filter, { sort: { sequence: 1 }, limit: most })).map(entryOf);
    },
  };
}

export function eventDoc(workspaceId: string, entry: ChainEntry): EventDoc {
  const { runId, sequence } = entry;
  return { _id: `${runId}/${sequence}`, workspaceId, runId, sequence, entry: lineOf(entry) };
}

export function entryOf({ entry }: Pick<EventDoc, 'entry'>): ChainEntry {
  return JSON.parse(entry);
}
