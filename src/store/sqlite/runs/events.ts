import { type ChainHead, emptyChain } from '../../../domain/records/hash-chain.ts';
import { type ChainEntry, continued, lineOf } from '../../../domain/runs/event-chain.ts';
import type { EventStore } from '../../ports/runs.ts';
import type { Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';

const ofRun = 'from run_events where workspace_id = ? and run_id = ?';

export function eventStore(database: Database): EventStore {
  function headOf(workspaceId: string, runId: string): ChainHead {
    const row = database.get(`select entry ${ofRun} order by sequence desc limit 1`, [workspaceId, runId]);
    return row === null ? emptyChain : entryOf(row);
  }

  return {
    async append(workspaceId, runId, events, { after, ...recorded }) {
      return database.transaction(() => {
        if (database.count('from runs where id = ? and workspace_id = ?', [runId, workspaceId]) === 0)
          return false;
        const head = headOf(workspaceId, runId);
        if (after !== undefined && head.sequence !== after) return false;
        for (const entry of continued(runId, head, events, recorded))
          insertEntry(database, workspaceId, entry);
        return true;
      });
    },

    async walk(workspaceId, runId, after, most) {
      const next = `select entry ${ofRun} and sequence > ? order by sequence limit ?`;
      return database.all(next, [workspaceId, runId, after, most]).map(entryOf);
    },
  };
}

/** Adds an entry. Throws if the chain has an entry with this sequence number. */
export function insertEntry(database: Database, workspaceId: string, entry: ChainEntry): void {
  const { runId, sequence } = entry;
  database.insert('run_events', { workspace_id: workspaceId, run_id: runId, sequence, entry: lineOf(entry) });
}

/** All entries of the chain of a run, in order. */
export function eventsOf(database: Database, workspaceId: string, runId: string): ChainEntry[] {
  return database.all(`select entry ${ofRun} order by sequence`, [workspaceId, runId]).map(entryOf);
}

function entryOf(row: Row): ChainEntry {
  return row.json('entry');
}
