import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/mongo/migrations.ts';
import { schema } from '../../src/store/mongo/schema.ts';
import { whyNotServed } from '../../src/store/mongo/served.ts';
import { recordMigrations } from '../../src/store/sqlite/migrations.ts';

const folder = join(import.meta.dirname, '../../src/store/mongo');
const sources = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

describe('queries on MongoDB and their indexes', () => {
  const plan = { key: { userId: 1, state: 1, updatedAt: -1, _id: 1 } } as const;
  const date = new Date();

  it.each([
    [{ userId: 'u' }, {}, []],
    [{ userId: 'u', state: 's' }, { updatedAt: -1, _id: 1 }, []],
    [{ userId: 'u', state: 's' }, { updatedAt: 1, _id: -1 }, []],
    [{ userId: 'u', state: { $in: ['a', 'b'] }, updatedAt: { $gt: date } }, { updatedAt: -1 }, []],
    [{ userId: 'u', name: 'n' }, {}, ['name']],
  ] as const)('takes a query that its index serves: %j sorted by %j', (filter, sort, beside) => {
    expect(whyNotServed(plan, filter, sort, beside)).toBeNull();
  });

  it.each([
    ['nothing bound', {}, {}, []],
    ['not the first field', { state: 's' }, {}, []],
    ['a field between left open', { userId: 'u', updatedAt: { $gt: date } }, {}, []],
    ['another sort', { userId: 'u', state: 's' }, { _id: 1 }, []],
    ['a sort in mixed directions', { userId: 'u', state: 's' }, { updatedAt: -1, _id: -1 }, []],
    ['a sort behind an open field', { userId: 'u' }, { updatedAt: -1 }, []],
    ['a condition nobody named', { userId: 'u', name: 'n' }, {}, []],
    ['everything beside the index', { userId: 'u' }, {}, ['userId']],
  ] as const)('refuses a query that its index does not serve: %s', (_why, filter, sort, beside) => {
    expect(whyNotServed(plan, filter, sort, beside)).not.toBeNull();
  });

  it('go through the one door that checks them, each under a declared index', () => {
    const makers = sources.filter(({ text }) => /\.collection[<(]/.test(text)).map(({ name }) => name);
    expect(makers.toSorted()).toEqual(['indexes.ts', 'records.ts']);
  });

  it('look up what belongs to a user by the user first', () => {
    const owned = ['politics', 'projects', 'findings', 'reviews', 'tokens', 'pieces'] as const;
    const acrossOwners = ['_id_', 'by_asset'];
    for (const name of owned) {
      for (const [index, { key }] of Object.entries(schema[name])) {
        if (acrossOwners.includes(index)) continue;
        expect(Object.keys(key)[0], `${name}.${index}`).toBe('userId');
      }
    }
  });

  it('have as many migrations as the SQLite store, so that a number means the same on both', () => {
    expect(migrations).toHaveLength(recordMigrations.length);
  });
});
