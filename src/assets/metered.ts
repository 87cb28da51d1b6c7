import { AppError } from '../domain/errors.ts';
import type { FileSizeStore } from '../store/port.ts';
import { newAssetId } from './address.ts';
import type { AssetStore, Upload } from './port.ts';

/** How much room is taken ahead of an upload's bytes at the least and at the most, so that few writes note its size. */
const leastStepBytes = 64 * 1024;
const mostStepBytes = 8 * 1024 * 1024;

/**
 * The asset store, where no user has more than `mostBytes`, uploads that are arriving included: room is taken before
 * bytes are kept, and uploads that come at the same time can't take it twice. `put` throws `quota_exceeded`.
 */
export function meteredAssets(
  assets: AssetStore,
  sizes: FileSizeStore,
  mostBytes: number,
  now: () => Date,
): AssetStore {
  function take(id: string, { owner }: Upload, bytes: number): Promise<void> {
    return sizes.note({ _id: id, userId: owner, bytes, arrivingSince: now() }, (others) => {
      if (others + bytes <= mostBytes) return;
      throw new AppError(
        'quota_exceeded',
        `the files of the account have ${others} bytes and may have ${mostBytes}: delete what is not needed any more; its files are removed within a day or two`,
      );
    });
  }

  /** Takes room step by step while the bytes arrive, and only what they need once steps do not fit any more. */
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
        const { owner: userId, size: bytes } = asset;
        await sizes.note({ _id: id, userId, bytes, arrivingSince: null });
        return asset;
      } catch (error) {
        await sizes.forget(id);
        throw error;
      }
    },

    async delete(id) {
      // In this order, so that what a process leaves that dies here is a file, which the sweep finds.
      await sizes.forget(id);
      await assets.delete(id);
    },
  };
}
