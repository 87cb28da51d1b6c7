import { stamped } from '../../domain/records/versioned.ts';
import type { Workspace } from '../../domain/workspaces/workspace.ts';
import type { WorkspaceStore } from '../ports/workspaces.ts';
import type { Database } from './database/database.ts';
import type { Row } from './database/row.ts';

export function workspaceStore(database: Database): WorkspaceStore {
  const get = (id: string) => database.first('workspaces', { id }, workspaceOf);

  return {
    async insert(workspace, admit) {
      return database.transaction(() => {
        if (get(workspace._id) !== null) return false;
        admit?.(database.count('from workspaces where user_id = ? and id <> user_id', [workspace.userId]));
        saveWorkspace(database, workspace);
        return true;
      });
    },

    get: async (id) => get(id),

    async ofMember(userId) {
      return database
        .all(
          `select doc from workspace_members join workspaces on workspaces.id = workspace_id
           where workspace_members.user_id = ? order by workspaces.id`,
          [userId],
        )
        .map(workspaceOf);
    },

    async update(id, change) {
      return database.transaction(() => {
        const current = get(id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        saveWorkspace(database, next);
        return next;
      });
    },

    async delete(id, version) {
      return database.transaction(() => {
        const isDeleted =
          database.run(
            `delete from workspaces where id = ? and coalesce(?, json_extract(doc, '$.version')) = json_extract(doc, '$.version')`,
            [id, version ?? null],
          ) === 1;
        if (isDeleted) database.remove('workspace_members', { workspace_id: id });
        return isDeleted;
      });
    },
  };
}

/** Writes a workspace unchanged; a stored workspace with the same id is replaced. */
export function saveWorkspace(database: Database, workspace: Workspace): void {
  const { _id, userId, members } = workspace;
  database.insert('workspaces', { id: _id, user_id: userId, doc: JSON.stringify(workspace) }, 'is replaced');
  database.remove('workspace_members', { workspace_id: _id });
  for (const member of members)
    database.insert('workspace_members', { user_id: member.userId, workspace_id: _id });
}

export function workspaceOf(row: Row): Workspace {
  return row.json('doc');
}
