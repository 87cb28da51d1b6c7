import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { connectionTo } from '../../../src/store/mongo/database/connection.ts';
import { openMongoStore } from '../../../src/store/mongo/store.ts';
import type { Store } from '../../../src/store/port.ts';
import { type Query, queriesOf } from './queries.ts';

/** A separate database on a MongoDB server, created by its first use. */
export type MongoPlace = {
  /** Which server it is, for titles of tests. */
  name: string;
  url: string;
  open(): Promise<Store>;
  drop(): Promise<void>;
};

/** Addresses of MongoDB servers to test on, from `TEST_MONGODB_URL`, separated by spaces. */
export function mongoServers(): string[] {
  return (process.env.TEST_MONGODB_URL ?? '').split(/\s+/).filter((url) => url !== '');
}

/** Every query that the stores in this process have sent after they were opened. */
export const sentQueries: Query[] = [];

export const whySkipped =
  'SKIPPED: no MongoDB to test on. Set TEST_MONGODB_URL=mongodb://127.0.0.1:PORT/, or run test/support/with-servers npm test';

export function freshDatabase(server: string): MongoPlace {
  const database = `proviso_${randomUUID().slice(0, 8)}`;
  const place = new URL(database, server);
  return {
    name: `MongoDB at ${place.host}`,
    url: place.href,
    async open() {
      const settings = { url: `${place.href}?monitorCommands=true`, poolSize: 10, timeoutMs: 5_000 };
      const client = connectionTo(settings);
      const store = await openMongoStore(settings, client);
      client.on('commandStarted', ({ command }) => sentQueries.push(...queriesOf(command)));
      return store;
    },
    async drop() {
      const client = new MongoClient(server);
      await client.db(database).dropDatabase();
      await client.close();
    },
  };
}

/**
 * Where suites that run on one store at a time keep their records: null for SQLite, the default; with
 * TEST_STORE=mongodb a database on the first server.
 */
export function chosenMongo(): MongoPlace | null {
  if (process.env.TEST_STORE !== 'mongodb') return null;
  const [server] = mongoServers();
  if (server === undefined) throw new Error(whySkipped);
  return freshDatabase(server);
}
