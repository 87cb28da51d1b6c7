import { type Asset, AssetError, type AssetStore, type OpenedAsset } from './port.ts';

/**
 * The number of files that are copied at the same time. A bucket accepts many requests at once, and answers each within
 * milliseconds.
 */
const atATime = 8;

/**
 * `there` counts files that the target already has. `notWhole` lists files that were not copied, because their bytes
 * are incomplete or have changed since the upload.
 */
export type Copied = { copied: number; bytes: number; there: number; notWhole: Pick<Asset, 'id' | 'name'>[] };

/**
 * Copies every file of one store to another under the same id. Files that the target already has are not changed, so an
 * interrupted copy can be repeated. Both stores can be in use during the copy. Throws the errors of the stores.
 */
export async function copyAssets(from: AssetStore, to: AssetStore, now: Date): Promise<Copied> {
  const sum: Copied = { copied: 0, bytes: 0, there: 0, notWhole: [] };
  const ids = from.listOlderThan(now)[Symbol.asyncIterator]();
  let failed = false;

  async function copyOne(id: string): Promise<void> {
    if ((await to.find(id)) !== null) {
      sum.there += 1;
      return;
    }
    const opened = await from.open(id);
    const asset = opened?.asset ?? (await from.find(id));
    if (asset === null) return;
    if (opened !== null && (await taken(opened))) {
      sum.copied += 1;
      sum.bytes += asset.size;
    } else sum.notWhole.push({ id, name: asset.name });
  }

  async function taken({ asset, body }: OpenedAsset): Promise<boolean> {
    try {
      await to.take(asset, body);
      return true;
    } catch (error) {
      if (error instanceof AssetError) return false;
      throw error;
    } finally {
      body.destroy();
    }
  }

  async function lane(): Promise<void> {
    for (let next = await ids.next(); !next.done && !failed; next = await ids.next()) {
      try {
        await copyOne(next.value.id);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }

  const ended = await Promise.allSettled(Array.from({ length: atATime }, lane));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return sum;
}
