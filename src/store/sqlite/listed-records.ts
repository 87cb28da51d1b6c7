import { foldForSearch } from '../../domain/search-fold.ts';
import { stamped, type Versioned } from '../../domain/versioned.ts';
import type { Change, ListedRecords, ListQuery, Page } from '../port.ts';
import type { AssetUses } from './asset-uses.ts';
import type { Bindable, Database } from './database.ts';

type Named = Versioned & { name: string; description: string };

export type TableOf<Record> = {
  name: 'politics' | 'projects';
  /** Columns beside those that every table of listed records has. */
  columns: { [column: string]: (record: Record) => Bindable };
  assetsOf(record: Record): string[];
};

/** Records that a user lists and searches: politics and projects. */
export function listedRecords<Record extends Named>(
  database: Database,
  assetUses: AssetUses,
  table: TableOf<Record>,
): ListedRecords<Record> & { put(record: Record): void } {
  const columns: { [column: string]: (record: Record) => Bindable } = {
    user_id: (record) => record.userId,
    updated_at: (record) => Date.parse(record.updatedAt),
    ...table.columns,
    folded_name: (record) => foldForSearch(record.name),
    folded_description: (record) => foldForSearch(record.description),
    doc: (record) => JSON.stringify(record),
  };
  const names = Object.keys(columns);
  const valuesOf = (record: Record) => Object.values(columns).map((read) => read(record));
  const insertSql = `insert into ${table.name} (id, ${names.join(', ')}) values (?${', ?'.repeat(names.length)})`;
  const updateSql = `update ${table.name} set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`;

  function get(userId: string, id: string): Record | null {
    const row = database.get(`select doc from ${table.name} where id = ? and user_id = ?`, [id, userId]);
    return row === null ? null : row.json<Record>('doc');
  }

  const totalOf = (userId: string) => ownedTotal(database, table.name, userId);

  return {
    async insert(record, admit) {
      return database.transaction(() => {
        if (database.get(`select 1 as there from ${table.name} where id = ?`, [record._id])) return false;
        admit?.(totalOf(record.userId));
        database.run(insertSql, [record._id, ...valuesOf(record)]);
        assetUses.replace(record._id, [], table.assetsOf(record));
        return true;
      });
    },

    async get(userId, id) {
      return get(userId, id);
    },

    async update(userId, id, change: Change<Record>) {
      return database.transaction(() => {
        const current = get(userId, id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        database.run(updateSql, [...valuesOf(next), id]);
        assetUses.replace(id, table.assetsOf(current), table.assetsOf(next));
        return next;
      });
    },

    async delete(userId, id, allow) {
      return database.transaction(() => {
        const current = get(userId, id);
        if (current === null) return false;
        allow?.(current);
        database.run(`delete from ${table.name} where id = ?`, [id]);
        assetUses.replace(id, table.assetsOf(current), []);
        return true;
      });
    },

    /** Writes the record as it is, whether it is there or not. */
    put(record) {
      database.transaction(() => {
        const row = database.get(`select doc from ${table.name} where id = ?`, [record._id]);
        const before = row === null ? [] : table.assetsOf(row.json<Record>('doc'));
        database.run(`delete from ${table.name} where id = ?`, [record._id]);
        database.run(insertSql, [record._id, ...valuesOf(record)]);
        assetUses.replace(record._id, before, table.assetsOf(record));
      });
    },

    async list(userId, query) {
      return list<Record>(database, table.name, userId, query);
    },
  };
}

function list<Record>(
  database: Database,
  table: TableOf<unknown>['name'],
  userId: string,
  query: ListQuery,
): Page<Record> {
  const term = foldForSearch(query.search?.trim() ?? '');
  const matching = term === '' ? '' : 'and (instr(folded_name, ?) > 0 or instr(folded_description, ?) > 0)';
  const args = term === '' ? [userId] : [userId, term, term];
  const where = `from ${table} where user_id = ? ${matching}`;
  const rows = database.all(`select doc ${where} order by updated_at desc, id limit ? offset ?`, [
    ...args,
    query.pageSize,
    (query.page - 1) * query.pageSize,
  ]);
  const total =
    term === ''
      ? ownedTotal(database, table, userId)
      : (database.get(`select count(*) as total ${where}`, args)?.integer('total') ?? 0);
  return { items: rows.map((row) => row.json<Record>('doc')), total };
}

function ownedTotal(database: Database, kind: TableOf<unknown>['name'], userId: string): number {
  const row = database.get('select total from owned_totals where user_id = ? and kind = ?', [userId, kind]);
  return row?.integer('total') ?? 0;
}
