import type { WatchState } from '../../domain/watch.ts';
import type { WatchStore } from '../ports/records.ts';
import { compareAndSet, lost } from './database/compare-and-set.ts';
import { dateOf, type Records, timeOf, type WatchDoc } from './database/records.ts';

/** How many of the due watches are examined for one that is not under a living lease. */
const examined = 100;

export function watchStore({ watches }: Records): WatchStore {
  return {
    async get(workspaceId, projectId) {
      const found = await watches.first({ _id: projectId, workspaceId });
      return found && stateOf(found);
    },

    put: (state) => watches.put([watchDoc(state)]),

    claim: ({ lease, now }, isDead) =>
      compareAndSet(async () => {
        const due = { nextLookAt: { $lte: now } };
        const found = await watches.find(due, { sort: { nextLookAt: 1, _id: 1 }, limit: examined });
        const free = found.find((one) => one.lease === null || isDead(one.lease));
        if (free === undefined) return null;
        const { _id, workspaceId, revision } = free;
        const claimed = { ...free, lease, revision: revision + 1 };
        return (await watches.replace({ _id, workspaceId, revision }, claimed)) ? stateOf(claimed) : lost;
      }),

    release({ lease, ...state }) {
      const { _id, workspaceId, revision } = state;
      return watches.replace(
        { _id, workspaceId, lease },
        watchDoc({ ...state, lease: null, revision: revision + 1 }),
      );
    },

    async remove({ _id, workspaceId, lease }) {
      await watches.remove({ _id, workspaceId, lease });
    },
  };
}

function watchDoc(state: WatchState): WatchDoc {
  return { ...state, nextLookAt: dateOf(state.nextLookAt) };
}

function stateOf(doc: WatchDoc): WatchState {
  return { ...doc, nextLookAt: timeOf(doc.nextLookAt) };
}
