import type { Readable } from 'node:stream';
import { ProvisoError } from '../../engine/model/errors.ts';

export const assetErrorCodes = ['upload_too_large', 'upload_incomplete', 'range_not_satisfiable'] as const;

export type AssetErrorCode = (typeof assetErrorCodes)[number];

/** A failed upload or read of an asset; the message may be shown to the caller. */
export class AssetError extends ProvisoError<AssetErrorCode> {}

/** A stored file. `size` is in bytes, `sha256` in hex, `type` is detected from the content. */
export type Asset = {
  /** Cannot be guessed: the URL alone permits reading the file. */
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
  /** The id to store it under, from `newAssetId`. By default the store creates one. */
  id?: string;
  owner: string;
  /** The user's name for the file; it is sanitized before it is stored. */
  name: string;
  /** The type that the sender declared: used only if the content does not show the type. */
  declaredType?: string;
  maxBytes: number;
  /** Aborts the upload by throwing; a `ProvisoError` reaches the caller unchanged. */
  body: AsyncIterable<Uint8Array>;
};

/** A half-open range of a file's bytes: `end` is exclusive and may exceed the size of the file. */
export type ByteRange = { start: number; end: number };

/** `start` and `end` are the bytes that `body` really contains. The reader must consume or destroy `body`. */
export type OpenedAsset = { asset: Asset; start: number; end: number; body: Readable };

/** Another URL of the file, and the seconds for which clients may still be redirected to it. */
export type RedirectTarget = { url: string; goodForSeconds: number };

/**
 * Stores the bytes of files with public URLs. The records, not this store, know which assets are in use; a cleanup
 * compares the two.
 */
export interface AssetStore {
  /** The kind and place of the store, for people. */
  readonly description: string;
  /** Stores a small file and removes it again, because only that shows that uploads work. Throws if they do not. */
  ping(): Promise<void>;
  /**
   * Stores the complete body or nothing: readers never see a partial file, even after a crash. Throws `AssetError`:
   * `upload_too_large` above `maxBytes`, `upload_incomplete`; and `storage_full` if there is no space.
   */
  put(upload: Upload): Promise<Asset>;
  /**
   * Stores a file of another store under its id and with its note, completely or not at all. Throws `AssetError`
   * `upload_incomplete` if the bytes do not match the note.
   */
  take(asset: Asset, body: AsyncIterable<Uint8Array>): Promise<void>;
  find(id: string): Promise<Asset | null>;
  /** Throws `AssetError` `range_not_satisfiable` if the range is empty or starts after the end. */
  open(id: string, range?: ByteRange): Promise<OpenedAsset | null>;
  /** Does nothing if the file does not exist. */
  delete(id: string): Promise<void>;
  /** A URL from which readers may fetch the file directly; null if the server sends it. */
  elsewhere(asset: Asset): Promise<RedirectTarget | null>;
  /** Every asset created before the given time, in no particular order. */
  listOlderThan(time: Date): AsyncIterable<Pick<Asset, 'id'>>;
  /** Removes the remains of uploads that began before the given time and never ended. Returns their number. */
  removeUnfinished(time: Date): Promise<number>;
}
