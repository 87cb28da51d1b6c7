import type { FieldProblem } from '../../domain/errors.ts';
import type { Actor } from '../../domain/records/owned.ts';
import type { Dependencies } from '../dependencies.ts';

/** How long an upload that no record uses is stored. New records refuse it an hour before that. */
export const pendingMs = 24 * 60 * 60 * 1000;
const refusedMs = pendingMs - 60 * 60 * 1000;

export type LinkAt = { url: string; path: string };

/** The ids of the linked uploads, by URL, and the problems of links that cannot be used. */
export type CheckedLinks = { assetIds: ReadonlyMap<string, string>; problems: FieldProblem[] };

/**
 * Checks links that a user gave for files, without contacting them. A link to an uploaded file is only accepted if the
 * file belongs to the actor. The file must also be used by a record, or be so recent that the cleanup of unused uploads
 * cannot remove it while the new record is created.
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
      asset?.owner === actor.userId &&
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

/** The file with the id of the upload that its URL refers to, if there is one. */
export function withAsset<File extends { url: string }>(
  file: File,
  assetIds: ReadonlyMap<string, string>,
): File & { assetId?: string } {
  const assetId = assetIds.get(file.url);
  return assetId === undefined ? file : { ...file, assetId };
}
