import { outcomeSchema, type Review } from '../../../../engine/model/finding.ts';
import { type FindingPlace, findingPlace } from '../../../domain/records/cursor.ts';
import type { FindingStore, StoredFinding } from '../../ports/runs.ts';
import { type Database, type ListOrder, rowsWith } from '../database/database.ts';
import type { Row } from '../database/row.ts';

type OfRun = { _id: string; workspaceId: string };

const columns = 'doc, fingerprint';
const ofRun = 'from findings where workspace_id = ? and run_id = ?';
const inOrder: ListOrder<FindingPlace> = {
  by: 'rule_index, subject',
  after: '(rule_index, subject) > (?, ?)',
  argsOf: ({ ruleIndex, subject }) => [ruleIndex, subject],
};

/**
 * Reads the findings of runs. All stored findings count, because a finding is written in the same transaction that
 * checks the fence of its run.
 */
export function findingStore(database: Database): FindingStore {
  return {
    async list(workspaceId, runId, { label, outcome, ruleKey, fileIndex, fingerprints }, stretch) {
      const asked = { label, outcome, rule_key: ruleKey, subject: fileIndex };
      const { from, args } = rowsWith('findings', { workspace_id: workspaceId, run_id: runId, ...asked });
      const { are, these } = fingerprints ?? { are: 'not among', these: [] };
      const among = `and fingerprint ${are === 'among' ? 'in' : 'not in'} (select value from json_each(?))`;
      const rows = { columns, from: `${from} ${among}`, args: [...args, JSON.stringify(these)] };
      return database.stretch(rows, inOrder, stretch, findingOf);
    },

    all: async (workspaceId, runId) => findingsOf(database, workspaceId, runId),

    async bytes(workspaceId, runId) {
      const bytes = `select total(octet_length(doc)) as bytes ${ofRun}`;
      return database.get(bytes, [workspaceId, runId])?.integer('bytes') ?? 0;
    },

    async get(workspaceId, runId, findingId) {
      return database.first(
        'findings',
        { workspace_id: workspaceId, run_id: runId, id: findingId },
        findingOf,
      );
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

/** All findings of a run, in order. */
export function findingsOf(database: Database, workspaceId: string, runId: string): StoredFinding[] {
  const all = `select ${columns} ${ofRun} order by ${inOrder.by}`;
  return database.all(all, [workspaceId, runId]).map(findingOf);
}

/**
 * Writes findings of a run, which replace earlier findings of the same rule and subject. Returns the number of findings
 * that replaced none.
 */
export function saveFindings(database: Database, run: OfRun, findings: StoredFinding[]): number {
  let added = 0;
  for (const stored of findings) {
    if (database.remove('findings', placeOf(run, stored)) === 0) added += 1;
    insert(database, run, stored);
  }
  return added;
}

/** Writes those findings whose rule and subject have no finding yet, and returns their number. */
export function saveMissing(database: Database, run: OfRun, findings: StoredFinding[]): number {
  const missing = findings.filter(
    (stored) => database.first('findings', placeOf(run, stored), (row) => row) === null,
  );
  for (const stored of missing) insert(database, run, stored);
  return missing.length;
}

function insert(database: Database, run: OfRun, stored: StoredFinding): void {
  const { finding, fingerprint } = stored;
  database.insert('findings', {
    ...placeOf(run, stored),
    id: finding.id,
    rule_key: finding.rule.key,
    label: finding.label ?? 'not_assessed',
    outcome: finding.outcome,
    fingerprint,
    doc: JSON.stringify(finding),
  });
}

function placeOf({ workspaceId, _id }: OfRun, { finding }: StoredFinding) {
  const { ruleIndex, subject } = findingPlace(finding);
  return { workspace_id: workspaceId, run_id: _id, rule_index: ruleIndex, subject };
}

function findingOf(row: Row): StoredFinding {
  return { finding: row.json('doc'), fingerprint: row.text('fingerprint') };
}
