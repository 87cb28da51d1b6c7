import { Readable } from 'node:stream';
import { youTubeVideoIn } from '../../engine/index.ts';
import { ReadFailure, type ReadFailureCode } from '../../engine/model/errors.ts';
import type { AssetAddresses } from '../assets/address.ts';
import type { AssetStore, OpenedAsset } from '../assets/port.ts';
import { FetchError, type FetchErrorCode } from '../fetch/errors.ts';
import type { FetchedFile, GuardedFetch } from '../fetch/guarded-fetch.ts';
import { writeScratch } from '../fetch/scratch.ts';
import type { CachedLink, LinkCache, OpenedFile, OpenFile } from './port.ts';
import { youTubeTranscript } from './youtube.ts';

export type SourceOrigins = {
  assets: AssetStore;
  addresses: AssetAddresses;
  guardedFetch: GuardedFetch;
  /** The latest content of the owner's links. */
  linkCache: LinkCache;
  /** The folder for files while they are being read. */
  folder: string;
  /** The time for all links together, from the first one on, in ms. */
  linksMs: number;
};

/** Failures of a link that have a reason of their own. For any other failure, the reason is `not_reachable`. */
const reasons: Partial<Record<FetchErrorCode, ReadFailureCode>> = {
  too_large: 'too_large',
  deadline: 'timed_out',
};

/**
 * Returns a function that opens the files of an owner's runs; the `ref` of a file is its URL:
 * - An uploaded file is read from the asset store, if it belongs to the owner.
 * - For a link to a YouTube video, the transcript of the video is opened.
 * - Any other link is fetched. The file is not downloaded again if the server says that the file is unchanged and the
 *   owner's copy still exists.
 *
 * Each request and each run opens its files with a function of its own, because its links share one deadline.
 */
export function openSourceFor(
  owner: string,
  { assets, addresses, guardedFetch, linkCache, folder, linksMs }: SourceOrigins,
): OpenFile {
  const ownAsset = async (id: string): Promise<OpenedAsset | null> => {
    const opened = await assets.open(id);
    if (opened?.asset.owner === owner) return opened;
    opened?.body.destroy();
    return null;
  };

  const openAsset = async (id: string, signal: AbortSignal): Promise<OpenedFile> => {
    const opened = await ownAsset(id);
    if (opened === null) {
      throw new ReadFailure('not_found', 'The uploaded file is no longer stored: upload it again');
    }
    const file = await writeScratch(folder, opened.body, [], signal);
    return { ...file, declaredType: opened.asset.type };
  };

  const fetchAgain = async (
    url: string,
    kept: CachedLink,
    signal: AbortSignal,
  ): Promise<OpenedFile | null> => {
    const { assetId, declaredType, validators } = kept;
    if ((await assets.find(assetId))?.owner !== owner) return null;
    const fetched = await guardedFetch({ url, user: owner, signal, known: validators });
    if (fetched !== null) return openedFile(fetched);
    const copy = await ownAsset(assetId);
    if (copy === null) return null;
    const file = await writeScratch(folder, copy.body, [], signal);
    return { ...file, validators, ...(declaredType !== undefined && { declaredType }) };
  };

  const fetchLink = async (url: string, signal: AbortSignal): Promise<OpenedFile> => {
    const kept = await linkCache.find(url);
    const again = kept && (await fetchAgain(url, kept, signal));
    return again ?? openedFile(await guardedFetch({ url, user: owner, signal }));
  };

  const writeDown = async (video: string, signal: AbortSignal): Promise<OpenedFile> => {
    const subtitles = await youTubeTranscript(
      video,
      (request) => guardedFetch({ ...request, user: owner }),
      signal,
    );
    const file = await writeScratch(folder, Readable.from([Buffer.from(subtitles)]), [], signal);
    return { ...file, declaredType: 'text/vtt' };
  };

  const openLink = together(linksMs, async ({ ref }, signal) => {
    const video = youTubeVideoIn(ref);
    return (video === null ? fetchLink(ref, signal) : writeDown(video, signal)).catch(readFailure);
  });

  return (file, signal) => {
    const id = addresses.idIn(file.ref);
    return id === null ? openLink(file, signal) : openAsset(id, signal);
  };
}

/** Opens files within `ms` for all of them together. The time starts with the first file. */
function together(ms: number, open: OpenFile): OpenFile {
  let deadline: AbortSignal | undefined;
  return async (file, signal) => {
    deadline ??= AbortSignal.timeout(ms);
    try {
      return await open(file, AbortSignal.any([signal, deadline]));
    } catch (error) {
      signal.throwIfAborted();
      if (!deadline.aborted) throw error;
      const message = `All links together took longer than ${ms / 1000} seconds. Upload the files, or give fewer links.`;
      throw new ReadFailure('timed_out', message, { cause: error });
    }
  };
}

function openedFile({ path, bytes, sha256, contentType, validators, close }: FetchedFile): OpenedFile {
  return {
    path,
    bytes,
    sha256,
    ...(contentType !== undefined && { declaredType: contentType }),
    ...(validators !== null && { validators }),
    close,
  };
}

function readFailure(error: unknown): never {
  if (!(error instanceof FetchError)) throw error;
  throw new ReadFailure(reasons[error.code] ?? 'not_reachable', error.message, { cause: error });
}
