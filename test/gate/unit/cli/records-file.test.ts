import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { linesOf, recordsIn } from '../../../../src/cli/backup/records-file.ts';
import type { PortableRecord } from '../../../../src/store/port.ts';
import { someRecords } from '../../contract/transfer.suite.ts';

it('an export contains every field of every record, so that an import loses nothing, such as the outcome of a review', async () => {
  const records = someRecords(2);
  const exported = Readable.from(linesOf(each(records)));
  const imported: PortableRecord[] = [];
  for await (const group of recordsIn(exported, 3)) imported.push(...group);
  expect(imported).toEqual(records);
  expect(imported.find(({ kind }) => kind === 'review')).toMatchObject({ record: { outcome: 'violated' } });
});

async function* each(records: PortableRecord[]): AsyncGenerator<PortableRecord> {
  yield* records;
}
