import { createReadStream } from 'node:fs';
import { AppError } from '../../domain/errors.ts';
import { withStore } from '../settings/store-of-settings.ts';
import { badInput } from '../terminal/failure.ts';
import { recordsIn } from './format.ts';

/** The number of records that are written to the store together. */
const groupSize = 200;

/**
 * Writes the records of an export to the store. A record with the same id is replaced, so an interrupted import can be
 * repeated.
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
