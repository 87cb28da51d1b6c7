import type { OwnCaps } from '../../domain/budget.ts';
import { AppError } from '../../domain/errors.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { StoredReview } from '../../domain/review.ts';
import { assetsOfRun, type Run } from '../../domain/runs/run.ts';
import type { PortableRecord, Transfer } from '../port.ts';
import type { AuthRecord } from '../ports/auth.ts';
import type { AssetUses } from './asset-uses.ts';
import { auditEntryOf, saveAuditEntry } from './audit.ts';
import { saveCaps, saveSpending, spendingOf } from './budgets.ts';
import { type Bindable, type Database, isDuplicate } from './database/database.ts';
import type { Row } from './database/row.ts';
import { deliveryOf, insertDelivery, selectDelivery } from './deliveries.ts';
import { requestOf, saveRequest } from './idempotency.ts';
import { listedRecordOf } from './listed-records.ts';
import { entryOf, insertEntry } from './runs/events.ts';
import { findingOf, saveFindings } from './runs/findings.ts';
import { insertRun, runOf, selectRun } from './runs/run-rows.ts';
import { removeRuns } from './runs/runs.ts';
import { keyOf, saveKey } from './signing-keys.ts';
import { insertToken, selectToken, tokenOf } from './tokens.ts';
import { rotationOf, saveRotation } from './webhook-rotations.ts';
import { saveWorkspace, workspaceOf } from './workspaces.ts';

const pageSize = 100;

type Listed = { politics: { put(record: Politics): void }; projects: { put(record: Project): void } };

