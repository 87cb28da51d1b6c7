import { AppError } from '../../domain/errors.ts';
import type { AuthCondition, AuthQuery, AuthRecord, AuthRecordStore, AuthValue } from '../port.ts';
import { type Bindable, type Database, isDuplicate } from './database.ts';

type Sql = { text: string; args: Bindable[] };

/** Records of the sign-in library as documents. Models and fields are names in SQL here, so they are validated. */
export function authRecordStore(database: Database): AuthRecordStore {
  function find(model: string, where: AuthCondition[], query: AuthQuery = {}): AuthRecord[] {
    const condition = conditionOf(model, where);
    const order = query.sortBy
      ? `${fieldOf(query.sortBy.field)} ${direction(query.sortBy.direction)}, id`
      : 'id';
    const rows = database.all(
      `select doc from auth_records where ${condition.text} order by ${order} limit ? offset ?`,
      [...condition.args, query.limit ?? -1, query.offset ?? 0],
    );
    return rows.map((row) => row.json<AuthRecord>('doc'));
  }

  function count(model: string, where: AuthCondition[]): number {
    const condition = conditionOf(model, where);
    const row = database.get(
      `select count(*) as total from auth_records where ${condition.text}`,
      condition.args,
    );
    return row?.integer('total') ?? 0;
  }

  function save(write: () => void): void {
    try {
      write();
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw new AppError('email_taken', 'an account with this email exists: sign in, or use another email', {
        cause: error,
      });
    }
  }

  return {
    async create(model, record, admit) {
      const { id } = record;
      if (typeof id !== 'string') throw new TypeError(`a ${model} without an id`);
      const insert = `insert into auth_records (model, id, doc) values ('${nameOf(model)}', ?, ?)`;
      database.transaction(() => {
        admit?.(count(model, []));
        save(() => database.run(insert, [id, JSON.stringify(record)]));
      });
      return record;
    },

    async find(model, where, query) {
      return find(model, where, query);
    },

    async update(model, where, change) {
      return database.transaction(() => {
        const records = find(model, where);
        for (const record of records) {
          const next = { ...record, ...change, id: record.id };
          save(() =>
            database.run(`update auth_records set doc = ? where model = '${nameOf(model)}' and id = ?`, [
              JSON.stringify(next),
              record.id,
            ]),
          );
        }
        return records.length;
      });
    },

    async delete(model, where) {
      const condition = conditionOf(model, where);
      return database.run(`delete from auth_records where ${condition.text}`, condition.args);
    },

    async count(model, where) {
      return count(model, where);
    },
  };
}

/**
 * Every condition joined by AND must be true, and one of those joined by OR. The model is part of the text so that
 * its indexes are used.
 */
function conditionOf(model: string, where: AuthCondition[]): Sql {
  const parts = where.map((condition) => ({ connector: condition.connector, ...sqlOf(condition) }));
  const all = parts.filter((part) => part.connector === 'AND');
  const any = parts.filter((part) => part.connector === 'OR');
  const texts = [`model = '${nameOf(model)}'`, ...all.map((part) => part.text)];
  if (any.length > 0) texts.push(`(${any.map((part) => part.text).join(' or ')})`);
  return { text: texts.join(' and '), args: [...all, ...any].flatMap((part) => part.args) };
}

function sqlOf({ field, operator, value }: AuthCondition): Sql {
  const column = fieldOf(field);
  if (Array.isArray(value)) {
    const not = operator === 'not_in' ? 'not in' : 'in';
    return { text: `${column} ${not} (select value from json_each(?))`, args: [JSON.stringify(value)] };
  }
  switch (operator) {
    case 'eq':
      return { text: `${column} is ?`, args: [value] };
    case 'ne':
      return { text: `${column} is not ?`, args: [value] };
    case 'lt':
      return { text: `${column} < ?`, args: [value] };
    case 'lte':
      return { text: `${column} <= ?`, args: [value] };
    case 'gt':
      return { text: `${column} > ?`, args: [value] };
    case 'gte':
      return { text: `${column} >= ?`, args: [value] };
    case 'in':
      return { text: `${column} is ?`, args: [value] };
    case 'not_in':
      return { text: `${column} is not ?`, args: [value] };
    case 'contains':
      return { text: `instr(${column}, ?) > 0`, args: [textOf(value)] };
    case 'starts_with':
      return { text: `substr(${column}, 1, length(?)) = ?`, args: [textOf(value), textOf(value)] };
    case 'ends_with':
      return {
        text: `(length(?) = 0 or substr(${column}, -length(?)) = ?)`,
        args: [value, value, value].map(textOf),
      };
  }
}

function textOf(value: AuthValue): string {
  return String(value ?? '');
}

function fieldOf(field: string): string {
  return field === 'id' ? 'id' : `json_extract(doc, '$.${nameOf(field)}')`;
}

function nameOf(name: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(name)) return name;
  throw new TypeError(`not the name of a model or field: ${name}`);
}

function direction(sort: 'asc' | 'desc'): string {
  return sort === 'desc' ? 'desc' : 'asc';
}
