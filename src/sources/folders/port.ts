import { ProvisoError } from '../../../engine/model/errors.ts';

/** A folder that cannot be watched, or a file in it that cannot be read. The message can be shown to users. */
export class FolderError extends ProvisoError<'folder_unusable'> {
  constructor(message: string, options?: ErrorOptions) {
    super('folder_unusable', message, options);
  }
}

/** A file changed while it was read: somebody is still writing it. */
export class FileChanging extends FolderError {}

/** `name` is the path below the folder, with slashes. `modifiedAt` is in ms since the epoch. */
export type FolderFile = { name: string; size: number; modifiedAt: number };

/** The files in a folder and in the folders in it. Hidden files are left out. `skipped` has those that cannot be read, such as links. */
export type FolderListing = { files: FolderFile[]; skipped: { name: string; reason: string }[] };

/** A folder or a prefix of a bucket that may be watched. */
export interface WatchedFolder {
  /** Throws `FolderError` if there are more than `most` files. */
  list(most: number): Promise<FolderListing>;
  /** Yields the bytes of a file. Throws `FolderError`, and `FileChanging` if the file is not as it was listed. */
  read(file: FolderFile): AsyncIterable<Uint8Array>;
}

export interface WatchedFolders {
  /** The folders of the operator, in which projects may watch folders; empty if they may watch none. */
  readonly allowed: readonly string[];
  /** Throws `FolderError` if the folder may not be watched or cannot be read. */
  open(folder: string): Promise<WatchedFolder>;
}

export function tooManyFiles(most: number): FolderError {
  return new FolderError(
    `has more than ${most} files, and a project can have ${most}: watch a smaller folder, or ask the operator to raise LIMIT_FILES`,
  );
}
