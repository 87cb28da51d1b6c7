import { join } from 'node:path';
import { workspacePayer } from '../../domain/budget.ts';
import { prepareDataFolder } from '../../process/data-folder.ts';
import type { Store } from '../port.ts';
import type { ProcessStore } from '../ports/runs.ts';
import { assetUses } from './asset-uses.ts';
import { auditStore } from './audit.ts';
import { authRecordStore } from './auth-records.ts';
import { budgetStore } from './budgets.ts';
import { type Database, rowsWith } from './database/database.ts';
import { cacheSchema, limitSchema } from './database/migrations.ts';
import { openRecords } from './database/open.ts';
import { RenewableFile } from './database/renewable-file.ts';
import { deliveryStore } from './deliveries.ts';
import { idempotencyStore } from './idempotency.ts';
import { signingKeyStore, webhookRotationStore } from './keys.ts';
import { fileSizeStore, openStreamStore, requestCountStore } from './limits.ts';
import { politicsStore, projectStore } from './listed-records.ts';
import { assignmentStore, reviewStore } from './reviews.ts';
import { eventStore } from './runs/events.ts';
import { findingStore } from './runs/findings.ts';
import { removeRun, runStore } from './runs/runs.ts';
import { sourceTextStore } from './source-texts.ts';
import { tokenStore } from './tokens.ts';
import { transferOf } from './transfer.ts';
import { watchStore } from './watches.ts';
import { workspaceStore } from './workspaces.ts';

/**
 * Opens a store of three SQLite files in a folder, which is created if necessary. In a power failure the records are
 * safe, the cache can lose its last writes, and the counts for limits can be lost completely. Any number of processes
 * may use the folder at the same time. If the file of the cache or of the counts is damaged, `warn` is called and the
 * file is created again. Throws `store_too_new` and `store_too_old` for data of another release that this one cannot
 * read, `store_damaged` for records that cannot be read, and `bad_setting` for a file that cannot be written.
 */
export function openSqliteStore(folder: string, warn: (message: string) => void = () => {}): Store {
  for (const warning of prepareDataFolder(folder)) warn(warning);
  const records = openRecords(join(folder, 'proviso.db'));
  const cache = new RenewableFile(join(folder, 'cache.db'), {
    synchronous: 'normal',
    schema: cacheSchema,
    warn,
  });
  const limits = new RenewableFile(join(folder, 'limits.db'), {
    synchronous: 'off',
    schema: limitSchema,
    warn,
  });
  const removeRowsOf = (userId: string, tables: readonly string[]) => {
    for (const table of tables) records.remove(table, { user_id: userId });
  };
  const uses = assetUses(records);
  const politics = politicsStore(records, uses);
  const projects = projectStore(records, uses);
  return {
    description: `SQLite in ${folder}`,
    workspaces: workspaceStore(records),
    politics,
    projects,
    runs: runStore(records, uses),
    findings: findingStore(records),
    events: eventStore(records),
    reviews: reviewStore(records),
    assignments: assignmentStore(records),
    deliveries: deliveryStore(records),
    tokens: tokenStore(records),
    audit: auditStore(records),
    budgets: budgetStore(records),
    auth: authRecordStore(records),
    idempotency: idempotencyStore(records),
    processes: processStore(records),
    signingKeys: signingKeyStore(records),
    webhookRotations: webhookRotationStore(records),
    watches: watchStore(records),
    sourceTexts: sourceTextStore(cache),
    requestCounts: requestCountStore(limits),
    fileSizes: fileSizeStore(records),
    openStreams: openStreamStore(limits),
    transfer: transferOf(records, uses, { politics, projects }),

    revision: () => records.revision(),

    assetsInUse: async (assetIds) => uses.inUse(assetIds),

    async deleteProjectRemains(workspaceId, projectId) {
      records.transaction(() => {
        const ofProject = { workspace_id: workspaceId, project_id: projectId };
        const { from, args } = rowsWith('runs', ofProject);
        for (const run of records.all(`select id ${from}`, args)) removeRun(records, run.text('id'));
        for (const table of ['reviews', 'assignments', 'watches']) records.remove(table, ofProject);
      });
    },

    async deleteWorkspaceRemains(id) {
      records.transaction(() => {
        for (const table of ['reviews', 'assignments', 'webhook_rotations', 'turns'])
          records.remove(table, { workspace_id: id });
        removeRowsOf(workspacePayer(id), ['spending', 'spending_caps']);
      });
      cache.use((database) => database.remove('source_texts', { workspace_id: id }));
    },

    async deletePersonRemains(userId) {
      records.transaction(() =>
        removeRowsOf(userId, ['tokens', 'idempotent_requests', 'spending', 'spending_caps']),
      );
    },

    async deleteExpired(now, sourceTextsUnusedSince) {
      const sessions = `delete from auth_records where model = ? and json_extract(doc, '$.expiresAt') < ?`;
      return {
        idempotencyKeys: records.run('delete from idempotent_requests where expires_at <= ?', [now]),
        sessions: ['session', 'verification'].reduce(
          (total, model) => total + records.run(sessions, [model, now.toISOString()]),
          0,
        ),
        sourceTexts: cache.use((database) =>
          database.run('delete from source_texts where used_at < ?', [sourceTextsUnusedSince]),
        ),
        // A record and all its parts are written in one transaction, so no part can be left over.
        strayParts: 0,
        arrivingFiles: records.run('delete from file_sizes where arriving_since < ?', [
          now.getTime() - dayMs,
        ]),
      };
    },

    async ping() {
      records.insert('pings', { id: 1, at: new Date() }, 'is replaced');
      cache.use((database) => database.get('select 1 as one'));
    },

    async close() {
      records.close();
      cache.close();
      limits.close();
    },
  };
}

const dayMs = 86_400_000;

function processStore(database: Database): ProcessStore {
  return {
    async beat(name, beat) {
      database.insert('processes', { name, beat }, 'is replaced');
    },

    async all() {
      const rows = database.all('select name, beat from processes');
      return new Map(rows.map((row) => [row.text('name'), row.integer('beat')]));
    },

    async remove(names) {
      for (const name of names) database.remove('processes', { name });
    },
  };
}
