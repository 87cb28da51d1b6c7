import type { WatchState } from '../../domain/watch.ts';
import type { WatchStore } from '../ports/records.ts';
import type { Database } from './database/database.ts';

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
      const row = database.get('select doc from watches where project_id = ? and workspace_id = ?', [
        projectId,
        workspaceId,
      ]);
      return row === null ? null : row.json<WatchState>('doc');
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
        const state = free.json<WatchState>('doc');
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
      database.run('delete from watches where project_id = ? and lease = ?', [_id, lease]);
    },
  };
}

export function removeWatch(database: Database, workspaceId: string, projectId: string): void {
  database.run('delete from watches where workspace_id = ? and project_id = ?', [workspaceId, projectId]);
}
