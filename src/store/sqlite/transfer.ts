import type { Review } from '../../../engine/model/finding.ts';
import { AppError } from '../../domain/errors.ts';
import type { Politics } from '../../domain/politics.ts';
import type { Project } from '../../domain/project.ts';
import type { Assignee } from '../../domain/review.ts';
import { assetsOfRun, type Run } from '../../domain/runs/run.ts';
import type { PortableRecord, Transfer } from '../port.ts';
import type { AuthRecord } from '../ports/auth.ts';
import type { AssetUses } from './asset-uses.ts';
import { auditEntryOf, saveAuditEntry } from './audit.ts';
import { saveCaps, saveSpending, spendingOf } from './budgets.ts';
import { type Bindable, type Database, isDuplicate } from './database/database.ts';
import type { Row } from './database/row.ts';
import { deliveryOf, insertDelivery } from './deliveries.ts';
import { requestOf, saveRequest } from './idempotency.ts';
import { keyOf, rotationOf, saveKey, saveRotation } from './keys.ts';
import { listedRecordOf } from './listed-records.ts';
import { placedOf, savePlaced } from './reviews.ts';
import { eventsOf, insertEntry } from './runs/events.ts';
import { findingsOf, saveFindings } from './runs/findings.ts';
import { insertRun, runOf, selectRun } from './runs/run-rows.ts';
import { removeRun } from './runs/runs.ts';
import { insertToken, tokenOf } from './tokens.ts';
import { saveWorkspace, workspaceOf } from './workspaces.ts';

const pageSize = 100;

type Listed = { politics: { put(record: Politics): void }; projects: { put(record: Project): void } };

export function transferOf(database: Database, uses: AssetUses, listed: Listed): Transfer {
  /** Yields the rows in the order of their key, which can have several columns. The rows are read in pages. */
  function* rows(select: string, columns: string[]): Generator<Row> {
    const names = columns.join(', ');
    const marks = columns.map(() => '?').join(', ');
    const keys = columns.map((column) => column.split('.').at(-1) ?? column);
    let last: Bindable[] | null = null;
    for (;;) {
      const after: string = last === null ? '' : `where (${names}) > (${marks})`;
      const query = `${select} ${after} order by ${names} limit ${pageSize}`;
      const page: Row[] = database.all(query, last ?? []);
      yield* page;
      const end = page.at(-1);
      if (end === undefined || page.length < pageSize) return;
      last = keys.map((key) => end.text(key));
    }
  }

  function* runs(): Generator<PortableRecord> {
    for (const row of rows(selectRun, ['runs.id'])) {
      const run = runOf(row);
      const of = { workspaceId: run.workspaceId, runId: run._id };
      yield { kind: 'run', record: run };
      for (const record of findingsOf(database, of.workspaceId, of.runId))
        yield { kind: 'finding', ...of, record };
      for (const record of eventsOf(database, of.workspaceId, of.runId))
        yield { kind: 'event', ...of, record };
    }
  }

  function* everything(): Generator<PortableRecord> {
    for (const [table, columns, portableOf] of beforeRuns)
      for (const row of rows(`select * from ${table}`, columns)) yield portableOf(row);
    yield* runs();
    for (const [table, columns, portableOf] of afterRuns)
      for (const row of rows(`select * from ${table}`, columns)) yield portableOf(row);
  }

  function put(one: PortableRecord): void {
    const { kind } = one;
    if (kind === 'workspace') saveWorkspace(database, one.record);
    else if (kind === 'politics') listed.politics.put(one.record);
    else if (kind === 'project') listed.projects.put(one.record);
    else if (kind === 'run') putRun(one.record);
    else if (kind === 'finding')
      saveFindings(database, { workspaceId: one.workspaceId, _id: one.runId }, [one.record]);
    else if (kind === 'event') insertEntry(database, one.workspaceId, one.record);
    else if (kind === 'audit_entry') saveAuditEntry(database, one.record);
    else if (kind === 'spending') saveSpending(database, one.record);
    else if (kind === 'spending_caps') saveCaps(database, one.record);
    else if (kind === 'signing_key') saveKey(database, one.record);
    else if (kind === 'webhook_rotation') saveRotation(database, one.record);
    else if (kind === 'review') savePlaced(database, 'reviews', one.record);
    else if (kind === 'assignment') savePlaced(database, 'assignments', one.record);
    else if (kind === 'delivery') insertDelivery(database, one.record, 'is replaced');
    else if (kind === 'token') insertToken(database, one.record, 'is replaced');
    else if (kind === 'idempotent_request') saveRequest(database, one.record);
    else putAccount(one.model, one.record);
  }

  function putRun(run: Run): void {
    removeRun(database, run._id);
    insertRun(database, run);
    uses.replace(run._id, [], assetsOfRun(run));
  }

  function putAccount(model: string, record: AuthRecord): void {
    const id = String(record.id);
    database.remove('auth_records', { model, id });
    try {
      database.insert('auth_records', { model, id, doc: JSON.stringify(record) });
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

/** A table with the records of a kind, the columns of its key, and how a row becomes a record. */
type Kind = [table: string, columns: string[], portableOf: (row: Row) => PortableRecord];

const beforeRuns: readonly Kind[] = [
  [
    'auth_records',
    ['model', 'id'],
    (row) => ({ kind: 'account', model: row.text('model'), record: row.json('doc') }),
  ],
  ['workspaces', ['id'], (row) => ({ kind: 'workspace', record: workspaceOf(row) })],
  ['tokens', ['id'], (row) => ({ kind: 'token', record: tokenOf(row) })],
  ['audit_entries', ['change_id'], (row) => ({ kind: 'audit_entry', record: auditEntryOf(row) })],
  ['spending', ['user_id', 'month'], (row) => ({ kind: 'spending', record: spendingOf(row) })],
  ['spending_caps', ['user_id'], (row) => ({ kind: 'spending_caps', record: row.json('doc') })],
  ['signing_keys', ['id'], (row) => ({ kind: 'signing_key', record: keyOf(row) })],
  [
    'webhook_rotations',
    ['workspace_id', 'url'],
    (row) => ({ kind: 'webhook_rotation', record: rotationOf(row) }),
  ],
  ['politics', ['id'], (row) => ({ kind: 'politics', record: listedRecordOf<Politics>(row) })],
  ['projects', ['id'], (row) => ({ kind: 'project', record: listedRecordOf<Project>(row) })],
];

const afterRuns: readonly Kind[] = [
  [
    'reviews',
    ['workspace_id', 'project_id', 'fingerprint'],
    (row) => ({ kind: 'review', record: placedOf<Review>(row) }),
  ],
  [
    'assignments',
    ['workspace_id', 'project_id', 'fingerprint'],
    (row) => ({ kind: 'assignment', record: placedOf<Assignee>(row) }),
  ],
  ['deliveries', ['id'], (row) => ({ kind: 'delivery', record: deliveryOf(row) })],
  [
    'idempotent_requests',
    ['user_id', 'scope', 'key'],
    (row) => ({ kind: 'idempotent_request', record: requestOf(row) }),
  ],
];
