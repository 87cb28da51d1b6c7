import type { Filter } from 'mongodb';
import { AppError } from '../../domain/errors.ts';
import type { AuthCondition, AuthQuery, AuthRecord, AuthRecordStore, AuthValue } from '../port.ts';
import type { Admissions } from './admissions.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import { literally } from './literal-pattern.ts';
import type { QueryName } from './queries.ts';
import type { AuthDoc, Records } from './records.ts';
import { isDuplicate } from './unavailable.ts';

/** The query for each field within a model. */
const byField: Readonly<Record<string, QueryName<'auth_records'>>> = {
  id: 'withId',
  email: 'withEmail',
  token: 'withToken',
  userId: 'withUserId',
  accountId: 'withAccountId',
  identifier: 'withIdentifier',
};

/** Records of the sign-in library. Models and fields are names in queries here, so they are validated. */
export function authRecordStore({ authRecords }: Records, admissions: Admissions): AuthRecordStore {
  async function find(model: string, where: AuthCondition[], window: AuthQuery = {}): Promise<AuthDoc[]> {
    const { sortBy, limit, offset = 0 } = window;
    const { query, filter } = queryOf(model, where);
    if (limit === 0) return [];
    const found = await authRecords.find(
      query,
      filter,
      sortBy === undefined ? { skip: offset, limit: limit ?? 0 } : {},
    );
    if (sortBy === undefined) return found;
    const sign = sortBy.direction === 'desc' ? -1 : 1;
    const field = nameOf(sortBy.field);
    const sorted = found.toSorted(
      (a, b) => sign * compared(a.fields[field], b.fields[field]) || compared(a.fields.id, b.fields.id),
    );
    return sorted.slice(offset, limit === undefined ? undefined : offset + limit);
  }

  async function unlessTaken(write: () => Promise<boolean>): Promise<boolean> {
    try {
      return await write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw emailTaken(error);
    }
  }

  return {
    async create(model, record, admit) {
      const doc = authDoc(nameOf(model), record, 1);
      const { _id } = doc;
      async function write() {
        if (!(await authRecords.insert(doc))) throw emailTaken();
        return record;
      }
      if (admit === undefined) return write();
      return admissions({ of: `every ${model}`, id: _id, amount: 1 }, admit, {
        has: (without) => authRecords.count('ofModel', { model, $and: [{ _id: { $nin: without } }] }),
        write,
        undo: async () => {
          await authRecords.remove('one', { _id });
        },
      });
    },

    async find(model, where, query) {
      return (await find(model, where, query)).map(authRecordOf);
    },

    async update(model, where, change) {
      const found = await find(model, where);
      for (const { _id } of found) {
        await compareAndSet(async () => {
          const stored = await authRecords.first('one', { _id });
          if (stored === null) return false;
          const record = authRecordOf(stored);
          const next = authDoc(model, { ...record, ...change, id: record.id ?? null }, stored.revision + 1);
          const { _id: same, ...changed } = next;
          const unchanged = { _id, revision: stored.revision };
          const saved = await unlessTaken(() => authRecords.change('one', unchanged, { $set: changed }));
          return saved ? true : lost;
        });
      }
      return found.length;
    },

    async delete(model, where) {
      const { query, filter } = queryOf(model, where);
      return authRecords.remove(query, filter);
    },

    async count(model, where) {
      const { query, filter } = queryOf(model, where);
      return authRecords.count(query, filter);
    },
  };
}

/** Every condition joined by AND must be true, and one of those joined by OR. */
function queryOf(model: string, where: AuthCondition[]) {
  const all = where.filter(({ connector }) => connector === 'AND');
  const any = where.filter(({ connector }) => connector === 'OR').map(filterOf);
  const lead = all.find(({ operator, value, field }) => {
    return (operator === 'eq' || operator === 'in') && value !== null && byField[field] !== undefined;
  });
  const rest = all.filter((condition) => condition !== lead).map(filterOf);
  const filter: Filter<AuthDoc> = {
    model: nameOf(model),
    ...(lead && filterOf(lead)),
    ...(rest.length > 0 && { $and: rest }),
    ...(any.length > 0 && { $or: any }),
  };
  const query: QueryName<'auth_records'> = (lead && byField[lead.field]) ?? 'ofModel';
  return { query, filter };
}

function filterOf({ field, operator, value }: AuthCondition): Filter<AuthDoc> {
  return { [`fields.${nameOf(field)}`]: conditionOf(operator, value) };
}

function conditionOf(operator: AuthCondition['operator'], value: AuthCondition['value']) {
  if (Array.isArray(value)) {
    return operator === 'not_in' ? { $nin: [...value, null] } : { $in: value };
  }
  switch (operator) {
    case 'eq':
    case 'in':
      return value;
    case 'ne':
    case 'not_in':
      return { $ne: value };
    case 'lt':
      return { $lt: value };
    case 'lte':
      return { $lte: value };
    case 'gt':
      return { $gt: value };
    case 'gte':
      return { $gte: value };
    case 'contains':
      return { $regex: patternOf(value) };
    case 'starts_with':
      return { $regex: `^${patternOf(value)}` };
    case 'ends_with':
      return { $regex: `${patternOf(value)}\\z` };
  }
}

function patternOf(value: AuthValue): string {
  return literally(String(value ?? ''));
}

function compared(a: AuthValue | undefined, b: AuthValue | undefined): number {
  const [left, right] = [a ?? '', b ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function authDoc(model: string, record: AuthRecord, revision: number): AuthDoc {
  const { id, email, token, expiresAt } = record;
  if (typeof id !== 'string') throw new TypeError(`a ${model} without an id`);
  const expires = (model === 'session' || model === 'verification') && typeof expiresAt === 'string';
  return {
    _id: `${model}/${id}`,
    model,
    unique: uniqueOf(model, id, model === 'user' ? email : model === 'session' ? token : null),
    fields: Object.fromEntries(Object.entries(record).map(([field, value]) => [nameOf(field), value])),
    expiresAt: expires ? new Date(expiresAt) : null,
    revision,
    doc: JSON.stringify(record),
  };
}

function uniqueOf(model: string, id: string, value: AuthValue | undefined): string {
  return JSON.stringify(typeof value === 'string' ? [model, 'value', value] : [model, 'id', id]);
}

export function authRecordOf({ doc }: AuthDoc): AuthRecord {
  return JSON.parse(doc);
}

function nameOf(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return name;
  throw new TypeError(`not the name of a model or field: ${name}`);
}

export function emailTaken(cause?: unknown): AppError {
  return new AppError('email_taken', 'an account with this email exists: sign in, or use another email', {
    cause,
  });
}
