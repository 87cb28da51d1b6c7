import { countWithin, requireWithin } from '../../domain/records/page-size.ts';
import type { RecordLimit } from '../../domain/records/rights.ts';
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

/** Stores records that can be listed and searched: rule sets or projects. */
export function listedRecords<Record extends Named>(
  database: Database,
  assetUses: AssetUses,
  table: TableOf<Record>,
): ListedRecords<Record> & { put(record: Record): void } {
  const columns: { [column: string]: (record: Record) => Bindable } = {
    workspace_id: (record) => record.workspaceId,
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

  function get(workspaceId: string, id: string): Record | null {
    const row = database.get(
      `select workspace_id, doc from ${table.name} where id = ? and workspace_id = ?`,
      [id, workspaceId],
    );
    return row === null ? null : listedRecordOf<Record>(row);
  }

  const totalOf = (workspaceId: string) => ownedTotal(database, table.name, workspaceId);

  return {
    async insert(record, admit) {
      return database.transaction(() => {
        if (database.get(`select 1 as there from ${table.name} where id = ?`, [record._id])) return false;
        admit?.(totalOf(record.workspaceId));
        database.run(insertSql, [record._id, ...valuesOf(record)]);
        assetUses.replace(record._id, [], table.assetsOf(record));
        return true;
      });
    },

    async get(workspaceId, id) {
      return get(workspaceId, id);
    },

    async update(workspaceId, id, change: Change<Record>) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        database.run(updateSql, [...valuesOf(next), id]);
        assetUses.replace(id, table.assetsOf(current), table.assetsOf(next));
        return next;
      });
    },

    async delete(workspaceId, id, allow) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
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

    async list(workspaceId, query) {
      return list<Record>(database, table.name, workspaceId, query);
    },

    async walk(workspaceId, { after, seen, pageSize, mostBytes, ...selection }) {
      const { where, args } = matching(table.name, workspaceId, selection);
      const rows = database.all(
        `select id, ${bytesOfDoc} ${where} and id > ? and id not in (select value from json_each(?)) order by id limit ?`,
        [...args, after, JSON.stringify(seen), pageSize + 1],
      );
      const fits = countWithin(rows.slice(0, pageSize).map(sizeOf), mostBytes);
      const items = recordsOf<Record>(database, table.name, { rows: rows.slice(0, fits), orderBy: 'id' });
      const total = totalMatching(database, table.name, workspaceId, selection);
      return { items, total, more: rows.length > fits };
    },
  };
}

type Table = TableOf<unknown>['name'];

function list<Record extends Versioned>(
  database: Database,
  table: Table,
  workspaceId: string,
  query: ListQuery,
): Page<Record> {
  const { where, args } = matching(table, workspaceId, query);
  const rows = database.all(`select id, ${bytesOfDoc} ${where} order by ${newestFirst} limit ? offset ?`, [
    ...args,
    query.pageSize,
    (query.page - 1) * query.pageSize,
  ]);
  requireWithin(rows.map(sizeOf), query.mostBytes);
  const items = recordsOf<Record>(database, table, { rows, orderBy: newestFirst });
  return { items, total: totalMatching(database, table, workspaceId, query) };
}

/**
 * SQLite knows the length of a text without reading the text. So a page of a list that is too large is refused before
 * its records are read.
 */
const bytesOfDoc = 'octet_length(doc) as bytes';

const newestFirst = 'updated_at desc, id';

/** Reads the records of these rows. `orderBy` is the order of the rows. */
function recordsOf<Record extends Versioned>(
  database: Database,
  table: Table,
  { rows, orderBy }: { rows: readonly Row[]; orderBy: 'id' | typeof newestFirst },
): Record[] {
  const ids = JSON.stringify(rows.map((row) => row.text('id')));
  const these = `select workspace_id, doc from ${table} where id in (select value from json_each(?)) order by ${orderBy}`;
  return database.all(these, [ids]).map((row) => listedRecordOf<Record>(row));
}

/** Reads a record. Its workspace is read from its column, because records of earlier releases do not contain it. */
export function listedRecordOf<Record extends Versioned>(row: Row): Record {
  return { ...row.json<Record>('doc'), workspaceId: row.text('workspace_id') };
}

function sizeOf(row: Row): number {
  return row.integer('bytes');
}

type Selection = Pick<ListQuery, 'search' | 'within'>;

function matching(
  table: Table,
  workspaceId: string,
  { search = '', within }: Selection,
): { where: string; args: string[] } {
  const term = foldForSearch(search.trim());
  const found = term === '' ? '' : 'and (instr(folded_name, ?) > 0 or instr(folded_description, ?) > 0)';
  const limited = within === undefined ? '' : `and ${columnOf(table, within)} = ?`;
  return {
    where: `from ${table} where workspace_id = ? ${found} ${limited}`,
    args: [workspaceId, ...(term === '' ? [] : [term, term]), ...(within === undefined ? [] : [within.id])],
  };
}

/** The column that contains the id of the limit. No rule set is within a limit to a project. */
function columnOf(table: Table, { kind }: RecordLimit): string {
  if (table === 'projects') return kind === 'project' ? 'id' : 'politics_id';
  return kind === 'politics' ? 'id' : 'null';
}

function totalMatching(database: Database, table: Table, workspaceId: string, selection: Selection): number {
  const { where, args } = matching(table, workspaceId, selection);
  if (args.length === 1) return ownedTotal(database, table, workspaceId);
  return database.count(where, args);
}

function ownedTotal(database: Database, kind: Table, workspaceId: string): number {
  const total = 'select total from owned_totals where workspace_id = ? and kind = ?';
  return database.get(total, [workspaceId, kind])?.integer('total') ?? 0;
}
