import { z } from 'zod';
import type { SourceTextStore } from '../ports/runs.ts';
import type { Records } from './database/records.ts';
import { type Contents, textOf } from './pieces/contents.ts';

const dayMs = 86_400_000;
/** The owner and the key that an id contains. */
const storedId = z.tuple([z.string(), z.string()]);

export function sourceTextStore({ sourceTexts }: Records, contents: Contents): SourceTextStore {
  const idOf = (workspaceId: string, key: string) => JSON.stringify([workspaceId, key]);
  return {
    async get(workspaceId, key, now) {
      const _id = idOf(workspaceId, key);
      const found = await sourceTexts.first({ _id });
      if (found === null) return null;
      if (now.getTime() - found.usedAt.getTime() > dayMs) {
        await sourceTexts.change({ _id }, { $max: { usedAt: now } });
      }
      return contents.read(workspaceId, textOf(_id), found.content);
    },

    async put(workspaceId, key, bytes, now) {
      const _id = idOf(workspaceId, key);
      const content = await contents.write(workspaceId, textOf(_id), bytes);
      await sourceTexts.put([{ _id, workspaceId, usedAt: now, content }]);
      await contents.removeOthers(workspaceId, textOf(_id), [content]);
    },

    async keys(workspaceId, prefix) {
      // An id ends with `"]`. Without this end, it is the prefix of the ids of all keys with the prefix.
      const first = idOf(workspaceId, prefix).slice(0, -2);
      const found = await sourceTexts.find(
        { _id: { $gte: first, $lt: `${first}\uffff` } },
        { sort: { _id: 1 }, limit: 100, only: ['_id'] },
      );
      return found.map(({ _id }) => storedId.parse(JSON.parse(_id))[1]);
    },
  };
}

/** Removes the source texts that were last used before the given time. Returns their number. */
export async function removeUnusedTexts(
  { sourceTexts }: Records,
  contents: Contents,
  since: Date,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const found = await sourceTexts.find({ usedAt: { $lt: since } }, { limit: 100 });
    for (const { _id, workspaceId, usedAt } of found) {
      const unused = await sourceTexts.remove({ _id, usedAt });
      if (unused === 0) continue;
      await contents.removeOthers(workspaceId, textOf(_id), []);
      removed += 1;
    }
    if (found.length < 100) return removed;
  }
}
