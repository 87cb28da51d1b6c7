import type { Filter } from 'mongodb';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import { countWithin, requireWithin } from '../../domain/records/page-size.ts';
import type { RecordLimit } from '../../domain/records/rights.ts';
import { foldForSearch } from '../../domain/records/search-fold.ts';
import { stamped, type Versioned } from '../../domain/records/versioned.ts';
import type { Change, ListedRecords, ListQuery, ProjectStore } from '../ports/records.ts';
import type { Admissions } from './database/admissions.ts';
import { lost, type Serialize } from './database/compare-and-set.ts';
import type { Window } from './database/documents.ts';
import type { PoliticsDoc, ProjectDoc, Records } from './database/records.ts';

/** A filter on the fields that rule sets and projects have in common. */
type ListedFilter = Filter<
  Pick<PoliticsDoc, '_id' | 'workspaceId' | 'version' | 'foldedName' | 'foldedDescription'>
>;

type Named = Versioned & { name: string; description: string };

/** The fields by which the limit of a token selects records. */
type WithinLimit = { _id?: string | { $in: string[] }; politicsId?: string };

/** A collection of rule sets or of projects. */
interface ListedDocuments<Doc> {
  insert(doc: Doc): Promise<boolean>;
  put(docs: readonly Doc[]): Promise<void>;
  first(filter: ListedFilter): Promise<Doc | null>;
  find(filter: ListedFilter, window: Window): Promise<Doc[]>;
  count(filter: ListedFilter): Promise<number>;
  replace(filter: ListedFilter, doc: Doc): Promise<boolean>;
  remove(filter: ListedFilter): Promise<number>;
}

type Kind<Record, Doc> = {
  documents: ListedDocuments<Doc>;
  /** The name of the kind of record in the plural. It identifies the limit on the number of such records per user. */
  plural: string;
  /** Selects the records within the limit of a token. */
  limited(limit: RecordLimit): WithinLimit;
  docOf(record: Record): Doc;
  recordOf(doc: Doc): Record;
};

type Listed<Record extends Named> = ListedRecords<Record> & { put(records: Record[]): Promise<void> };

export function politicsStore(
  { politics }: Records,
  serialize: Serialize,
  admissions: Admissions,
): Listed<Politics> {
  return listedRecords(serialize, admissions, {
    documents: politics,
    plural: 'politics',
    limited: ({ kind, id }) => ({ _id: { $in: kind === 'politics' ? [id] : [] } }),
    docOf: politicsDoc,
    recordOf: politicsOf,
  });
}

export function projectStore(
  { projects }: Records,
  serialize: Serialize,
  admissions: Admissions,
): ProjectStore & Listed<Project> {
  return {
    ...listedRecords(serialize, admissions, {
      documents: projects,
      plural: 'projects',
      limited: ({ kind, id }) => (kind === 'project' ? { _id: id } : { politicsId: id }),
      docOf: projectDoc,
      recordOf: projectOf,
    }),
    countWithPolitics: (workspaceId, politicsId) => projects.count({ workspaceId, politicsId }),
  };
}

