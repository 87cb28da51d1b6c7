import { Readable } from 'node:stream';
import { ReadFailure, type ReadFailureCode } from '../../engine/model/errors.ts';
import { youTubeVideoIn } from '../../engine/model/youtube-link.ts';
import type { OpenedSource, OpenSource } from '../../engine/ports.ts';
import type { AssetAddresses } from '../assets/address.ts';
import type { AssetStore } from '../assets/port.ts';

import { FetchError, type FetchErrorCode } from '../fetch/errors.ts';
import type { GuardedFetch } from '../fetch/guarded-fetch.ts';
import { writeScratch } from '../fetch/scratch.ts';
import { youTubeTranscript } from './youtube.ts';

export type SourceOrigins = {
  assets: AssetStore;
  addresses: AssetAddresses;
  guardedFetch: GuardedFetch;
  /** Where files lie while they are read. */
  folder: string;
};

/** The failures that have a reason of their own; any other fault of a link is `not_reachable`. */
const reasons: Partial<Record<FetchErrorCode, ReadFailureCode>> = {
  too_large: 'too_large',
  deadline: 'timed_out',
};

/**
 * Opens the files of one owner's run; a file's `ref` is its URL. URLs of our own assets are read from the store,
 * and only when they are the owner's; every other goes through the guarded fetch. A link to a video of YouTube gives
 * its transcript.
 */
export function openSourceFor(
  owner: string,
  { assets, addresses, guardedFetch, folder }: SourceOrigins,
): OpenSource {
  const openAsset = async (id: string, signal: AbortSignal): Promise<OpenedSource> => {
    const opened = await assets.open(id);
    if (!opened || opened.asset.owner !== owner) {
      opened?.body.destroy();
      throw new ReadFailure('not_found', 'The uploaded file is no longer kept here: upload it again');
    }
    const file = await writeScratch(folder, opened.body, [], signal);
    return { ...file, declaredType: opened.asset.type };
  };

  const fetchLink = async (url: string, signal: AbortSignal): Promise<OpenedSource> => {
    const { path, bytes, sha256, contentType, close } = await guardedFetch({ url, signal });
    return {
      path,
      bytes,
      sha256,
      ...(contentType === undefined ? {} : { declaredType: contentType }),
      close,
    };
  };

  const writeDown = async (video: string, signal: AbortSignal): Promise<OpenedSource> => {
    const subtitles = await youTubeTranscript(video, guardedFetch, signal);
    const file = await writeScratch(folder, Readable.from([Buffer.from(subtitles)]), [], signal);
    return { ...file, declaredType: 'text/vtt' };
  };

  return ({ ref }, signal) => {
    const id = addresses.idIn(ref);
    if (id !== null) return openAsset(id, signal);
    const video = youTubeVideoIn(ref);
    return (video === null ? fetchLink(ref, signal) : writeDown(video, signal)).catch(readFailure);
  };
}

function readFailure(error: unknown): never {
  if (!(error instanceof FetchError)) throw error;
  throw new ReadFailure(reasons[error.code] ?? 'not_reachable', error.message, { cause: error });
}
