import { stamped } from '../../domain/records/versioned.ts';
import type { Workspace } from '../../domain/workspaces/workspace.ts';
import type { WorkspaceStore } from '../ports/workspaces.ts';
import type { Admissions } from './database/admissions.ts';
import { lost, type Serialize } from './database/compare-and-set.ts';
import type { Records } from './database/records.ts';

export function workspaceStore(
  { workspaces }: Pick<Records, 'workspaces'>,
  serialize: Serialize,
  admissions: Admissions,
): WorkspaceStore {
  return {
    async insert(workspace, admit) {
      const { _id, userId } = workspace;
      if (admit !== undefined && (await workspaces.first({ _id })) !== null) return false;
      return admissions({ of: `workspaces of ${userId}`, id: _id, amount: 1 }, admit, {
        has: (without) => workspaces.count({ userId, _id: { $nin: [...without, userId] } }),
        write: () => workspaces.insert(workspace),
        undo: () => workspaces.remove({ _id }),
      });
    },

    get: (id) => workspaces.first({ _id: id }),

    ofMember: (userId) => workspaces.find({ 'members.userId': userId }, { sort: { _id: 1 } }),

    update: (id, change) =>
      serialize(id, async () => {
        const current: Workspace | null = await workspaces.first({ _id: id });
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        return (await workspaces.replace({ _id: id, version: current.version }, next)) ? next : lost;
      }),

    delete: async (id, version) =>
      (await workspaces.remove({ _id: id, ...(version !== undefined && { version }) })) === 1,
  };
}
