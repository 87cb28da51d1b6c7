import { emailTaken } from '../../domain/errors.ts';
import { type AuthMatch, type AuthRecord, type AuthRecordStore, authFields } from '../ports/auth.ts';
import { type Database, isDuplicate } from './database/database.ts';

/**
 * Stores the records of the sign-in library as JSON text. The name of the model is written into the SQL text, because
 * only then can SQLite use the partial indexes.
 */
export function authRecordStore(database: Database): AuthRecordStore {
  const count = (model: string) => database.count(`from auth_records where ${ofModel(model)}`);

  function find(model: string, match: AuthMatch | null, limit = -1): AuthRecord[] {
    const matching = match ? `and ${columnOf(match)} in (select value from json_each(?))` : '';
    return database
      .all(`select doc from auth_records where ${ofModel(model)} ${matching} order by id limit ?`, [
        ...(match ? [JSON.stringify(match.values)] : []),
        limit,
      ])
      .map((row) => row.json<AuthRecord>('doc'));
  }

  return {
    async create(model, record, admit) {
      const { id } = record;
      if (typeof id !== 'string') throw new TypeError(`a ${model} without an id`);
      database.transaction(() => {
        admit?.(count(model));
        unlessTaken(() =>
          database.insert('auth_records', { model: nameOf(model), id, doc: JSON.stringify(record) }),
        );
      });
      return record;
    },

    async find(model, match, limit) {
      return find(model, match, limit);
    },

    async update(model, id, change) {
      return database.transaction(() => {
        const [record] = find(model, { field: 'id', values: [id] });
        if (record === undefined) return null;
        const next = { ...record, ...change, id };
        const update = `update auth_records set doc = ? where ${ofModel(model)} and id = ?`;
        unlessTaken(() => database.run(update, [JSON.stringify(next), id]));
        return next;
      });
    },

    async delete(model, ids) {
      const these = 'id in (select value from json_each(?))';
      return database.run(`delete from auth_records where ${ofModel(model)} and ${these}`, [
        JSON.stringify(ids),
      ]);
    },

    async count(model) {
      return count(model);
    },
  };
}

function unlessTaken(write: () => void): void {
  try {
    write();
  } catch (error) {
    throw isDuplicate(error) ? emailTaken(error) : error;
  }
}

function ofModel(model: string): string {
  return `model = '${nameOf(model)}'`;
}

function columnOf({ field }: AuthMatch): string {
  if (!authFields.includes(field)) throw new TypeError(`records are not found by ${field}`);
  return field === 'id' ? 'id' : `json_extract(doc, '$.${field}')`;
}

/**
 * Returns the name of the model, which becomes part of SQL text. Throws if the name does not consist of letters, digits
 * and underscores, with a letter at the start.
 */
function nameOf(model: string): string {
  if (/^[A-Za-z][A-Za-z0-9_]*$/.test(model)) return model;
  throw new TypeError(`not the name of a model: ${model}`);
}
