import type { WatchState } from '../../domain/watch.ts';
import type { WatchStore } from '../ports/records.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

/** How many of the due watches are examined for one that is not under a living lease. */
const examined = 100;

export function watchStore(database: Database): WatchStore {
  function write(state: WatchState): void {
    const { _id, workspaceId, lease, nextLookAt } = state;
    const due = nextLookAt === null ? null : new Date(nextLookAt);
    database.insert(
      'watches',
      { project_id: _id, workspace_id: workspaceId, due_at: due, lease, doc: JSON.stringify(state) },
      'is replaced',
    );
  }

  return {
    async get(workspaceId, projectId) {
      return database.first('watches', { project_id: projectId, workspace_id: workspaceId }, stateOf);
    },

    async put(state) {
      write(state);
    },

    async claim({ lease, now }, isDead) {
      return database.transaction(() => {
        const due = 'select lease, doc from watches where due_at <= ? order by due_at, project_id limit ?';
        const free = database.all(due, [now, examined]).find((row) => {
          const held = row.textOrNull('lease');
          return held === null || isDead(held);
        });
        if (free === undefined) return null;
        const state = stateOf(free);
        const claimed = { ...state, lease, revision: state.revision + 1 };
        write(claimed);
        return claimed;
      });
    },

    async release(state) {
      return database.transaction(() => {
        const held = 'from watches where project_id = ? and lease = ?';
        if (database.count(held, [state._id, state.lease]) === 0) return false;
        write({ ...state, lease: null, revision: state.revision + 1 });
        return true;
      });
    },

    async remove({ _id, lease }) {
      if (lease !== null) database.remove('watches', { project_id: _id, lease });
    },
  };
}

function stateOf(row: Row): WatchState {
  return row.json('doc');
}
