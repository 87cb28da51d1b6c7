import { describe, expect, it } from 'vitest';
import { schemaVersions } from '../../../src/store/mongo/migrations/migrations.ts';
import { recordSchema } from '../../../src/store/sqlite/database/migrations.ts';
import { storeSuite } from '../../gate/contract/store.suite.ts';
import { unservedFields } from '../../support/mongo/queries.ts';
import { freshDatabase, mongoServers, whySkipped } from '../../support/mongo/servers.ts';
import { mongoQueriesSuite } from './mongo-queries.suite.ts';

const servers = mongoServers();

describe.skipIf(servers.length > 0)(whySkipped, () => {
  it.skip('the contract of the store on MongoDB');
});

for (const server of servers) {
  storeSuite(() => {
    const place = freshDatabase(server);
    return { name: place.name, open: place.open, clean: place.drop };
  });
}
for (const server of servers) mongoQueriesSuite(server);

it('MongoDB has the schema versions of SQLite, so that a version means the same for both', () => {
  const { first, steps } = recordSchema;
  expect(schemaVersions).toMatchObject({ oldest: first, newest: first + steps.length });
});

describe('a declared index', () => {
  const index = { key: { userId: 1, state: 1, updatedAt: -1, _id: 1 } } as const;
  const since = { $gt: new Date() };

  it.each([
    [{ userId: 'u' }, {}, []],
    [{ state: 's', userId: { $in: ['u', 'v'] } }, { updatedAt: -1, _id: 1 }, []],
    [{ userId: 'u', state: 's' }, { updatedAt: 1, _id: -1 }, []],
    [{ userId: 'u', state: 's', updatedAt: since }, { updatedAt: -1 }, []],
    [{ userId: 'u', name: 'n' }, {}, ['name']],
    [{ userId: 'u', updatedAt: since }, {}, ['updatedAt']],
    [{ userId: 'u', state: { $ne: 's' } }, {}, ['state']],
  ] as const)('serves the filter %j in the order %j, except for the fields %j', (filter, sort, unserved) => {
    expect(unservedFields(index, { filter, sort })).toEqual(unserved);
  });

  it.each([
    ['a filter without its first field', { state: 's' }, {}],
    ['an empty filter', {}, {}],
    ['a different sort order', { userId: 'u', state: 's' }, { _id: 1 }],
    ['a sort order with mixed directions', { userId: 'u', state: 's' }, { updatedAt: -1, _id: -1 }],
    ['an order after an open field', { userId: 'u' }, { updatedAt: -1 }],
  ] as const)('does not serve a query with %s', (_why, filter, sort) => {
    expect(unservedFields(index, { filter, sort })).toBeNull();
  });
});
