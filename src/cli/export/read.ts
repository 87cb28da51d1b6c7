import { createReadStream } from 'node:fs';
import { readConfig } from '../../config.ts';
import { AppError } from '../../domain/errors.ts';
import { whyTooLarge } from '../../domain/records/rule-set-size.ts';
import type { PortableRecord } from '../../store/port.ts';
import { environment } from '../settings/settings.ts';
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
    const { LIMIT_RULE_SET_BYTES } = readConfig(environment());
    let count = 0;
    const input = file === null ? process.stdin : createReadStream(file);
    try {
      for await (const group of recordsIn(input, groupSize)) {
        refuseTooLarge(group, LIMIT_RULE_SET_BYTES);
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

/** Throws `bad_input` for a rule set that the API would not accept either. */
function refuseTooLarge(group: readonly PortableRecord[], mostBytes: number): void {
  for (const one of group) {
    const size = one.kind === 'politics' ? whyTooLarge(one.record, mostBytes) : null;
    if (size !== null && one.kind === 'politics')
      throw badInput(`the rule set ${one.record.name} (${one.record._id}) ${size}`);
  }
}
