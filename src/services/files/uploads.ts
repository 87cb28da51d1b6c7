import { type Asset, AssetError } from '../../assets/port.ts';
import { AppError } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';
import { pendingMs } from './linked-files.ts';
import { removeUnused } from './unused-files.ts';

export type NewUpload = { name: string; declaredType?: string; body: AsyncIterable<Uint8Array> };

const batch = 100;

export type UploadService = ReturnType<typeof uploadService>;

/** Stores the files that users upload before a record uses them. */
export function uploadService({
  store,
  assets,
  limits,
  clock,
}: Pick<Dependencies, 'store' | 'assets' | 'limits' | 'clock'>) {
  async function kept(actor: Actor, upload: NewUpload): Promise<Asset> {
    try {
      return await assets.put({ ...upload, owner: actor.workspaceId, maxBytes: limits.LIMIT_UPLOAD_BYTES });
    } catch (error) {
      if (!(error instanceof AssetError)) throw error;
      throw new AppError(error.code, error.message, { cause: error });
    }
  }

  async function swept(ids: string[]): Promise<number> {
    const used = await removeUnused(ids, { store, assets });
    await noteSizes(used);
    return ids.length - used.length;
  }

  /**
   * Records the sizes of stored files that have no recorded size: an earlier release stored them, or they were copied
   * into the asset store.
   */
  async function noteSizes(ids: string[]): Promise<void> {
    for (const id of await store.fileSizes.unknown(ids)) {
      const asset = await assets.find(id);
      if (asset === null) continue;
      const { owner, size } = asset;
      await store.fileSizes.note({ _id: id, workspaceId: owner, bytes: size, arrivingSince: null });
    }
  }

  return {
    /**
     * Stores an upload. Throws `quota_exceeded`, `upload_too_large`, `upload_incomplete`, and `upload_refused` for an
     * empty file. If it throws, nothing is stored.
     */
    async put(actor: Actor, upload: NewUpload) {
      const asset = await kept(actor, upload);
      if (asset.size > 0) return asset;
      await assets.delete(asset.id);
      throw new AppError('upload_refused', `${asset.name} is empty: choose a file that has content`);
    },

    /**
     * Removes the uploads that no record uses and that were made before `olderThan`, by default a day ago. Returns the
     * number of removed uploads.
     */
    async sweep(olderThan: Date = new Date(clock.now().getTime() - pendingMs)) {
      let removed = await assets.removeUnfinished(olderThan);
      let ids: string[] = [];
      for await (const { id } of assets.listOlderThan(olderThan)) {
        ids.push(id);
        if (ids.length < batch) continue;
        removed += await swept(ids);
        ids = [];
      }
      return removed + (await swept(ids));
    },
  };
}
