import type { MongoClient } from 'mongodb';
import { workspacePayer } from '../../domain/budget.ts';
import { AppError } from '../../domain/errors.ts';
import type { Store } from '../port.ts';
import type { ProcessStore } from '../ports/runs.ts';
import { auditStore } from './audit.ts';
import { authRecordStore } from './auth-records.ts';
import { budgetStore } from './budgets.ts';
import { admissionsIn } from './database/admissions.ts';
import { serializer } from './database/compare-and-set.ts';
import { connectionTo, databaseName, type MongoSettings } from './database/connection.ts';
import { requireIndexes } from './database/indexes.ts';
import { type Records, type RunDoc, recordsIn } from './database/records.ts';
import { guarded } from './database/unavailable.ts';
import { deliveryStore } from './deliveries.ts';
import { idempotencyStore } from './idempotency.ts';
import { signingKeyStore, webhookRotationStore } from './keys.ts';
import { fileSizeStore, openStreamStore, requestCountStore } from './limits.ts';
import { politicsStore, projectStore } from './listed-records.ts';
import { migrate } from './migrations/migrations.ts';
import { contentsIn, outputOf } from './pieces/contents.ts';
import { removeStrayPieces, strayAfterMs } from './pieces/stray-pieces.ts';
import { assignmentStore, reviewStore } from './reviews.ts';
import { eventStore } from './runs/events.ts';
import { findingBatches, findingStore } from './runs/findings.ts';
import { runWrites } from './runs/run-writes.ts';
import { runStore } from './runs/runs.ts';
import { removeUnusedTexts, sourceTextStore } from './source-texts.ts';
import { tokenStore } from './tokens.ts';
import { transferOf } from './transfer.ts';
import { watchStore } from './watches.ts';
import { workspaceStore } from './workspaces.ts';

/**
 * Opens a store in a MongoDB database. Creates and verifies the indexes, and migrates the records of earlier releases.
 * Any number of processes may use the database at the same time. Every operation is atomic for one record, and none
 * needs a transaction over several records. Throws `store_unavailable` if no server answers, `store_too_new` and
 * `store_too_old` for data of another release, and `store_schema` if an index differs from its declaration.
 */
export async function openMongoStore(
  settings: MongoSettings,
  client: MongoClient = connectionTo(settings),
): Promise<Store> {
  try {
    const database = client.db(databaseName(settings.url));
    const records = recordsIn(database);
    const refused = await migrate(database, records);
    await requireIndexes(database);
    const { version } = await guarded(() => database.command({ buildInfo: 1 }));
    const place = `${client.options.hosts.join(', ')}/${database.databaseName}`;
    const without = refused.length > 0 ? '; the server does not remove expired records by itself' : '';
    return storeOver(records, `MongoDB ${version} at ${place}${without}`, () => client.close());
  } catch (error) {
    await client.close();
    if (!(error instanceof AppError) || error.code !== 'store_unavailable') throw error;
    const hosts = client.options.hosts.join(', ');
    throw new AppError(
      'store_unavailable',
      `no MongoDB answers at ${hosts}: start it, or correct MONGODB_URL`,
      {
        cause: error,
      },
    );
  }
}