/** Stores records that a user can list and search: rule sets or projects. */
function listedRecords<Record extends Named, Doc extends { bytes: number }>(
  serialize: Serialize,
  admissions: Admissions,
  { documents, plural, docOf, recordOf, limited }: Kind<Record, Doc>,
): Listed<Record> {
  async function get(workspaceId: string, id: string): Promise<Record | null> {
    const found = await documents.first({ _id: id, workspaceId });
    return found === null ? null : recordOf(found);
  }

  /** Returns the sizes of the matching records without reading the records. */
  const bytesOf = async (filter: ListedFilter, window: Window) =>
    (await documents.find(filter, { ...window, only: ['bytes'] })).map(({ bytes }) => bytes);

  return {
    async insert(record, admit) {
      const { _id, workspaceId } = record;
      if (admit !== undefined && (await documents.first({ _id })) !== null) return false;
      return admissions({ of: `${plural} of ${workspaceId}`, id: _id, amount: 1 }, admit, {
        has: (without) => documents.count({ workspaceId, _id: { $nin: without } }),
        write: () => documents.insert(docOf(record)),
        undo: () => documents.remove({ _id }),
      });
    },
    get,

    put: (records) => documents.put(records.map(docOf)),

    update: (workspaceId, id, change: Change<Record>) =>
      serialize(id, async () => {
        const current = await get(workspaceId, id);
        if (current === null) return null;
        const next = stamped(change(current), current, new Date());
        const unchanged = { _id: id, workspaceId, version: current.version };
        return (await documents.replace(unchanged, docOf(next))) ? next : lost;
      }),

    delete: (workspaceId, id, allow) =>
      serialize(id, async () => {
        const current = await get(workspaceId, id);
        if (current === null) return false;
        allow?.(current);
        const unchanged = { _id: id, workspaceId, version: current.version };
        return (await documents.remove(unchanged)) === 1 ? true : lost;
      }),

    async list(workspaceId, { page, pageSize, mostBytes, ...selection }) {
      const filter = matching(workspaceId, selection, limited);
      const sort = { updatedAt: -1, _id: 1 } as const;
      const window = { sort, skip: (page - 1) * pageSize, limit: pageSize };
      if (mostBytes !== undefined) requireWithin(await bytesOf(filter, window), mostBytes);
      const [found, total] = await Promise.all([documents.find(filter, window), documents.count(filter)]);
      return { items: found.map(recordOf), total };
    },

    async walk(workspaceId, { after, seen, pageSize, mostBytes, ...selection }) {
      const filter = matching(workspaceId, selection, limited);
      const following = { ...filter, _id: { $gt: after, $nin: seen } };
      const window = { sort: { _id: 1 }, limit: pageSize } as const;
      const fits =
        mostBytes === undefined ? pageSize : countWithin(await bytesOf(following, window), mostBytes);
      const [found, total] = await Promise.all([
        documents.find(following, { ...window, limit: fits + 1 }),
        documents.count(filter),
      ]);
      return { items: found.slice(0, fits).map(recordOf), total, more: found.length > fits };
    },
  };
}

function matching(
  workspaceId: string,
  { search = '', within }: Pick<ListQuery, 'search' | 'within'>,
  limited: (limit: RecordLimit) => WithinLimit,
): ListedFilter {
  const term = foldForSearch(search.trim());
  // The regular expression engines of all MongoDB-compatible servers treat these escapes the same.
  const contains = { $regex: term.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') };
  return {
    workspaceId,
    ...(term !== '' && { $or: [{ foldedName: contains }, { foldedDescription: contains }] }),
    ...(within !== undefined && { $and: [limited(within)] }),
  };
}

export function politicsDoc(politics: Politics): PoliticsDoc {
  const { outputFormat, ...record } = politics;
  return {
    ...record,
    ...datesOf(politics),
    outputFormat: outputFormat === null ? null : JSON.stringify(outputFormat),
    ...lookUps(politics, politics.knowledgeFiles),
  };
}

export function politicsOf(doc: PoliticsDoc): Politics {
  const { foldedName, foldedDescription, assetIds, bytes, outputFormat, ...record } = doc;
  return {
    ...record,
    ...timesOf(doc),
    outputFormat: outputFormat === null ? null : JSON.parse(outputFormat),
  };
}

export function projectDoc(project: Project): ProjectDoc {
  return { ...project, ...datesOf(project), ...lookUps(project, project.files) };
}

export function projectOf(doc: ProjectDoc): Project {
  const { foldedName, foldedDescription, assetIds, bytes, ...record } = doc;
  return { ...record, ...timesOf(doc) };
}

function lookUps(record: Named, files: readonly { assetId?: string }[]) {
  return {
    foldedName: foldForSearch(record.name),
    foldedDescription: foldForSearch(record.description),
    assetIds: [...new Set(files.flatMap(({ assetId }) => assetId ?? []))],
    bytes: Buffer.byteLength(JSON.stringify(record)),
  };
}

function datesOf({ createdAt, updatedAt }: Versioned) {
  return { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
}

function timesOf({ createdAt, updatedAt }: Pick<PoliticsDoc, 'createdAt' | 'updatedAt'>) {
  return { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
