import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrations } from '../../src/store/mongo/migrations.ts';
import { type QueryPlan, queries } from '../../src/store/mongo/queries.ts';
import { type IndexPlan, schema } from '../../src/store/mongo/schema.ts';
import { whyNotOf, whyNotServed } from '../../src/store/mongo/served.ts';
import { recordMigrations } from '../../src/store/sqlite/migrations.ts';

const folder = join(import.meta.dirname, '../../src/store/mongo');
const sources = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}));

describe('queries on MongoDB and their indexes', () => {
  const declared = Object.entries(queries).flatMap(([collection, plans]) =>
    Object.entries<QueryPlan>(plans).map(([name, query]) => ({ collection, name, query })),
  );

  it.each(declared)('$collection: $name is served by its index, filter and sort', ({ collection, query }) => {
    const indexes = Object.entries(schema).find(([name]) => name === collection)?.[1] ?? {};
    const index = Object.entries<IndexPlan>(indexes).find(([name]) => name === query.index)?.[1];
    expect(index && whyNotServed(index, query)).toBeNull();
  });

  it('are asked somewhere, each that is declared', () => {
    const text = sources.filter(({ name }) => name !== 'queries.ts').map((source) => source.text);
    const unasked = declared.filter(({ name }) => !text.some((one) => one.includes(`'${name}'`)));
    expect(unasked).toEqual([]);
  });

  const index = { key: { userId: 1, state: 1, updatedAt: -1, _id: 1 } } as const;

  it.each<Omit<QueryPlan, 'index'>>([
    { equal: ['userId'] },
    { equal: ['state', 'userId'], sort: { updatedAt: -1, _id: 1 } },
    { equal: ['userId', 'state'], sort: { updatedAt: 1, _id: -1 } },
    { equal: ['userId', 'state'], range: ['updatedAt'], sort: { updatedAt: -1 } },
    { equal: ['userId'], beside: ['name'] },
  ])('takes a plan that its index serves: %j', (plan) => {
    expect(whyNotServed(index, { index: 'i', ...plan })).toBeNull();
  });

  it.each<[string, Omit<QueryPlan, 'index'>]>([
    ['nothing bound', { beside: ['userId'] }],
    ['not the first field', { equal: ['state'] }],
    ['a field between left open', { equal: ['userId'], range: ['updatedAt'] }],
    ['an equality behind an open field', { equal: ['userId', 'updatedAt'] }],
    ['another sort', { equal: ['userId', 'state'], sort: { _id: 1 } }],
    ['a sort in mixed directions', { equal: ['userId', 'state'], sort: { updatedAt: -1, _id: -1 } }],
    ['a sort behind an open field', { equal: ['userId'], sort: { updatedAt: -1 } }],
    ['a field the index does not have', { equal: ['userId', 'name'] }],
  ])('refuses a plan that its index does not serve: %s', (_why, plan) => {
    expect(whyNotServed(index, { index: 'i', ...plan })).not.toBeNull();
  });

  const plan: QueryPlan = { index: 'i', equal: ['userId'], range: ['updatedAt'], beside: ['name'] };
  const updatedAt = { $gt: new Date() };

  it.each([
    { userId: 'u', updatedAt },
    { userId: { $in: ['u', 'v'] }, updatedAt, name: { $ne: 'n' } },
  ])('takes a filter of a plan: %j', (filter) => {
    expect(whyNotOf(plan, filter)).toBeNull();
  });

  it.each([
    ['a field left out', { userId: 'u' }],
    ['a field undefined', { userId: undefined, updatedAt }],
    ['a condition nobody named', { userId: 'u', updatedAt, state: 's' }],
    ['limits where a value should be', { userId: { $ne: 'u' }, updatedAt }],
  ])('refuses a filter that is not of its plan: %s', (_why, filter) => {
    expect(whyNotOf(plan, filter)).not.toBeNull();
  });

  it('go through the one door that checks them, each under a declared index, but for migrations over all records', () => {
    const makers = sources.filter(({ text }) => /\.collection[<(]/.test(text)).map(({ name }) => name);
    expect(makers.toSorted()).toEqual(['indexes.ts', 'migrations.ts', 'records.ts']);
  });

  it('look up what belongs to a user by the user first', () => {
    const owned = ['politics', 'projects', 'findings', 'reviews', 'tokens', 'pieces'] as const;
    const acrossOwners = ['_id_', 'by_asset', 'by_age'];
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
