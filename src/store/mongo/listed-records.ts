import type { Filter } from 'mongodb';
import { countWithin, requireWithin } from '../../domain/page-size.ts';
import { foldForSearch } from '../../domain/search-fold.ts';
import { stamped, type Versioned } from '../../domain/versioned.ts';
import type { Change, ListedRecords, ListQuery, Page } from '../port.ts';
import type { Admissions } from './admissions.ts';
import { compareAndSet, lost } from './compare-and-set.ts';
import type { Documents } from './documents.ts';
import { literally } from './literal-pattern.ts';
import type { ListedDoc } from './records.ts';
import type { InTurn } from './taking-turns.ts';

type Named = Versioned & { name: string; description: string };

type Columns<Record> = {
  politicsIdOf?(record: Record): string;
  assetsOf(record: Record): string[];
};

type ListedDocuments = Documents<'politics', ListedDoc> | Documents<'projects', ListedDoc>;

/** Records that a user lists and searches: politics and projects. */
export function listedRecords<Record extends Named>(
  documents: ListedDocuments,
  inTurn: InTurn,
  admissions: Admissions,
  columns: Columns<Record>,
): ListedRecords<Record> & { put(records: Record[]): Promise<void> } {
  const columnsOf = (record: Record) => listedColumns(record, columns);

  async function get(userId: string, id: string): Promise<Record | null> {
    const found = await documents.first('one', { _id: id, userId });
    return found === null ? null : recordOf(found);
  }

  return {
    async insert(record, admit) {
      const { _id, userId } = record;
      const write = () => documents.insert({ _id, ...columnsOf(record) });
      if (admit === undefined) return write();
      if ((await documents.first('one', { _id })) !== null) return false;
      return admissions({ of: `${documents.name} of ${userId}`, id: _id, amount: 1 }, admit, {
        has: (without) => documents.count('ofOwner', { userId, _id: { $nin: without } }),
        write,
        undo: async () => {
          await documents.remove('one', { _id });
        },
      });
    },
    get,

    /** Writes records as they are, whether or not they exist. */
    put: (records) =>
      documents.put(
        records.map((record) => ({ filter: { _id: record._id }, replacement: columnsOf(record) })),
      ),

    update: (userId, id, change: Change<Record>) =>
      inTurn(id, () =>
        compareAndSet(async () => {
          const current = await get(userId, id);
          if (current === null) return null;
          const next = stamped(change(current), current, new Date());
          const unchanged = { _id: id, userId, version: current.version };
          return (await documents.change('one', unchanged, { $set: columnsOf(next) })) ? next : lost;
        }),
      ),

    delete: (userId, id, allow) =>
      inTurn(id, () =>
        compareAndSet(async () => {
          const current = await get(userId, id);
          if (current === null) return false;
          allow?.(current);
          const unchanged = { _id: id, userId, version: current.version };
          return (await documents.remove('one', unchanged)) === 1 ? true : lost;
        }),
      ),

    list: (userId, query) => list<Record>(documents, userId, query),

    async walk(userId, { after, seen, pageSize, search, mostBytes }) {
      const matching = matchingFilter(userId, search);
      const following = { ...matching, _id: { $gt: after, $nin: seen } };
      const [found, total] = await Promise.all([
        documents.find('ofOwnerById', following, { limit: pageSize + 1 }),
        documents.count('ofOwner', matching),
      ]);
      const fits = countWithin(found.slice(0, pageSize).map(sizeOf), mostBytes);
      const items = found.slice(0, fits).map((one) => recordOf<Record>(one));
      return { items, total, more: found.length > fits };
    },
  };
}

/** A record as it is stored, without its id. */
export function listedColumns<Record extends Named>(
  record: Record,
  columns: Columns<Record>,
): Omit<ListedDoc, '_id'> {
  return {
    userId: record.userId,
    updatedAt: new Date(record.updatedAt),
    version: record.version,
    foldedName: foldForSearch(record.name),
    foldedDescription: foldForSearch(record.description),
    assetIds: [...new Set(columns.assetsOf(record))],
    ...(columns.politicsIdOf && { politicsId: columns.politicsIdOf(record) }),
    doc: JSON.stringify(record),
  };
}

async function list<Record>(
  documents: ListedDocuments,
  userId: string,
  { search, page, pageSize, mostBytes }: ListQuery,
): Promise<Page<Record>> {
  const filter = matchingFilter(userId, search);
  const [found, total] = await Promise.all([
    documents.find('ofOwner', filter, {
      skip: (page - 1) * pageSize,
      limit: pageSize,
    }),
    documents.count('ofOwner', filter),
  ]);
  requireWithin(found.map(sizeOf), mostBytes);
  return { items: found.map((one) => recordOf<Record>(one)), total };
}

function matchingFilter(userId: string, search = ''): Filter<ListedDoc> {
  const term = foldForSearch(search.trim());
  const holds = { $regex: literally(term) };
  return term === '' ? { userId } : { userId, $or: [{ foldedName: holds }, { foldedDescription: holds }] };
}

/** The size of a record before it is parsed, in bytes. */
function sizeOf({ doc }: Pick<ListedDoc, 'doc'>): number {
  return Buffer.byteLength(doc);
}

/** Only this adapter's own writes are read, so the shape is not validated again. */
function recordOf<Record>({ doc }: Pick<ListedDoc, 'doc'>): Record {
  return JSON.parse(doc);
}
