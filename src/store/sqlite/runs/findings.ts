import { outcomeSchema, type Review } from '../../../../engine/model/finding.ts';
import { findingPlace } from '../../../domain/records/cursor.ts';
import type { FindingFilter, FindingStore, StoredFinding } from '../../ports/runs.ts';
import type { Bindable, Database } from '../database/database.ts';
import type { Row } from '../database/row.ts';

type OfRun = { _id: string; workspaceId: string };

/**
 * Reads the findings of runs. All stored findings count, because a finding is written in the same transaction that
 * checks the fence of its run.
 */
export function findingStore(database: Database): FindingStore {
  return {
    async list(workspaceId, runId, filter, { page, pageSize }) {
      const { where, args } = matching(workspaceId, runId, filter);
      const rows = database.all(
        `select doc, fingerprint ${where} order by rule_index, subject limit ? offset ?`,
        [...args, pageSize, (page - 1) * pageSize],
      );
      const total = database.get(`select count(*) as total ${where}`, args)?.integer('total') ?? 0;
      return { items: rows.map(findingOf), total };
    },

    async walk(workspaceId, runId, filter, { ruleIndex, subject }, pageSize) {
      const { where, args } = matching(workspaceId, runId, filter);
      const rows = database.all(
        `select doc, fingerprint ${where} and (rule_index, subject) > (?, ?) order by rule_index, subject limit ?`,
        [...args, ruleIndex, subject, pageSize + 1],
      );
      const total = database.get(`select count(*) as total ${where}`, args)?.integer('total') ?? 0;
      return { items: rows.slice(0, pageSize).map(findingOf), total, more: rows.length > pageSize };
    },

    async all(workspaceId, runId) {
      const { where, args } = matching(workspaceId, runId, {});
      return database
        .all(`select doc, fingerprint ${where} order by rule_index, subject`, args)
        .map(findingOf);
    },

    async bytes(workspaceId, runId) {
      const { where, args } = matching(workspaceId, runId, {});
      return database.get(`select total(octet_length(doc)) as bytes ${where}`, args)?.integer('bytes') ?? 0;
    },

    async get(workspaceId, runId, findingId) {
      const row = database.get(
        'select doc, fingerprint from findings where workspace_id = ? and run_id = ? and id = ?',
        [workspaceId, runId, findingId],
      );
      return row === null ? null : findingOf(row);
    },

    async reviewed(workspaceId, runs) {
      // The joins are in this order, because there can be many findings, and a review is found by its primary key.
      const rows = database.all(
        `select findings.run_id, findings.outcome, reviews.doc
         from json_each(?) as asked
         cross join findings on findings.workspace_id = ? and findings.run_id = asked.value ->> 'runId'
         cross join reviews on reviews.workspace_id = findings.workspace_id
           and reviews.project_id = asked.value ->> 'projectId' and reviews.fingerprint = findings.fingerprint`,
        [JSON.stringify(runs), workspaceId],
      );
      return rows.map((row) => ({
        runId: row.text('run_id'),
        outcome: outcomeSchema.parse(row.text('outcome')),
        review: row.json<Review>('doc'),
      }));
    },
  };
}

const there = 'where workspace_id = ? and run_id = ? and rule_index = ? and subject = ?';

/**
 * Writes findings of a run, which replace earlier findings of the same rule and subject. Returns the number of findings
 * that replaced none.
 */
export function saveFindings(database: Database, run: OfRun, findings: StoredFinding[]): number {
  let added = 0;
  for (const stored of findings) {
    if (database.run(`delete from findings ${there}`, placeOf(run, stored)) === 0) added += 1;
    insert(database, run, stored);
  }
  return added;
}

/** Writes those findings whose rule and subject have no finding yet, and returns their number. */
export function saveMissing(database: Database, run: OfRun, findings: StoredFinding[]): number {
  const missing = findings.filter(
    (stored) => database.get(`select 1 as found from findings ${there}`, placeOf(run, stored)) === null,
  );
  for (const stored of missing) insert(database, run, stored);
  return missing.length;
}

function insert(database: Database, run: OfRun, stored: StoredFinding): void {
  const { finding, fingerprint } = stored;
  database.run(
    `insert into findings (workspace_id, run_id, rule_index, subject, id, rule_key, label, outcome, fingerprint, doc)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...placeOf(run, stored),
      finding.id,
      finding.rule.key,
      finding.label ?? 'not_assessed',
      finding.outcome,
      fingerprint,
      JSON.stringify(finding),
    ],
  );
}

function placeOf(run: OfRun, { finding }: StoredFinding): Bindable[] {
  const { ruleIndex, subject } = findingPlace(finding);
  return [run.workspaceId, run._id, ruleIndex, subject];
}

function matching(
  workspaceId: string,
  runId: string,
  filter: FindingFilter,
): { where: string; args: Bindable[] } {
  const conditions: [string, Bindable][] = [
    ['label = ?', filter.label],
    ['outcome = ?', filter.outcome],
    ['rule_key = ?', filter.ruleKey],
    ['subject = ?', filter.fileIndex],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const where = ['workspace_id = ?', 'run_id = ?', ...given.map(([condition]) => condition)].join(' and ');
  return {
    where: `from findings where ${where}`,
    args: [workspaceId, runId, ...given.map(([, value]) => value)],
  };
}

export function findingOf(row: Row): StoredFinding {
  return { finding: row.json('doc'), fingerprint: row.text('fingerprint') };
}
