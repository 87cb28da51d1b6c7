import { type CleanedWhere, createAdapterFactory } from 'better-auth/adapters';
import { newObjectId } from '../domain/records/object-id.ts';
import {
  type AuthMatch,
  type AuthRecord,
  type AuthRecordStore,
  type AuthValue,
  authFields,
} from '../store/ports/auth.ts';

/**
 * Lets the sign-in library store its users, password hashes and sessions in our store, with ids of 24 hex characters.
 * The store only finds records by the value of one field. This adapter checks all conditions of a query, so that they
 * mean the same with every store. Times are passed as ISO strings.
 */
export function libraryRecords(records: AuthRecordStore) {
  async function idsOf(model: string, where: readonly Condition[]): Promise<string[]> {
    return (await matching(records, model, where)).map(({ id }) => String(id));
  }

  async function updateAll(model: string, ids: string[], change: AuthRecord): Promise<AuthRecord[]> {
    const changed = await Promise.all(ids.map((id) => records.update(model, id, change)));
    return changed.filter((record) => record !== null);
  }

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
        const [found] = await matching(records, model, where);
        return found ? copyOf(found) : null;
      },
      findMany: async ({ model, where = [], limit, offset = 0, sortBy }) => {
        const found = sorted(await matching(records, model, where), sortBy);
        return found.slice(offset, limit && offset + limit).map(copyOf);
      },
      count: async ({ model, where = [] }) => (await idsOf(model, where)).length,
      update: async ({ model, where, update }) => {
        const [id] = await idsOf(model, where);
        const changed = id === undefined ? null : await records.update(model, id, recordOf(update));
        return changed && copyOf(changed);
      },
      updateMany: async ({ model, where, update }) =>
        (await updateAll(model, await idsOf(model, where), recordOf(update))).length,
      delete: async ({ model, where }) => {
        await records.delete(model, await idsOf(model, where));
      },
      deleteMany: async ({ model, where }) => records.delete(model, await idsOf(model, where)),
    }),
  });
}

type Condition = Pick<CleanedWhere, 'field' | 'operator' | 'value' | 'connector'>;

/**
 * The records that meet every condition joined by AND, and at least one of the conditions joined by OR, if there are
 * any.
 */
async function matching(
  records: AuthRecordStore,
  model: string,
  where: readonly Condition[],
): Promise<AuthRecord[]> {
  const any = where.filter(({ connector }) => connector === 'OR');
  const all = where.filter(({ connector }) => connector !== 'OR');
  const match = all.flatMap((condition) => matchOf(condition) ?? [])[0] ?? null;
  const found = await records.find(model, match);
  return found.filter(
    (record) =>
      all.every((condition) => meets(record, condition)) &&
      (any.length === 0 || any.some((condition) => meets(record, condition))),
  );
}

/** The look-up of the store that a condition corresponds to; null if there is none. */
function matchOf(condition: Condition): AuthMatch | null {
  const { operator = 'eq' } = condition;
  const field = authFields.find((known) => known === condition.field);
  const values = valuesOf(condition).filter((value) => value !== null);
  const found = operator === 'eq' || operator === 'in';
  return found && field !== undefined && values.length > 0 ? { field, values } : null;
}

function meets(record: AuthRecord, condition: Condition): boolean {
  const stored = record[condition.field] ?? null;
  const values = valuesOf(condition);
  const [value = null] = values;
  const text = String(stored ?? '');
  switch (condition.operator ?? 'eq') {
    case 'eq':
    case 'in':
      return values.includes(stored);
    case 'ne':
    case 'not_in':
      return !values.includes(stored);
    case 'lt':
      return compare(stored, value) < 0;
    case 'lte':
      return compare(stored, value) <= 0;
    case 'gt':
      return compare(stored, value) > 0;
    case 'gte':
      return compare(stored, value) >= 0;
    case 'contains':
      return text.includes(String(value));
    case 'starts_with':
      return text.startsWith(String(value));
    case 'ends_with':
      return text.endsWith(String(value));
  }
}

function valuesOf({ value }: Condition): AuthValue[] {
  return (Array.isArray(value) ? value : [value]).map((one) =>
    one instanceof Date ? one.toISOString() : one,
  );
}

/** Compares two values. Returns NaN, which is neither less nor greater than 0, for values that have no order. */
function compare(left: AuthValue, right: AuthValue): number {
  if (left === null || right === null || typeof left !== typeof right) return Number.NaN;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function sorted(records: AuthRecord[], by?: { field: string; direction: 'asc' | 'desc' }): AuthRecord[] {
  if (by === undefined) return records;
  const sign = by.direction === 'desc' ? -1 : 1;
  return records.toSorted((a, b) => sign * (compare(a[by.field] ?? null, b[by.field] ?? null) || 0));
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

/** A copy, so that the library cannot change a record in the store. */
function copyOf(record: AuthRecord) {
  return JSON.parse(JSON.stringify(record));
}
