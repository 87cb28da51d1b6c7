import type { CleanedWhere } from 'better-auth/adapters';
import { afterAll, expect, it } from 'vitest';
import { libraryRecords } from '../../../../src/auth/library-records.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const folder = temporaryFolder('library-records');
const store = openSqliteStore(folder);
const adapter = libraryRecords(store.auth)({});
const model = 'session';
const time = (seconds: number) => new Date(Date.parse('2026-06-01T12:00:00.000Z') + seconds * 1_000);
afterAll(() => store.close());

it('the adapter for the sign-in library finds, sorts, changes and deletes records by any condition', async () => {
  for (const at of [0, 1, 2]) {
    await adapter.create({
      model,
      data: {
        token: `token%${at}`,
        userId: at === 2 ? 'u2' : 'u1',
        expiresAt: time(at),
        createdAt: time(0),
        updatedAt: time(0),
        ipAddress: at === 1 ? '::1' : null,
      },
    });
  }
  const where = (
    field: string,
    value: CleanedWhere['value'],
    operator: CleanedWhere['operator'] = 'eq',
    connector: CleanedWhere['connector'] = 'AND',
  ): CleanedWhere => ({ field, value, operator, connector, mode: 'sensitive' });
  const found = async (...conditions: CleanedWhere[]) =>
    (await adapter.findMany<{ token: string }>({ model, where: conditions }))
      .map(({ token }) => token.slice(-1))
      .toSorted()
      .join('');

  expect(await found(where('userId', 'u1'), where('token', 'token%0'))).toBe('0');
  expect(await found(where('ipAddress', null))).toBe('02');
  expect(await found(where('ipAddress', null, 'ne'))).toBe('1');
  expect(await found(where('expiresAt', time(1), 'gte'))).toBe('12');
  expect(await found(where('expiresAt', time(1), 'gt'))).toBe('2');
  expect(await found(where('expiresAt', time(1), 'lte'))).toBe('01');
  expect(await found(where('expiresAt', time(1), 'lt'))).toBe('0');
  expect(await found(where('ipAddress', '', 'gt'))).toBe('1');
  expect(await found(where('token', ['token%2', 'none'], 'in'))).toBe('2');
  expect(await found(where('token', ['token%2', 'none'], 'not_in'))).toBe('01');
  expect(await found(where('token', 'n%1', 'contains'))).toBe('1');
  expect(await found(where('token', 'tok', 'starts_with'))).toBe('012');
  expect(await found(where('token', '%2', 'ends_with'))).toBe('2');
  const either = [where('token', 'token%0', 'eq', 'OR'), where('userId', 'u2', 'eq', 'OR')];
  expect(await found(...either)).toBe('02');
  expect(await found(where('userId', 'u1'), ...either)).toBe('0');

  const sortBy = { field: 'expiresAt', direction: 'desc' } as const;
  expect(await adapter.findMany({ model, sortBy, limit: 1, offset: 1 })).toMatchObject([
    { token: 'token%1' },
  ]);
  expect(await adapter.count({ model, where: [where('userId', 'u1')] })).toBe(2);
  const update = { ipAddress: '::2' };
  expect(await adapter.updateMany({ model, where: [where('userId', 'u1')], update })).toBe(2);
  expect(await found(where('ipAddress', '::2'))).toBe('01');
  const changed = await adapter.update({ model, where: [where('token', 'token%2')], update });
  expect(changed).toMatchObject({ token: 'token%2', ipAddress: '::2' });
  expect(await adapter.deleteMany({ model, where: [where('userId', 'u1')] })).toBe(2);
  expect(await found()).toBe('2');
});
