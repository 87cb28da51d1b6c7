import { AppError } from '../domain/errors.ts';
import type { FileSizeStore } from '../store/ports/limits.ts';
import { newAssetId } from './address.ts';
import type { AssetStore, Upload } from './port.ts';

/**
 * The minimum and maximum number of bytes that are reserved in one step for an upload. Space is reserved in steps and
 * not for each chunk, because every reservation is a write to the store.
 */
const leastStepBytes = 64 * 1024;
const mostStepBytes = 8 * 1024 * 1024;

/**
 * Limits an asset store to `mostBytes` per user, including uploads in progress. Space is reserved before bytes are
 * stored, so that concurrent uploads cannot use the same space. Above the limit, `put` throws `quota_exceeded`.
 */
export function meteredAssets(
  assets: AssetStore,
  sizes: FileSizeStore,
  mostBytes: number,
  now: () => Date,
): AssetStore {
  function take(id: string, { owner }: Upload, bytes: number): Promise<void> {
    return sizes.note({ _id: id, workspaceId: owner, bytes, arrivingSince: now() }, (others) => {
      if (others + bytes <= mostBytes) return;
      throw new AppError(
        'quota_exceeded',
        `the other files of the account take ${others} of ${mostBytes} bytes: delete projects or rule sets that you no longer need (the files of a project go with it, those of a rule set within a day or two)`,
      );
    });
  }

  /**
   * Passes on the bytes of an upload and reserves space for them in steps. If a whole step would exceed the limit, only
   * the space for the bytes that have arrived is reserved.
   */
  async function* withRoom(id: string, upload: Upload): AsyncGenerator<Uint8Array> {
    let arrived = 0;
    let taken = 0;
    for await (const chunk of upload.body) {
      arrived += chunk.byteLength;
      if (arrived > taken && arrived <= upload.maxBytes) {
        const step = Math.min(Math.max(leastStepBytes, arrived), mostStepBytes);
        const ahead = Math.min(arrived + step, upload.maxBytes);
        taken = await take(id, upload, ahead).then(
          () => ahead,
          async (error: unknown) => {
            if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
            await take(id, upload, arrived);
            return arrived;
          },
        );
      }
      yield chunk;
    }
  }

  return {
    ...assets,

    async put(upload) {
      const id = newAssetId();
      try {
        const asset = await assets.put({ ...upload, id, body: withRoom(id, upload) });
        const { owner: workspaceId, size: bytes } = asset;
        await sizes.note({ _id: id, workspaceId, bytes, arrivingSince: null });
        return asset;
      } catch (error) {
        await sizes.forget(id);
        throw error;
      }
    },

    async delete(id) {
      // The size is removed first: if the process dies before the file is removed, the cleanup finds the file because
      // it has no recorded size.
      await sizes.forget(id);
      await assets.delete(id);
    },
  };
}
