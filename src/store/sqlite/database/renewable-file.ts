import { rmSync, statSync } from 'node:fs';
import { type Database, isCorrupt, type Synchronous } from './database.ts';
import type { Schema } from './migrations.ts';
import { explained, openFile } from './open.ts';

type Options = {
  synchronous: Synchronous;
  schema: Schema;
  warn: (message: string) => void;
};

/**
 * A database file with data that can be recreated. If the file turns out to be damaged, it is removed and a new file is
 * created.
 */
export class RenewableFile {
  readonly #path: string;
  readonly #options: Options;
  #database: Database;
  /** The inode of the open file. The inode shows whether another process has replaced the file. */
  #file: number | undefined;

  /** Throws `bad_setting` if the file cannot be opened or written. */
  constructor(path: string, options: Options) {
    this.#path = path;
    this.#options = options;
    this.#file = fileAt(path);
    try {
      this.#database = this.#open();
    } catch (error) {
      if (!isCorrupt(error)) throw explained(error, path);
      this.#database = this.#renewed();
    }
  }

  /** Returns the result of `work`. If the file turns out to be damaged, `work` is called again with a new file. */
  use<Value>(work: (database: Database) => Value): Value {
    try {
      return work(this.#database);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
      this.#database.close();
      this.#database = this.#renewed();
      return work(this.#database);
    }
  }

  close(): void {
    this.#database.close();
  }

  #open(): Database {
    const database = openFile(this.#path, this.#options.synchronous, this.#options.schema);
    this.#file = fileAt(this.#path);
    return database;
  }

  /** Removes the damaged file, unless another process has replaced it, and opens the new one. */
  #renewed(): Database {
    if (fileAt(this.#path) === this.#file) {
      this.#options.warn(`${this.#path} was damaged and was created again; no records are lost`);
      for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#path}${ending}`, { force: true });
    }
    return this.#open();
  }
}

/**
 * Returns the inode of the file at a path; undefined if there is no file. The inode changes when the file is replaced.
 */
function fileAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
