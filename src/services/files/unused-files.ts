import type { Dependencies } from '../dependencies.ts';

/** Removes those of the stored files that no record uses any more. Returns the ids of the others. */
export async function removeUnused(
  ids: readonly string[],
  { store, assets }: Pick<Dependencies, 'store' | 'assets'>,
): Promise<string[]> {
  const used = await store.assetsInUse([...ids]);
  for (const id of ids) if (!used.has(id)) await assets.delete(id);
  return [...used];
}
