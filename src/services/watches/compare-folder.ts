import { extname } from 'node:path';
import { supportedExtensions } from '../../../engine/index.ts';
import { type Asset, AssetError } from '../../assets/port.ts';
import type { MediaFileType, Project, ProjectFile } from '../../domain/project.ts';
import type { WaitingFile, Watch } from '../../domain/watch.ts';
import {
  FileChanging,
  FolderError,
  type FolderFile,
  type WatchedFolder,
} from '../../sources/folders/port.ts';
import type { Dependencies } from '../dependencies.ts';

export const stillWritten = 'it is still being written';

/** How the files of a folder differ from those of the project. */
export type FolderComparison = {
  /** The files that the project has after the look. */
  files: ProjectFile[];
  /** The files that were not taken. If the project has an earlier version of such a file, it keeps it. */
  waiting: WaitingFile[];
  added: number;
  changed: number;
  removed: number;
};

type Comparing = {
  project: Project;
  watch: Watch;
  /** The files that were not taken at the last look. */
  waited: readonly WaitingFile[];
  settleMs: number;
  signal: AbortSignal;
  /** Gets the ids of the copies that are stored, even if the comparison fails later. */
  copies: string[];
};

/**
 * Compares a folder with the files of a project. A file whose size and time of change are those of the last look is not
 * read, unless its copy is lost. A file that changed is copied; if only its time has changed, the project keeps the copy
 * that it has. A file that was modified less than `settleMs` ago is not taken, unless it was the same at the last look.
 */
export async function compareFolder(
  folder: WatchedFolder,
  { project, watch, waited, settleMs, signal, copies }: Comparing,
  { assets, limits, clock }: Pick<Dependencies, 'assets' | 'limits' | 'clock'>,
): Promise<FolderComparison> {
  const { files, skipped } = await folder.list(limits.LIMIT_FILES);
  const earlier = new Map(project.files.map((file) => [file.name, file]));
  const compared: FolderComparison = { files: [], waiting: [], added: 0, changed: 0, removed: 0 };
  compared.waiting.push(...skipped.map((one) => ({ ...one, seen: '' })));
  for (const file of files.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    signal.throwIfAborted();
    const taken = await take(file);
    if (taken !== undefined) compared.files.push(taken);
  }
  const present = new Set(files.map(({ name }) => name));
  compared.removed = project.files.filter(({ name }) => !present.has(name)).length;
  return compared;

  /** Returns what the project has of a file after the look. */
  async function take(file: FolderFile): Promise<ProjectFile | undefined> {
    const { name } = file;
    const seen = `${file.size} ${file.modifiedAt} ${watch.folder}`;
    const before = earlier.get(name);
    const known = before?.assetId === undefined ? null : await assets.find(before.assetId);
    if (before?.seen === seen && known !== null) return before;
    const copy = whyNotTaken(file, seen) ?? (await copyOf(file));
    if (typeof copy === 'string') {
      compared.waiting.push({ name, reason: copy, seen });
      return before;
    }
    copies.push(copy.id);
    if (before !== undefined && known?.sha256 === copy.sha256) {
      await assets.delete(copy.id);
      return { ...before, seen };
    }
    compared[before === undefined ? 'added' : 'changed'] += 1;
    return { ...before, name, type: typeOf(copy), url: copy.url, assetId: copy.id, seen };
  }

  function whyNotTaken({ name, size, modifiedAt }: FolderFile, seen: string): string | null {
    if (!supportedExtensions.includes(extname(name).toLowerCase())) return 'its file type is not supported';
    if (size > limits.LIMIT_UPLOAD_BYTES)
      return `it has more than ${limits.LIMIT_UPLOAD_BYTES} bytes (LIMIT_UPLOAD_BYTES)`;
    // The clock of the machine that writes the files may be ahead of this one.
    const isSettled = Math.abs(clock.now().getTime() - modifiedAt) >= settleMs;
    const wasSame = waited.some((one) => one.name === name && one.seen === seen);
    if (!isSettled && !wasSame) return stillWritten;
    return size === 0 ? 'it is empty' : null;
  }

  /** Returns the copy of a file, or why it cannot be copied. */
  async function copyOf(file: FolderFile): Promise<Asset | string> {
    try {
      return await assets.put({
        owner: project.workspaceId,
        name: file.name.slice(file.name.lastIndexOf('/') + 1),
        maxBytes: limits.LIMIT_UPLOAD_BYTES,
        body: folder.read(file),
      });
    } catch (error) {
      if (error instanceof FileChanging) return stillWritten;
      if (error instanceof FolderError || error instanceof AssetError) return `it ${error.message}`;
      throw error;
    }
  }
}

function typeOf({ type }: Asset): MediaFileType {
  if (type.startsWith('image/')) return 'photo';
  if (type.startsWith('audio/')) return 'audio';
  return type.startsWith('video/') ? 'video' : 'document';
}