export function transferOf(database: Database, uses: AssetUses, listed: Listed): Transfer {
  /** Yields the rows in the order of their key, which can have several columns. The rows are read in pages. */
  function* rows(select: string, columns: string[], where = '1 = 1'): Generator<Row> {
    const names = columns.join(', ');
    const marks = columns.map(() => '?').join(', ');
    const keys = columns.map((column) => column.split('.').at(-1) ?? column);
    let last: Bindable[] | null = null;
    for (;;) {
      const after: string = last === null ? '' : `and (${names}) > (${marks})`;
      const page: Row[] = database.all(
        `${select} where ${where} ${after} order by ${names} limit ${pageSize}`,
        last ?? [],
      );
      yield* page;
      const end = page.at(-1);
      if (end === undefined || page.length < pageSize) return;
      last = keys.map((key) => end.text(key));
    }
  }

  function* findingsOf(workspaceId: string, runId: string): Generator<PortableRecord> {
    const found = database.all(
      'select doc, fingerprint from findings where workspace_id = ? and run_id = ? order by rule_index, subject',
      [workspaceId, runId],
    );
    for (const row of found) yield { kind: 'finding', workspaceId, runId, record: findingOf(row) };
  }

  function* eventsOf(workspaceId: string, runId: string): Generator<PortableRecord> {
    const select = 'select entry from run_events where workspace_id = ? and run_id = ? order by sequence';
    for (const row of database.all(select, [workspaceId, runId])) {
      yield { kind: 'event', workspaceId, runId, record: entryOf(row) };
    }
  }

  function* everything(): Generator<PortableRecord> {
    for (const row of rows('select model, id, doc from auth_records', ['model', 'id'])) {
      yield { kind: 'account', model: row.text('model'), record: row.json<AuthRecord>('doc') };
    }
    for (const row of rows('select id, doc from workspaces', ['id'])) {
      yield { kind: 'workspace', record: workspaceOf(row) };
    }
    for (const row of rows(selectToken, ['id'])) yield { kind: 'token', record: tokenOf(row) };
    for (const row of rows('select entry, change_id from audit_entries', ['change_id'])) {
      yield { kind: 'audit_entry', record: auditEntryOf(row) };
    }
    for (const row of rows('select user_id, month, doc from spending', ['user_id', 'month'])) {
      yield { kind: 'spending', record: spendingOf(row) };
    }
    for (const row of rows('select user_id, doc from spending_caps', ['user_id'])) {
      yield { kind: 'spending_caps', record: row.json<OwnCaps>('doc') };
    }
    for (const row of rows('select * from signing_keys', ['id'])) {
      yield { kind: 'signing_key', record: keyOf(row) };
    }
    for (const row of rows('select * from webhook_rotations', ['workspace_id', 'url'])) {
      yield { kind: 'webhook_rotation', record: rotationOf(row) };
    }
    for (const row of rows('select id, workspace_id, doc from politics', ['id'])) {
      yield { kind: 'politics', record: listedRecordOf<Politics>(row) };
    }
    for (const row of rows('select id, workspace_id, doc from projects', ['id'])) {
      yield { kind: 'project', record: listedRecordOf<Project>(row) };
    }
    for (const row of rows(selectRun, ['runs.id'])) {
      const run = runOf(row);
      yield { kind: 'run', record: run };
      yield* findingsOf(run.workspaceId, run._id);
      yield* eventsOf(run.workspaceId, run._id);
    }
    const reviews = 'select workspace_id, project_id, fingerprint, doc from reviews';
    for (const row of rows(reviews, ['workspace_id', 'project_id', 'fingerprint'])) {
      const [workspaceId, projectId] = [row.text('workspace_id'), row.text('project_id')];
      const fingerprint = row.text('fingerprint');
      yield { kind: 'review', record: { ...row.json('doc'), workspaceId, projectId, fingerprint } };
    }
    for (const row of rows(selectDelivery, ['id'])) yield { kind: 'delivery', record: deliveryOf(row) };
    for (const row of rows('select * from idempotent_requests', ['user_id', 'scope', 'key'])) {
      yield { kind: 'idempotent_request', record: requestOf(row) };
    }
  }

  function put(portable: PortableRecord): void {
    switch (portable.kind) {
      case 'workspace':
        saveWorkspace(database, portable.record);
        break;
      case 'politics':
        listed.politics.put(portable.record);
        break;
      case 'project':
        listed.projects.put(portable.record);
        break;
      case 'run':
        putRun(portable.record);
        break;
      case 'finding':
        saveFindings(database, { workspaceId: portable.workspaceId, _id: portable.runId }, [portable.record]);
        break;
      case 'event':
        insertEntry(database, portable.workspaceId, portable.record);
        break;
      case 'audit_entry':
        saveAuditEntry(database, portable.record);
        break;
      case 'spending':
        saveSpending(database, portable.record);
        break;
      case 'spending_caps':
        saveCaps(database, portable.record);
        break;
      case 'signing_key':
        saveKey(database, portable.record);
        break;
      case 'webhook_rotation':
        saveRotation(database, portable.record);
        break;
      case 'review':
        putReview(portable.record);
        break;
      case 'delivery':
        database.run('delete from deliveries where id = ?', [portable.record._id]);
        insertDelivery(database, portable.record);
        break;
      case 'token':
        database.run('delete from tokens where id = ?', [portable.record._id]);
        insertToken(database, portable.record);
        break;
      case 'idempotent_request':
        saveRequest(database, portable.record);
        break;
      case 'account':
        putAccount(portable.model, portable.record);
        break;
    }
  }

  function putRun(run: Run): void {
    removeRuns(database, [run._id]);
    insertRun(database, run);
    uses.replace(run._id, [], assetsOfRun(run));
  }

  function putReview({ workspaceId, projectId, fingerprint, ...review }: StoredReview): void {
    database.run('insert or replace into reviews values (?, ?, ?, ?)', [
      workspaceId,
      projectId,
      fingerprint,
      JSON.stringify(review),
    ]);
  }

  function putAccount(model: string, record: AuthRecord): void {
    const id = String(record.id);
    database.run('delete from auth_records where model = ? and id = ?', [model, id]);
    try {
      database.run('insert into auth_records (model, id, doc) values (?, ?, ?)', [
        model,
        id,
        JSON.stringify(record),
      ]);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      throw new AppError('email_taken', `another account has the email ${record.email}`, { cause: error });
    }
  }

  return {
    async *all() {
      yield* everything();
    },
    async put(records) {
      database.transaction(() => {
        for (const record of records) put(record);
      });
    },
  };
}
