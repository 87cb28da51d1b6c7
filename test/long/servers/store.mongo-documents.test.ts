import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { databaseName } from '../../../src/store/mongo/database/connection.ts';
import { recordsIn } from '../../../src/store/mongo/database/records.ts';
import { convertJsonText } from '../../../src/store/mongo/migrations/json-text-records.ts';
import { removeStrayPieces } from '../../../src/store/mongo/pieces/stray-pieces.ts';
import type { PortableRecord } from '../../../src/store/port.ts';
import { contentOf, someRecords } from '../../gate/contract/transfer.suite.ts';
import { putAsJsonText } from '../../support/mongo/json-text.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { aPolitics, owner } from '../../support/records.ts';

const servers = mongoServers();
const collections = [
  'politics',
  'projects',
  'runs',
  'findings',
  'reviews',
  'deliveries',
  'tokens',
  'auth_records',
];

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('records as documents in MongoDB');
});

describe.each(servers)('records as MongoDB documents, on %s', (server) => {
  const place = freshDatabase(server);
  const client = new MongoClient(place.url);
  const database = client.db(databaseName(place.url));
  afterAll(async () => {
    await client.close();
    await place.drop();
  });
  const queryable = Object.fromEntries(
    [...collections, 'service'].map((name) => [name, database.collection(name)]),
  );

  it('can be searched for the words of a rule with the query in docs/storage.md', async () => {
    const store = await place.open();
    const rule = { name: 'Payment', description: 'An invoice is paid within 30 days.' };
    const politics = aPolitics({ rules: [rule], outputFormat: { 'a.b': { $x: 1 } } });
    await store.politics.insert(aPolitics());
    await store.politics.insert(politics);
    const page = readFileSync(join(import.meta.dirname, '../../../docs/storage.md'), 'utf8');
    const query = /db\.politics\.find\(\{ '([\w.]+)': \/(\w+)\/ \}\)/.exec(page);
    expect(query).not.toBeNull();
    const [, field = '', word = ''] = query ?? [];
    const found = await queryable.politics?.find({ [field]: new RegExp(word) }).toArray();
    expect(found).toMatchObject([{ _id: politics._id, name: politics.name, rules: [rule], version: 1 }]);
    expect(found?.[0]?.createdAt).toEqual(new Date(politics.createdAt));
    expect(found?.[0]?.outputFormat).toBe(JSON.stringify(politics.outputFormat));
    expect(await store.politics.get(owner.userId, politics._id)).toEqual(politics);
    await store.close();
  });

  describe('migrated from the JSON text of schema 7', () => {
    const records = someRecords(12);
    const expected = async () => {
      const other = freshDatabase(server);
      const store = await other.open();
      await store.transfer.put(records);
      const content = await contentOf(store);
      await store.close();
      await other.drop();
      return content;
    };
    let content: string[];
    beforeAll(async () => {
      content = await expected();
    });
    beforeEach(async () => {
      await place.drop();
      await putAsJsonText(database, records);
    });

    const left = async () =>
      (
        await Promise.all(
          collections.map((name) => database.collection(name).countDocuments({ doc: { $exists: true } })),
        )
      ).reduce((sum, count) => sum + count, 0);

    it('have the same content as before, without JSON text, and do not change if the migration is repeated', async () => {
      expect(await left()).toBeGreaterThan(100);
      const store = await place.open();
      expect(await left()).toBe(0);
      expect(await contentOf(store)).toEqual(content);
      const run = records.flatMap((one) => (one.kind === 'run' ? one.record : []))[0];
      expect(await store.runs.get(owner.userId, run?._id ?? '')).toEqual(run);
      await convertJsonText(database, recordsIn(database));
      expect(await contentOf(store)).toEqual(content);
      await removeStrayPieces(recordsIn(database), new Date());
      expect(await contentOf(store)).toEqual(content);
      await store.close();
    });

    it('have the same content as before if several servers migrate at once and one of them dies', async () => {
      const dying = new MongoClient(place.url, { monitorCommands: true });
      let bulks = 0;
      dying.on('commandStarted', ({ commandName }) => {
        if (commandName !== 'update') return;
        bulks += 1;
        if (bulks === 4) void dying.close(true);
      });
      const half = dying.db(databaseName(place.url));
      await expect(convertJsonText(half, recordsIn(half), 5)).rejects.toThrow();
      const before = await left();
      expect(before).toBeGreaterThan(0);
      expect(before).toBeLessThan(records.length);
      const stores = await Promise.all([place.open(), place.open(), place.open()]);
      expect(await left()).toBe(0);
      for (const store of stores) {
        expect(await contentOf(store)).toEqual(content);
        await store.close();
      }
    });

    it('are not overwritten if another process changes a record during its conversion', async () => {
      const record = records.flatMap((one) => (one.kind === 'politics' ? one.record : []))[0];
      const id = record?._id ?? '';
      const politics = database.collection<{ _id: string; doc: string }>('politics');
      const racing = new MongoClient(place.url, { monitorCommands: true });
      const changed = JSON.stringify({ ...record, name: 'changed in the meantime' });
      let change: Promise<unknown> | undefined;
      racing.on('commandSucceeded', ({ commandName }) => {
        if (commandName === 'find') change ??= politics.updateOne({ _id: id }, { $set: { doc: changed } });
      });
      const half = racing.db(databaseName(place.url));
      await convertJsonText(half, recordsIn(half));
      await change;
      await racing.close();
      const store = await place.open();
      const name = (await store.politics.get(owner.userId, id))?.name;
      expect(name).toBe('changed in the meantime');
      await store.close();
    });
  });
});

/** Lists the kinds of records that the migration tests cover. A new kind must be added to `json-text.ts`. */
it('the migration is tested with every kind of record', () => {
  const kinds = new Set(someRecords(1).map(({ kind }: PortableRecord) => kind));
  expect([...kinds].toSorted()).toEqual([
    'account',
    'assignment',
    'audit_entry',
    'delivery',
    'event',
    'finding',
    'idempotent_request',
    'politics',
    'project',
    'review',
    'run',
    'signing_key',
    'spending',
    'spending_caps',
    'token',
    'webhook_rotation',
    'workspace',
  ]);
});
