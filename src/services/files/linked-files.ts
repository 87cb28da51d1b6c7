import type { FieldProblem } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * How long an upload that no record uses is stored. In the last hour of this time, new records can no longer refer to
 * it.
 */
export const pendingMs = 24 * 60 * 60 * 1000;
const refusedMs = pendingMs - 60 * 60 * 1000;

export type LinkAt = { url: string; path: string };

/** The ids of the uploads that the links refer to, by URL, and the problems of links that cannot be used. */
export type CheckedLinks = { assetIds: ReadonlyMap<string, string>; problems: FieldProblem[] };

/**
 * Checks the links to files that a user gave, without sending a request to their hosts. A link to an uploaded file is
 * accepted only if the file belongs to the actor. A record must also use the file, or the file must be so recent that
 * the cleanup of unused uploads cannot remove it while the new record is created. (The deletion of the last project that
 * uses it at this very moment can.)
 */
export async function checkLinks(
  actor: Actor,
  links: readonly LinkAt[],
  { assets, store, links: rules, clock }: Dependencies,
): Promise<CheckedLinks> {
  const assetIds = new Map<string, string>();
  const problems: FieldProblem[] = [];
  const freshSince = clock.now().getTime() - refusedMs;
  for (const { url, path } of links) {
    const id = rules.assetIdIn(url);
    if (id === null) {
      const check = rules.check(url);
      if (!check.ok) problems.push({ path, message: `cannot be used. ${check.message}` });
      continue;
    }
    const asset = await assets.find(id);
    const usable =
      asset?.owner === actor.workspaceId &&
      (asset.createdAt.getTime() > freshSince || (await store.assetsInUse([id])).has(id));
    if (usable) assetIds.set(url, id);
    else
      problems.push({
        path,
        message: 'is not a file that you uploaded, or it expired before a record used it: upload it again',
      });
  }
  return { assetIds, problems };
}

/**
 * Adds to a file the id of the upload that the URL of the file refers to. Returns a file with any other URL unchanged.
 */
export function withAsset<File extends { url: string }>(
  file: File,
  assetIds: ReadonlyMap<string, string>,
): File & { assetId?: string } {
  const assetId = assetIds.get(file.url);
  return assetId === undefined ? file : { ...file, assetId };
}
