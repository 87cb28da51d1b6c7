import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { aPolitics, owner } from '../../support/records.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('records as documents in MongoDB');
});

describe.each(servers)('records as MongoDB documents, on %s', (server) => {
  const place = freshDatabase(server);
  const { database } = place;
  afterAll(() => place.drop());

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
    const found = await database
      .collection('politics')
      .find({ [field]: new RegExp(word) })
      .toArray();
    expect(found).toMatchObject([{ _id: politics._id, name: politics.name, rules: [rule], version: 1 }]);
    expect(found?.[0]?.createdAt).toEqual(new Date(politics.createdAt));
    expect(found?.[0]?.outputFormat).toBe(JSON.stringify(politics.outputFormat));
    expect(await store.politics.get(owner.userId, politics._id)).toEqual(politics);
    await store.close();
  });
});
