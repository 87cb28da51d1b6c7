import { AppError } from '../../domain/errors.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { Store } from '../port.ts';
import { type Admissions, admissionsIn } from './admissions.ts';
import { authRecordStore } from './auth-records.ts';
import { connectionTo, databaseName, type MongoSettings } from './connection.ts';
import { contentsIn } from './contents.ts';
import { deliveryStore } from './deliveries.ts';
import { fileSizeStore } from './file-sizes.ts';
import { findingBatches, findingStore } from './findings.ts';
import { idempotencyStore } from './idempotency.ts';
import { requireIndexes } from './indexes.ts';
import { listedRecords } from './listed-records.ts';
import { migrate } from './migrations.ts';
import { openStreamStore } from './open-streams.ts';
import { processStore } from './processes.ts';
import { type Records, type RunDoc, recordsIn } from './records.ts';
import { requestCountStore } from './request-counts.ts';
import { contentOf, runWrites } from './run-writes.ts';
import { runStore } from './runs.ts';
import { removeUnusedTexts, reviewStore, sourceTextStore, tokenStore } from './small-records.ts';
import { removeStrayPieces, strayAfterMs } from './stray-pieces.ts';
import { type InTurn, takingTurns } from './taking-turns.ts';
import { transferOf } from './transfer.ts';
import { guarded } from './unavailable.ts';

/**
 * The store in a MongoDB database. Creates and checks its indexes first. Any number of processes may use it at once.
 * Every operation is atomic for one record; none needs a transaction over several. Throws `store_unavailable` if no
 * server answers, `store_too_new` for data of a newer release, `store_schema` if the indexes cannot be created as
 * declared.
 */
export async function openMongoStore(settings: MongoSettings): Promise<Store> {
  const client = connectionTo(settings);
  try {
    const database = client.db(databaseName(settings.url));
    const records = recordsIn(database);
    const refused = await migrate(database, records);
    await requireIndexes(database);
    const { version } = await guarded(() => database.command({ buildInfo: 1 }));
    const place = `${client.options.hosts.join(', ')}/${database.databaseName}`;
    const without = refused.length > 0 ? '; expired records go with the sweep alone' : '';
    return storeOver(records, `MongoDB ${version} at ${place}${without}`, () => client.close());
  } catch (error) {
    await client.close();
    if (!(error instanceof AppError) || error.code !== 'store_unavailable') throw error;
    const hosts = client.options.hosts.join(', ');
    throw new AppError('store_unavailable', `no MongoDB answers at ${hosts}: check MONGODB_URL`, {
      cause: error,
    });
  }
}

function storeOver(records: Records, description: string, close: () => Promise<void>): Store {
  const inTurn = takingTurns();
  const admissions = admissionsIn(records, inTurn);
  const contents = contentsIn(records);
  const batches = findingBatches(records);
  const writes = runWrites(records, contents, batches, inTurn);

  /** What depends on a run is removed first, so that an interrupted removal can be continued. */
  async function removeRuns(runs: Pick<RunDoc, '_id' | 'userId'>[]): Promise<void> {
    for (const { _id, userId } of runs) {
      await records.findings.remove('ofRun', { userId, runId: _id });
      await records.deliveries.remove('ofRun', { runId: _id });
      for (const part of ['snapshot', 'result'] as const) {
        await contents.removeOthers(userId, contentOf(_id, part), []);
      }
      await records.runs.remove('one', { _id });
    }
  }

  const politics = listedRecords<Politics>(records.politics, inTurn, admissions, {
    assetsOf: ({ knowledgeFiles }) => knowledgeFiles.flatMap((file) => file.assetId ?? []),
  });
  const projects = projectStore(records, inTurn, admissions);
  const findings = findingStore(records, batches);

  return {
    description,
    politics,
    projects,
    transfer: transferOf(records, contents, writes, findings, { politics, projects }),
    runs: runStore(records, contents, writes, inTurn, admissions, removeRuns),
    findings,
    reviews: reviewStore(records),
    deliveries: deliveryStore(records),
    tokens: tokenStore(records, admissions),
    auth: authRecordStore(records, admissions),
    idempotency: idempotencyStore(records),
    sourceTexts: sourceTextStore(records, contents),
    processes: processStore(records),
    requestCounts: requestCountStore(records),
    fileSizes: fileSizeStore(records, admissions),
    openStreams: openStreamStore(records, admissions),
    assetsInUse: (assetIds) => assetsInUse(records, assetIds),

    async deleteProjectRemains(userId, projectId) {
      const ofProject = { userId, projectId };
      // Workers are excluded first, so that nothing is added to what is being removed.
      await records.runs.changeAll('everyOfProject', ofProject, {
        $set: { released: false, waiting: false, dueAt: null },
        $inc: { fence: 1, revision: 1 },
      });
      await removeRuns(await records.runs.find('everyOfProject', ofProject, { only: ['userId'] }));
      await records.reviews.remove('ofProject', ofProject);
    },

    async deleteExpired(now, sourceTextsUnusedSince) {
      await records.requestCounts.remove('expired', { endsAt: { $lte: now } });
      await records.openStreams.remove('expired', { until: { $lte: now } });
      const dayBefore = new Date(now.getTime() - 86_400_000);
      return {
        idempotencyKeys: await records.idempotentRequests.remove('expired', { expiresAt: { $lte: now } }),
        sessions: await records.authRecords.remove('expired', { expiresAt: { $lt: now } }),
        sourceTexts: await removeUnusedTexts(records, contents, sourceTextsUnusedSince),
        strayParts: await removeStrayPieces(records, new Date(now.getTime() - strayAfterMs)),
        arrivingFiles: await records.fileSizes.remove('arriving', { arrivingSince: { $lt: dayBefore } }),
      };
    },

    async ping() {
      await records.service.changeOrMake('one', { _id: 'ping' }, { $set: { at: new Date() } });
    },

    close,
  };
}

function projectStore(records: Records, inTurn: InTurn, admissions: Admissions) {
  return {
    ...listedRecords<Project>(records.projects, inTurn, admissions, {
      politicsIdOf: (project) => project.politicsId,
      assetsOf: (project) => project.files.flatMap((file) => file.assetId ?? []),
    }),
    countWithPolitics: (userId: string, politicsId: string) =>
      records.projects.count('withPolitics', { userId, politicsId }),
  };
}

async function assetsInUse(records: Records, assetIds: string[]): Promise<Set<string>> {
  const asked = new Set(assetIds);
  const naming = { assetIds: { $in: assetIds } };
  const only = ['assetIds'];
  const found = await Promise.all([
    records.politics.find('withAsset', naming, { only }),
    records.projects.find('withAsset', naming, { only }),
    records.runs.find('withAsset', naming, { only }),
  ]);
  return new Set(found.flat().flatMap((record) => record.assetIds.filter((id) => asked.has(id))));
}
