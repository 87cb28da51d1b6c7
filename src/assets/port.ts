import type { Readable } from 'node:stream';
import { ProvisoError } from '../../engine/model/errors.ts';

export const assetErrorCodes = ['upload_too_large', 'upload_incomplete', 'range_not_satisfiable'] as const;

export type AssetErrorCode = (typeof assetErrorCodes)[number];

/** An upload or a read of an asset that can't be done; the message may be shown to the caller. */
export class AssetError extends ProvisoError<AssetErrorCode> {}

/** A file the service keeps. `size` is in bytes, `sha256` in hex, `type` is what the content is (sniffed). */
export type Asset = {
  /** Unguessable: whoever has it may read the file. */
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
  /** The id it is to have: one of `newAssetId`. Not given, it gets a new one. */
  id?: string;
  owner: string;
  /** As the user calls the file; made safe before it is kept. */
  name: string;
  /** What the sender says it is: used only where the content does not tell. */
  declaredType?: string;
  maxBytes: number;
  /** Ends the upload by throwing; a `ProvisoError` it throws reaches the caller as it is. */
  body: AsyncIterable<Uint8Array>;
};

/** Half-open stretch of a file's bytes: `end` is exclusive and may lie past the end of the file. */
export type ByteRange = { start: number; end: number };

/** `start` and `end` are the bytes that `body` really holds. The reader must consume or destroy `body`. */
export type OpenedAsset = { asset: Asset; start: number; end: number; body: Readable };

/** Where else a file can be read, and for how many seconds one may still be sent there. */
export type RedirectTarget = { url: string; goodForSeconds: number };

/**
 * The bytes of files with public URLs. Whether a record uses an asset stands in the records, not here;
 * a sweeper compares the two.
 */
export interface AssetStore {
  /** What keeps the files, for people. */
  readonly description: string;
  /** Keeps a small file and removes it again: nothing less shows that uploads work. Throws when they do not. */
  ping(): Promise<void>;
  /**
   * Keeps the whole body or nothing: no reader ever sees half a file, after a crash neither.
   * Throws `AssetError`: `upload_too_large` past `maxBytes`, `upload_incomplete` when the body breaks off; and
   * `storage_full` where there is no space for it.
   */
  put(upload: Upload): Promise<Asset>;
  /**
   * Keeps a file of another store under the id and with the note it has there, whole or not at all. Throws `AssetError`
   * `upload_incomplete` when the bytes are not those that the note is of.
   */
  take(asset: Asset, body: AsyncIterable<Uint8Array>): Promise<void>;
  find(id: string): Promise<Asset | null>;
  /** Throws `AssetError` `range_not_satisfiable` when the range starts past the end or is empty. */
  open(id: string, range?: ByteRange): Promise<OpenedAsset | null>;
  /** No error when there is none. */
  delete(id: string): Promise<void>;
  /** Where readers may fetch the file by themselves; null when it goes through the server. */
  elsewhere(asset: Asset): Promise<RedirectTarget | null>;
  /** Every asset made before the given time, in no order. */
  listOlderThan(time: Date): AsyncIterable<Pick<Asset, 'id'>>;
  /** Removes what uploads begun before the given time and never ended have left behind. Gives how many. */
  removeUnfinished(time: Date): Promise<number>;
}
