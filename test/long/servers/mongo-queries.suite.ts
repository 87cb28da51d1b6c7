import { describe, expect, it } from 'vitest';
import { type IndexPlan, schema } from '../../../src/store/mongo/database/indexes.ts';
import { type Query, unservedFields } from '../../support/mongo/queries.ts';
import { freshDatabase, mongoName, sentQueries } from '../../support/mongo/servers.ts';

/** Fields that need no index: few records match the rest of the filter, and the server checks these one by one. */
const checkedInRecords: Readonly<Record<string, string[]>> = {
  workspaces: ['version', '_id'],
  politics: ['version', '$or', '$and', '_id'],
  projects: ['version', '$or', '$and', '_id'],
  runs: ['workspaceId', 'userId', 'state', 'fence', 'revision', 'dueAt', 'waiting', '$or', '_id'],
  pieces: ['writtenAt', '$or', 'generation'],
  findings: ['label', 'outcome', 'ruleKey', 'subject', 'batchNumber', 'listed', '$or'],
  reviews: ['revision'],
  assignments: ['revision'],
  deliveries: ['workspaceId', 'version', 'runId', 'state', '$or'],
  tokens: ['userId', 'revokedAt'],
  idempotent_requests: ['recordId', 'fingerprint', 'lease', 'expiresAt', 'answer'],
  auth_records: ['revision', '_id'],
  source_texts: ['usedAt'],
  request_counts: ['endsAt'],
  file_sizes: ['_id'],
  open_streams: ['_id'],
  webhook_rotations: ['workspaceId', 'rotation'],
  watches: ['workspaceId', 'revision', 'lease'],
  admissions: ['revision'],
  audit_entries: ['at'],
  spending: ['revision'],
};

/**
 * The index that serves a query best, with the fields of the filter that it should cover but does not; null if no index
 * serves it.
 */
function servedBy(query: Query): { index: string; unserved: string[] } | null {
  const known = checkedInRecords[query.collection] ?? [];
  const indexes = Object.entries(schema).find(([name]) => name === query.collection)?.[1] ?? {};
  const serving = Object.entries<IndexPlan>(indexes).flatMap(([index, plan]) => {
    const inRecords = unservedFields(plan, query);
    if (inRecords === null) return [];
    return { index, inRecords, unserved: inRecords.filter((field) => !known.includes(field)) };
  });
  const best = serving.toSorted(
    (a, b) => a.unserved.length - b.unserved.length || a.inRecords.length - b.inRecords.length,
  );
  return best[0] ?? null;
}

/** Whether this query belongs to an export, which reads every record of a collection in the order of ids. */
const isExport = ({ filter, sort }: Query) =>
  Object.keys(filter).length === 0 && JSON.stringify(sort) === '{"_id":1}';

/** Must run after the store's suites, because it examines the queries that they sent. */
export function mongoQueriesSuite(server: string): void {
  describe(`the queries that the store's suites send to ${mongoName(server)}`, () => {
    it('are each served by a declared index, for both filter and sort order', () => {
      expect(sentQueries.length).toBeGreaterThan(1_000);
      const wrong = new Set<string>();
      for (const query of sentQueries) {
        if (isExport(query)) continue;
        const { collection, filter, sort } = query;
        const unserved = servedBy(query)?.unserved ?? ['everything'];
        if (unserved.length === 0) continue;
        wrong.add(`${collection} ${Object.keys(filter)} ${JSON.stringify(sort)}: ${unserved}`);
      }
      expect([...wrong]).toEqual([]);
    });

    it('use every declared index', () => {
      const used = new Set(
        sentQueries.map((query) => `${query.collection}.${servedBy(query)?.index ?? '_id_'}`),
      );
      const unused = Object.entries(schema).flatMap(([collection, indexes]) =>
        Object.keys(indexes)
          .map((index) => `${collection}.${index}`)
          .filter((index) => !index.endsWith('._id_') && !used.has(index)),
      );
      // No query needs this index; the server uses it to keep values unique.
      expect(unused).toEqual(['auth_records.unique']);
    });

    it('use indexes that begin with the workspace for data of a workspace, except in searches over all of them', () => {
      const owned = ['politics', 'projects', 'findings', 'reviews', 'pieces'] as const;
      const acrossWorkspaces = ['_id_', 'by_asset', 'by_age'];
      for (const name of owned) {
        for (const [index, { key }] of Object.entries(schema[name])) {
          if (!acrossWorkspaces.includes(index))
            expect(Object.keys(key)[0], `${name}.${index}`).toBe('workspaceId');
        }
      }
    });

    it('use an index and no sort in memory, according to the plans of the server', async (context) => {
      const place = freshDatabase(server);
      await (await place.open()).close();
      const stages = async ({ collection, filter, sort }: Query) => {
        const explained = await place.database
          .collection(collection)
          .find(filter)
          .sort(sort)
          .explain('queryPlanner');
        return stagesOf(explained.queryPlanner?.winningPlan);
      };
      try {
        const byId = { collection: 'service', filter: { _id: 'x' }, sort: {} };
        const answer = await stages(byId).catch(() => []);
        if (answer.length === 0) context.skip(`SKIPPED: ${place.name} does not explain its plans`);
        const shapes = new Map(
          sentQueries
            .filter((query) => !isExport(query))
            .map((query) => [
              JSON.stringify([query.collection, Object.keys(query.filter), query.sort]),
              query,
            ]),
        );
        for (const [shape, query] of shapes) {
          const chosen = await stages(query);
          expect(chosen.length, shape).toBeGreaterThan(0);
          expect(chosen, shape).not.toContain('COLLSCAN');
          expect(chosen, shape).not.toContain('SORT');
        }
      } finally {
        await place.drop();
      }
    });
  });
}

/** The stages of the plan that a server chose, from all levels of the plan; empty if the plan names none. */
function stagesOf(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([key, value]) =>
    key === 'stage' && typeof value === 'string' ? [value] : stagesOf(value),
  );
}
