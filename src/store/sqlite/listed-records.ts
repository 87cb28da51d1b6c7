import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import { countWithin, requireWithin } from '../../domain/records/page-size.ts';
import type { RecordLimit } from '../../domain/records/rights.ts';
import { foldForSearch } from '../../domain/records/search-fold.ts';
import { stamped, type Versioned } from '../../domain/records/versioned.ts';
import type { Change, ListedRecords, ListQuery, ProjectStore } from '../ports/records.ts';
import type { AssetUses } from './asset-uses.ts';
import { type Bindable, type Database, rowsWith } from './database/database.ts';
import type { Row } from './database/row.ts';

type Named = Versioned & { name: string; description: string };

type Selection = Pick<ListQuery, 'search' | 'within'>;

type TableOf<Record> = {
  name: 'politics' | 'projects';
  /** The columns that only this table has. All tables of listed records share the other columns. */
  columns(record: Record): { [column: string]: Bindable };
  assetsOf(record: Record): string[];
  /** The column that contains the id of the limit of a token. */
  limitedBy(limit: RecordLimit): string;
};

type Listed<Record extends Named> = ListedRecords<Record> & { put(record: Record): void };

export function politicsStore(database: Database, uses: AssetUses): Listed<Politics> {
  return listedRecords<Politics>(database, uses, {
    name: 'politics',
    columns: () => ({}),
    assetsOf: (politics) => politics.knowledgeFiles.flatMap((file) => file.assetId ?? []),
    // No rule set is within a limit to a project.
    limitedBy: ({ kind }) => (kind === 'politics' ? 'id' : 'null'),
  });
}

export function projectStore(database: Database, uses: AssetUses): ProjectStore & Listed<Project> {
  return {
    ...listedRecords<Project>(database, uses, {
      name: 'projects',
      columns: ({ politicsId }) => ({ politics_id: politicsId }),
      assetsOf: (project) => project.files.flatMap((file) => file.assetId ?? []),
      limitedBy: ({ kind }) => (kind === 'project' ? 'id' : 'politics_id'),
    }),
    async countWithPolitics(workspaceId, politicsId) {
      const { from, args } = rowsWith('projects', { workspace_id: workspaceId, politics_id: politicsId });
      return database.count(from, args);
    },
  };
}

/**
 * SQLite knows the length of a text without reading the text. So a page of a list that is too large is refused before
 * its records are read.
 */
const sized = 'select id, octet_length(doc) as bytes';

const newestFirst = 'updated_at desc, id';

/** Stores records that can be listed and searched: rule sets or projects. */
function listedRecords<Record extends Named>(
  database: Database,
  assetUses: AssetUses,
  table: TableOf<Record>,
): Listed<Record> {
  const columnsOf = (record: Record) => ({
    workspace_id: record.workspaceId,
    updated_at: Date.parse(record.updatedAt),
    ...table.columns(record),
    folded_name: foldForSearch(record.name),
    folded_description: foldForSearch(record.description),
    doc: JSON.stringify(record),
  });

  function get(workspaceId: string, id: string): Record | null {
    const one = `select workspace_id, doc from ${table.name} where id = ? and workspace_id = ?`;
    const row = database.get(one, [id, workspaceId]);
    return row && listedRecordOf<Record>(row);
  }

  function totalOf(workspaceId: string): number {
    const kept = { workspace_id: workspaceId, kind: table.name };
    return database.first('owned_totals', kept, (row) => row.integer('total')) ?? 0;
  }

  function matching(
    workspaceId: string,
    { search = '', within }: Selection,
  ): { from: string; args: string[] } {
    const term = foldForSearch(search.trim());
    const found = term === '' ? '' : 'and (instr(folded_name, ?) > 0 or instr(folded_description, ?) > 0)';
    const limited = within === undefined ? '' : `and ${table.limitedBy(within)} = ?`;
    return {
      from: `from ${table.name} where workspace_id = ? ${found} ${limited}`,
      args: [workspaceId, ...(term === '' ? [] : [term, term]), ...(within === undefined ? [] : [within.id])],
    };
  }

  function totalMatching(workspaceId: string, selection: Selection): number {
    const { from, args } = matching(workspaceId, selection);
    return args.length === 1 ? totalOf(workspaceId) : database.count(from, args);
  }

  /** Reads the records of these rows, which are in this order. */
  function recordsOf(rows: readonly Row[], order: string): Record[] {
    const ids = JSON.stringify(rows.map((row) => row.text('id')));
    const these = `where id in (select value from json_each(?)) order by ${order}`;
    return database
      .all(`select workspace_id, doc from ${table.name} ${these}`, [ids])
      .map((row) => listedRecordOf<Record>(row));
  }

  return {
    async insert(record, admit) {
      return database.transaction(() => {
        if (database.count(`from ${table.name} where id = ?`, [record._id]) > 0) return false;
        admit?.(totalOf(record.workspaceId));
        database.insert(table.name, { id: record._id, ...columnsOf(record) });
        assetUses.replace(record._id, [], table.assetsOf(record));
        return true;
      });
    },

    get: async (workspaceId, id) => get(workspaceId, id),

    async update(workspaceId, id, change: Change<Record>) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        database.update(table.name, columnsOf(next), { id });
        assetUses.replace(id, table.assetsOf(current), table.assetsOf(next));
        return next;
      });
    },

    async delete(workspaceId, id, allow) {
      return database.transaction(() => {
        const current = get(workspaceId, id);
        if (current === null) return false;
        allow?.(current);
        database.remove(table.name, { id });
        assetUses.replace(id, table.assetsOf(current), []);
        return true;
      });
    },

    /** Writes the record unchanged; a stored record with the same id is replaced. */
    put(record) {
      database.transaction(() => {
        const id = record._id;
        const before = database.first(table.name, { id }, listedRecordOf<Record>);
        database.remove(table.name, { id });
        database.insert(table.name, { id, ...columnsOf(record) });
        assetUses.replace(id, before ? table.assetsOf(before) : [], table.assetsOf(record));
      });
    },

    async list(workspaceId, { page, pageSize, mostBytes, ...selection }) {
      const { from, args } = matching(workspaceId, selection);
      const window = [pageSize, (page - 1) * pageSize];
      const rows = database.all(`${sized} ${from} order by ${newestFirst} limit ? offset ?`, [
        ...args,
        ...window,
      ]);
      requireWithin(rows.map(sizeOf), mostBytes);
      return { items: recordsOf(rows, newestFirst), total: totalMatching(workspaceId, selection) };
    },

    async walk(workspaceId, { after, seen, pageSize, mostBytes, ...selection }) {
      const { from, args } = matching(workspaceId, selection);
      const rows = database.all(
        `${sized} ${from} and id > ? and id not in (select value from json_each(?)) order by id limit ?`,
        [...args, after, JSON.stringify(seen), pageSize + 1],
      );
      const fits = countWithin(rows.slice(0, pageSize).map(sizeOf), mostBytes);
      const items = recordsOf(rows.slice(0, fits), 'id');
      return { items, total: totalMatching(workspaceId, selection), more: rows.length > fits };
    },
  };
}

/** Reads a record. Its workspace is read from its column, because records of earlier releases do not contain it. */
export function listedRecordOf<Record extends Versioned>(row: Row): Record {
  return { ...row.json<Record>('doc'), workspaceId: row.text('workspace_id') };
}

function sizeOf(row: Row): number {
  return row.integer('bytes');
}
