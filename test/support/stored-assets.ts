import type { AssetStore } from '../../src/assets/port.ts';

/** The name of every stored asset. */
export async function storedAssets(assets: AssetStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { id } of assets.listOlderThan(new Date('2100-01-01'))) {
    const asset = await assets.find(id);
    if (asset !== null) names.push(asset.name);
  }
  return names.toSorted();
}
