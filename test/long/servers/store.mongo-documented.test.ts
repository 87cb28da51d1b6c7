import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { workFolder } from '../../gate/cli/command.ts';
import { contentOf, someRecords } from '../../gate/contract/transfer.suite.ts';
import { documentedShell, runAsWritten } from '../../support/documented-shell.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';

const [server] = mongoServers();

describe.skipIf(server !== undefined)(whySkipped, () => {
  it.skip('the move from SQLite to MongoDB as documented');
});

describe.runIf(server !== undefined)('the move to MongoDB as described in docs/storage.md', () => {
  const place = freshDatabase(server ?? 'mongodb://none.test/');
  const folder = workFolder({});
  beforeAll(async () => {
    const store = openSqliteStore(join(folder.path, 'data'));
    await store.transfer.put(someRecords(10));
    await store.close();
  });
  afterAll(async () => {
    folder.remove();
    await place.drop();
  });

  it('transfers every record, and proviso doctor then names MongoDB', async () => {
    const [move = '', ...more] = documentedShell('docs/storage.md', 'Moving from one store to the other');
    expect(more).toEqual([]);
    const here = move.replaceAll('mongodb://127.0.0.1:27017/proviso', place.url);
    expect(here).not.toBe(move);
    expect(await runAsWritten(here, folder.path, {})).toMatch(/ok +records: MongoDB .* 10 accounts/);
    const [before, after] = [openSqliteStore(join(folder.path, 'data')), await place.open()];
    expect(await contentOf(after)).toEqual(await contentOf(before));
    await before.close();
    await after.close();
  });
});
