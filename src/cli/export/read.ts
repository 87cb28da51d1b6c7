import { createReadStream } from 'node:fs';
import { AppError } from '../../domain/errors.ts';
import { badInput } from '../failure.ts';
import { withStore } from '../store-of-settings.ts';
import { recordsIn } from './format.ts';

/** Records that are written together. */
const groupSize = 200;

/**
 * Puts the records of an export into the store. It can be run again after it was broken off: records are put as they
 * are, whether they are there or not.
 */
export function importFrom(file: string | null): Promise<void> {
  return withStore(async (store) => {
    let count = 0;
    const input = file === null ? process.stdin : createReadStream(file);
    try {
      for await (const group of recordsIn(input, groupSize)) {
        await store.transfer.put(group);
        count += group.length;
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw badInput(
        `${error.message}\nAbout ${count} records were imported: run the same command again to import the rest`,
      );
    }
    process.stderr.write(`${store.description}: ${count} records imported\n`);
  });
}
