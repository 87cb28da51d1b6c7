import { type CleanedWhere, createAdapterFactory } from 'better-auth/adapters';
import { newObjectId } from '../domain/object-id.ts';
import type { AuthCondition, AuthRecord, AuthRecordStore, AuthValue } from '../store/port.ts';

/**
 * Stores the sign-in library's users, password hashes and sessions in our store with ids of 24 hex characters, so
 * that it works with every store. Times are passed as ISO strings.
 */
export function libraryRecords(records: AuthRecordStore) {
  return createAdapterFactory({
    config: {
      adapterId: 'proviso-store',
      supportsDates: false,
      supportsNumericIds: false,
      customIdGenerator: () => newObjectId(),
    },
    adapter: () => ({
      create: async ({ model, data }) => copyOf(await records.create(model, recordOf(data))),
      findOne: async ({ model, where }) => {
        const [found] = await records.find(model, conditions(where), { limit: 1 });
        return found ? copyOf(found) : null;
      },
      findMany: async ({ model, where = [], limit, offset = 0, sortBy }) => {
        const query = { limit, offset, ...(sortBy ? { sortBy } : {}) };
        return (await records.find(model, conditions(where), query)).map(copyOf);
      },
      count: ({ model, where = [] }) => records.count(model, conditions(where)),
      update: async ({ model, where, update }) => {
        const [found] = await records.find(model, conditions(where), { limit: 1 });
        if (!found) return null;
        const one = conditions([{ field: 'id', operator: 'eq', value: idOf(found), connector: 'AND' }]);
        await records.update(model, one, recordOf(update));
        const [changed] = await records.find(model, one, { limit: 1 });
        return changed ? copyOf(changed) : null;
      },
      updateMany: ({ model, where, update }) => records.update(model, conditions(where), recordOf(update)),
      delete: async ({ model, where }) => {
        await records.delete(model, conditions(where));
      },
      deleteMany: ({ model, where }) => records.delete(model, conditions(where)),
    }),
  });
}

type LibraryCondition = Pick<CleanedWhere, 'field' | 'operator' | 'value' | 'connector'>;

function conditions(where: readonly LibraryCondition[]): AuthCondition[] {
  return where.map(({ field, operator = 'eq', value, connector = 'AND' }) => ({
    field,
    operator,
    connector,
    value: value instanceof Date ? value.toISOString() : value,
  }));
}

function recordOf(data: unknown): AuthRecord {
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : [];
  return Object.fromEntries(fields.map(([field, value]) => [field, storable(field, value)]));
}

function storable(field: string, value: unknown): AuthValue {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  throw new TypeError(`the sign-in library set ${field} to a value that cannot be stored`);
}

function idOf({ id }: AuthRecord): string {
  return String(id);
}

/** Records are copied as JSON, so that the two sides share no objects. */
function copyOf(record: AuthRecord) {
  return JSON.parse(JSON.stringify(record));
}
