import { realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProvisoError } from '../../../engine/model/errors.ts';
import type { Failure } from '../../mcp/agent-service.ts';
import { isWithin } from '../check/input-files.ts';
import { badInput } from '../terminal/ending.ts';

type Folder = { named: string; real: string };

/** The folders whose files an agent may read. */
export class Folders {
  readonly #folders: readonly Folder[];

  private constructor(folders: readonly Folder[]) {
    this.#folders = folders;
  }

  /** Throws `bad_input` for a path that is not a folder. */
  static async open(paths: readonly string[]): Promise<Folders> {
    const folders: Folder[] = [];
    for (const path of paths) {
      const stats = await stat(path).catch(() => null);
      if (!stats?.isDirectory()) throw badInput(`--folder ${path} is not a folder`);
      folders.push({ named: resolve(path), real: await realpath(path) });
    }
    return new Folders(folders);
  }

  /** The real paths of the folders. */
  get paths(): string[] {
    return this.#folders.map(({ real }) => real);
  }

  /**
   * The real path of a file or folder that the agent named, relative to one of the folders or absolute. Throws
   * `file_not_allowed` if it is not in one of the folders, even if a link in the folder leads to it, and
   * `file_not_found` if it does not exist. Says nothing about what exists outside of the folders.
   */
  async find(named: string): Promise<string> {
    const paths = this.#folders
      .map((folder) => ({ folder, path: resolve(folder.named, named) }))
      .filter(({ folder, path }) => isWithin(folder.named, path) || isWithin(folder.real, path));
    if (paths.length === 0 || named.includes('\0')) throw notAllowed(named);
    for (const { path } of paths) {
      const real = await realpath(path).catch(() => null);
      if (real === null) continue;
      if (!this.#folders.some((folder) => isWithin(folder.real, real))) throw notAllowed(named);
      return real;
    }
    throw new LocalFailure('file_not_found', `${named} does not exist in ${this.words}`);
  }

  get words(): string {
    return this.#folders.map(({ named }) => named).join(', ');
  }
}

function notAllowed(named: string): LocalFailure {
  return new LocalFailure(
    'file_not_allowed',
    `${named} is not in a folder that may be read: proviso mcp was started with other folders (--folder)`,
  );
}

type LocalCode =
  | 'file_not_allowed'
  | 'file_not_found'
  | 'file_changed'
  | 'rule_set_not_found'
  | 'run_not_found'
  | 'run_not_ended'
  | 'too_many_runs'
  | 'finding_not_found'
  | 'text_not_found';

/** An error of `proviso mcp` with its stable code. */
export class LocalFailure extends ProvisoError<LocalCode> {}

/** Describes an error to the agent. */
export function localFailure(error: unknown): Failure {
  if (error instanceof ProvisoError) return { code: error.code, message: error.message };
  const text = error instanceof Error ? error.message : String(error);
  return { code: 'internal', message: `this is a bug in proviso, not a problem with your files: ${text}` };
}
