import { afterAll, describe, expect, it } from 'vitest';
import { contentOf, someRecords } from '../../gate/contract/transfer.suite.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('records of a release without workspaces in MongoDB');
});

/** The collections whose records had an owner instead of a workspace. */
const ofOwner = ['pieces', 'findings', 'run_events', 'reviews', 'deliveries', 'webhook_rotations'];
/** The collections whose records had an owner, who is now their creator. */
const ofCreator = ['politics', 'projects', 'runs', 'tokens'];

describe.each(servers)('records that a release without workspaces has written, on %s', (server) => {
  const place = freshDatabase(server);
  const { database } = place;
  afterAll(() => place.drop());

  it('have the same content in the workspace of their owner, although indexes by owner exist', async () => {
    const first = await place.open();
    await first.transfer.put(someRecords(12));
    const content = await contentOf(first);
    await first.close();
    for (const name of ofOwner)
      await database.collection(name).updateMany({}, { $rename: { workspaceId: 'userId' } });
    for (const name of ofCreator)
      await database.collection(name).updateMany({}, { $unset: { workspaceId: '' } });
    for (const name of ['politics', 'projects']) {
      await database.collection(name).dropIndex('by_owner');
      const key = { userId: 1, updatedAt: -1, _id: 1 } as const;
      await database.collection(name).createIndex(key, { name: 'by_owner' });
    }
    await database
      .collection<{ _id: string }>('service')
      .updateOne({ _id: 'schema' }, { $set: { version: 13 } });
    const stores = await Promise.all([place.open(), place.open()]);
    for (const store of stores) {
      expect(await contentOf(store)).toEqual(content);
      await store.close();
    }
  });
});
