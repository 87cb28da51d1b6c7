import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withStore } from '../settings/store-of-settings.ts';
import { linesOf } from './format.ts';

/** Writes every record of the store to standard output, or to a file that appears only when it is complete. */
export function exportTo(file: string | null): Promise<void> {
  return withStore(async (store) => {
    const lines = Readable.from(linesOf(store.transfer.all()));
    if (file === null) return pipeline(lines, process.stdout, { end: false });
    const unfinished = `${file}.part`;
    try {
      await pipeline(lines, createWriteStream(unfinished, { mode: 0o600 }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    process.stderr.write(`${store.description}: all records exported to ${file}\n`);
  });
}