function storeOver(records: Records, description: string, close: () => Promise<void>): Store {
  const serialize = serializer();
  const admissions = admissionsIn(records, serialize);
  const contents = contentsIn(records);
  const batches = findingBatches(records);
  const writes = runWrites(records, contents, batches, serialize);

  /**
   * Removes a run's findings, deliveries and output first and its record last, so that an interrupted removal can be
   * repeated. The events that a writer added meanwhile are removed after the record: from then on, nothing is added.
   */
  async function removeRuns(runs: Pick<RunDoc, '_id' | 'workspaceId'>[]): Promise<void> {
    for (const { _id, workspaceId } of runs) {
      await records.findings.remove({ workspaceId, runId: _id });
      await records.events.remove({ workspaceId, runId: _id });
      await records.deliveries.remove({ runId: _id });
      await contents.removeOthers(workspaceId, outputOf(_id), []);
      await records.runs.remove({ _id });
      await records.events.remove({ workspaceId, runId: _id });
    }
  }

  const politics = politicsStore(records, serialize, admissions);
  const projects = projectStore(records, serialize, admissions);
  const findings = findingStore(records, batches);

  return {
    description,
    revision: () => null,
    workspaces: workspaceStore(records, serialize, admissions),
    politics,
    projects,
    transfer: transferOf(records, contents, writes, findings, { politics, projects }),
    runs: runStore(records, contents, writes, serialize, admissions, removeRuns),
    findings,
    events: eventStore(records, serialize),
    reviews: reviewStore(records),
    assignments: assignmentStore(records),
    deliveries: deliveryStore(records),
    tokens: tokenStore(records, admissions),
    audit: auditStore(records, serialize),
    budgets: budgetStore(records, serialize),
    auth: authRecordStore(records, admissions),
    idempotency: idempotencyStore(records),
    sourceTexts: sourceTextStore(records, contents),
    processes: processStore(records),
    signingKeys: signingKeyStore(records),
    webhookRotations: webhookRotationStore(records),
    watches: watchStore(records),
    requestCounts: requestCountStore(records),
    fileSizes: fileSizeStore(records, admissions),
    openStreams: openStreamStore(records, admissions),
    assetsInUse: (assetIds) => assetsInUse(records, assetIds),

    async deleteProjectRemains(workspaceId, projectId) {
      const ofProject = { workspaceId, projectId };
      // After this change no worker can write to these runs, so that nothing is added while they are removed.
      await records.runs.changeAll(ofProject, {
        $set: { released: false, waiting: false, dueAt: null },
        $inc: { fence: 1, revision: 1 },
      });
      await removeRuns(await records.runs.find(ofProject, { only: ['workspaceId'] }));
      await records.reviews.remove(ofProject);
      await records.assignments.remove(ofProject);
      await records.watches.remove({ _id: projectId, workspaceId });
    },

    deleteWorkspaceRemains: (id) => removeWorkspaceRemains(records, id),

    deletePersonRemains: (userId) => removePersonRemains(records, userId),

    async deleteExpired(now, sourceTextsUnusedSince) {
      await records.requestCounts.remove({ endsAt: { $lte: now } });
      await records.openStreams.remove({ until: { $lte: now } });
      const dayBefore = new Date(now.getTime() - 86_400_000);
      return {
        idempotencyKeys: await records.idempotentRequests.remove({ expiresAt: { $lte: now } }),
        sessions: await records.authRecords.remove({ expiresAt: { $lt: now } }),
        sourceTexts: await removeUnusedTexts(records, contents, sourceTextsUnusedSince),
        strayParts: await removeStrayPieces(records, new Date(now.getTime() - strayAfterMs)),
        arrivingFiles: await records.fileSizes.remove({ arrivingSince: { $lt: dayBefore } }),
      };
    },

    async ping() {
      await records.service.changeOrMake({ _id: 'ping' }, { $set: { at: new Date() } });
    },

    close,
  };
}

async function assetsInUse(records: Records, assetIds: string[]): Promise<Set<string>> {
  const asked = new Set(assetIds);
  const naming = { assetIds: { $in: assetIds } };
  const only = ['assetIds'];
  const found = await Promise.all([
    records.politics.find(naming, { only }),
    records.projects.find(naming, { only }),
    records.runs.find(naming, { only }),
  ]);
  return new Set(found.flat().flatMap((record) => record.assetIds.filter((id) => asked.has(id))));
}

/** Removes the records of a workspace, and the cached texts of its files. Can be repeated. */
async function removeWorkspaceRemains(records: Records, id: string): Promise<void> {
  // Before their pieces, so that no cached text refers to missing pieces.
  await records.sourceTexts.remove(idsFrom(`["${id}",`));
  await records.pieces.remove({ workspaceId: id });
  await records.reviews.remove({ workspaceId: id });
  await records.assignments.remove({ workspaceId: id });
  await records.webhookRotations.remove({ workspaceId: id });
  await removeSpending(records, workspacePayer(id));
  await records.turns.remove({ _id: id });
  for (const limit of ['bytes', 'politics', 'projects', 'runs'])
    await records.admissions.remove({ _id: `${limit} of ${id}` });
}

/** Removes the records of a person that belong to no workspace. Can be repeated. */
async function removePersonRemains(records: Records, userId: string): Promise<void> {
  await records.tokens.remove({ userId });
  await records.idempotentRequests.remove({ userId });
  await removeSpending(records, userId);
  for (const limit of ['streams', 'tokens', 'workspaces'])
    await records.admissions.remove({ _id: `${limit} of ${userId}` });
}

async function removeSpending(records: Records, payer: string): Promise<void> {
  await records.spending.remove(idsFrom(`${payer}/`));
  await records.spendingCaps.remove({ _id: payer });
}

/** Selects the ids that start with a prefix. */
function idsFrom(prefix: string) {
  return { _id: { $gte: prefix, $lt: `${prefix}\uffff` } };
}

function processStore({ processes }: Records): ProcessStore {
  return {
    async beat(name, beat) {
      await processes.put([{ _id: name, beat }]);
    },

    async all() {
      const found = new Map<string, number>();
      for await (const { _id, beat } of processes.all()) found.set(_id, beat);
      return found;
    },

    async remove(names) {
      if (names.length > 0) await processes.remove({ _id: { $in: [...names] } });
    },
  };
}
