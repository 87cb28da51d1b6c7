import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { describe, it } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/store.ts';
import { mongoServers, whySkipped } from '../support/mongo/servers.ts';
import { storeSuite } from './store.suite.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('the contract of the store on MongoDB');
});

for (const url of servers) {
  storeSuite(() => {
    const database = `proviso_${randomUUID().slice(0, 8)}`;
    const place = new URL(database, url);
    return {
      name: `MongoDB at ${place.host}`,
      open: () => openMongoStore({ url: place.href, poolSize: 10, timeoutMs: 5_000 }),
      async clean() {
        const client = new MongoClient(url);
        await client.db(database).dropDatabase();
        await client.close();
      },
    };
  });
}
