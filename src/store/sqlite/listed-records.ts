import { countWithin, requireWithin } from '../../domain/records/page-size.ts';
import { foldForSearch } from '../../domain/records/search-fold.ts';
import { stamped, type Versioned } from '../../domain/records/versioned.ts';
import type { Change, ListedRecords, ListQuery, Page } from '../ports/records.ts';
import type { AssetUses } from './asset-uses.ts';
import type { Bindable, Database } from './database/database.ts';
import type { Row } from './database/row.ts';

type Named = Versioned & { name: string; description: string };

export type TableOf<Record> = {
  name: 'politics' | 'projects';
  /** The columns that only this table has. All tables of listed records share the other columns. */
  columns: { [column: string]: (record: Record) => Bindable };
  assetsOf(record: Record): string[];
};

/** Stores records that a user can list and search: rule sets or projects. */
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

    /** Writes the record unchanged; a stored record with the same id is replaced. */
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

    async walk(userId, { after, seen, pageSize, search, mostBytes }) {
      const { where, args } = matching(table.name, userId, search);
      const rows = database.all(
        `select id, ${bytesOfDoc} ${where} and id > ? and id not in (select value from json_each(?)) order by id limit ?`,
        [...args, after, JSON.stringify(seen), pageSize + 1],
      );
      const fits = countWithin(rows.slice(0, pageSize).map(sizeOf), mostBytes);
      const items = recordsOf<Record>(database, table.name, { rows: rows.slice(0, fits), orderBy: 'id' });
      const total = totalMatching(database, table.name, userId, search);
      return { items, total, more: rows.length > fits };
    },
  };
}

type Table = TableOf<unknown>['name'];

function list<Record>(database: Database, table: Table, userId: string, query: ListQuery): Page<Record> {
  const { where, args } = matching(table, userId, query.search);
  const rows = database.all(`select id, ${bytesOfDoc} ${where} order by ${newestFirst} limit ? offset ?`, [
    ...args,
    query.pageSize,
    (query.page - 1) * query.pageSize,
  ]);
  requireWithin(rows.map(sizeOf), query.mostBytes);
  const items = recordsOf<Record>(database, table, { rows, orderBy: newestFirst });
  return { items, total: totalMatching(database, table, userId, query.search) };
}

/**
 * SQLite knows the length of a text without reading the text. So a page of a list that is too large is refused before
 * its records are read.
 */
const bytesOfDoc = 'octet_length(doc) as bytes';

const newestFirst = 'updated_at desc, id';

/** Reads the records of these rows. `orderBy` is the order of the rows. */
function recordsOf<Record>(
  database: Database,
  table: Table,
  { rows, orderBy }: { rows: readonly Row[]; orderBy: 'id' | typeof newestFirst },
): Record[] {
  const ids = JSON.stringify(rows.map((row) => row.text('id')));
  const these = `select doc from ${table} where id in (select value from json_each(?)) order by ${orderBy}`;
  return database.all(these, [ids]).map((row) => row.json<Record>('doc'));
}

function sizeOf(row: Row): number {
  return row.integer('bytes');
}

function matching(
  table: Table,
  userId: string,
  search = '',
): { term: string; where: string; args: string[] } {
  const term = foldForSearch(search.trim());
  const found = 'and (instr(folded_name, ?) > 0 or instr(folded_description, ?) > 0)';
  return term === ''
    ? { term, where: `from ${table} where user_id = ?`, args: [userId] }
    : { term, where: `from ${table} where user_id = ? ${found}`, args: [userId, term, term] };
}

function totalMatching(database: Database, table: Table, userId: string, search?: string): number {
  const { term, where, args } = matching(table, userId, search);
  if (term === '') return ownedTotal(database, table, userId);
  return database.get(`select count(*) as total ${where}`, args)?.integer('total') ?? 0;
}

function ownedTotal(database: Database, kind: Table, userId: string): number {
  const row = database.get('select total from owned_totals where user_id = ? and kind = ?', [userId, kind]);
  return row?.integer('total') ?? 0;
}
