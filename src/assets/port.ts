import type { Readable } from 'node:stream';
import { ProvisoError } from '../../engine/model/errors.ts';

export const assetErrorCodes = ['upload_too_large', 'upload_incomplete', 'range_not_satisfiable'] as const;

export type AssetErrorCode = (typeof assetErrorCodes)[number];

/** A failed upload or read of an asset. The message can be shown to the caller. */
export class AssetError extends ProvisoError<AssetErrorCode> {}

/** A stored file. `size` is in bytes, `sha256` in hex, `type` is detected from the content. */
export type Asset = {
  /** The id cannot be guessed. It has to be secret, because everyone who knows the URL can read the file. */
  id: string;
  owner: string;
  url: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  createdAt: Date;
};

export type Upload = {
  /** The id to store the file under, from `newAssetId`. By default, the store creates an id. */
  id?: string;
  owner: string;
  /** The user's name for the file; it is sanitized before it is stored. */
  name: string;
  /** The type that the sender declared: used only if the content does not show the type. */
  declaredType?: string;
  maxBytes: number;
  /** An error of `body` aborts the upload. If the error is a `ProvisoError`, the caller gets it unchanged. */
  body: AsyncIterable<Uint8Array>;
};

/** A half-open range of a file's bytes: `end` is exclusive and may exceed the size of the file. */
export type ByteRange = { start: number; end: number };

/** `start` and `end` are the range of bytes that `body` contains. The caller must consume or destroy `body`. */
export type OpenedAsset = { asset: Asset; start: number; end: number; body: Readable };

/** A different URL of the file, and the number of seconds for which a client may cache a redirect to that URL. */
export type RedirectTarget = { url: string; goodForSeconds: number };

/**
 * Stores files, which have public URLs. A store does not know which files are in use: a cleanup finds that out from the
 * records that refer to the files.
 */
export interface AssetStore {
  /** The kind and place of the store, for the start-up report. */
  readonly description: string;
  /**
   * Stores a small file and removes it again, because only that shows that uploads work. Throws if one of the two steps
   * fails.
   */
  ping(): Promise<void>;
  /**
   * Stores the complete body or nothing: readers never see a partial file, even after a crash. Throws an `AssetError`
   * with the code `upload_too_large` (above `maxBytes`) or `upload_incomplete` (the body ended early), and an
   * `AppError` with the code `storage_full` if there is no space.
   */
  put(upload: Upload): Promise<Asset>;
  /**
   * Stores a file of another store under the same id and with the same metadata, completely or not at all. Throws an
   * `AssetError` with the code `upload_incomplete` if `body` does not match the size and hash of `asset`.
   */
  take(asset: Asset, body: AsyncIterable<Uint8Array>): Promise<void>;
  find(id: string): Promise<Asset | null>;
  /**
   * Returns null if the file does not exist. Throws an `AssetError` with the code `range_not_satisfiable` if the range
   * is empty or starts after the end of the file.
   */
  open(id: string, range?: ByteRange): Promise<OpenedAsset | null>;
  /** Does nothing if the file does not exist. */
  delete(id: string): Promise<void>;
  /** A URL from which readers can fetch the file directly; null if the server sends the file itself. */
  elsewhere(asset: Asset): Promise<RedirectTarget | null>;
  /** Every asset created before the given time, in no particular order. */
  listOlderThan(time: Date): AsyncIterable<Pick<Asset, 'id'>>;
  /** Removes the remains of uploads that began before the given time and never ended. Returns their number. */
  removeUnfinished(time: Date): Promise<number>;
}
