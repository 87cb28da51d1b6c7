import { randomUUID } from 'node:crypto';
import { type Db, MongoClient } from 'mongodb';
import { connectionTo } from '../../../src/store/mongo/database/connection.ts';
import { openMongoStore } from '../../../src/store/mongo/store.ts';
import type { Store } from '../../../src/store/port.ts';
import { type Query, queriesOf } from './queries.ts';

/** A separate database on a MongoDB server, created on its first use. */
export type MongoPlace = {
  /** The name of the server, for titles of tests. */
  name: string;
  url: string;
  /** The database as the driver sees it. */
  database: Db;
  open(): Promise<Store>;
  drop(): Promise<void>;
};

/** The addresses of the MongoDB servers to test with, from `TEST_MONGODB_URL`, separated by spaces. */
export function mongoServers(): string[] {
  return (process.env.TEST_MONGODB_URL ?? '').split(/\s+/).filter((url) => url !== '');
}

/** Every query that the stores of this process have sent since they were opened. */
export const sentQueries: Query[] = [];

export const whySkipped =
  'SKIPPED: no MongoDB to test on. Set TEST_MONGODB_URL=mongodb://127.0.0.1:PORT/, or run npm run test:long servers';

/** The name of a MongoDB server in titles of tests, which are the same in every run. */
export function mongoName(server: string): string {
  return `MongoDB server ${mongoServers().indexOf(server) + 1}`;
}

export function freshDatabase(server: string): MongoPlace {
  const database = `proviso_${randomUUID().slice(0, 8)}`;
  const place = new URL(database, server);
  const own = new MongoClient(place.href);
  return {
    name: mongoName(server),
    url: place.href,
    database: own.db(),
    async open() {
      const settings = { url: `${place.href}?monitorCommands=true`, poolSize: 10, timeoutMs: 5_000 };
      const client = connectionTo(settings);
      const store = await openMongoStore(settings, client);
      client.on('commandStarted', ({ command }) => sentQueries.push(...queriesOf(command)));
      return store;
    },
    async drop() {
      await own.db().dropDatabase();
      await own.close();
    },
  };
}

/**
 * The database for suites that run on one store at a time: with TEST_STORE=mongodb a new one on the first server; null
 * for SQLite, the default.
 */
export function chosenMongo(): MongoPlace | null {
  if (process.env.TEST_STORE !== 'mongodb') return null;
  const [server] = mongoServers();
  if (server === undefined) throw new Error(whySkipped);
  return freshDatabase(server);
}
