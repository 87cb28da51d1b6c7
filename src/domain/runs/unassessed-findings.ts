import {
  type Finding,
  type NotAssessedReason,
  type SubjectId,
  unassessedFinding,
} from '../../../engine/model/finding.ts';
import { findingId, keyRules } from '../../../engine/model/keys.ts';
import { findingRule } from '../../../engine/model/rule.ts';
import { namesOf } from '../../../engine/model/source.ts';
import type { Run } from './run.ts';

type Unassessed = {
  reason: Extract<NotAssessedReason, 'canceled' | 'checker_failed'>;
  statement: string;
  method: Finding['checker']['method'];
};

/**
 * One finding for every rule and subject of an ended run. It says that the rule was not assessed, and why. The caller
 * stores only those for which the run has no finding yet.
 */
export function unassessedFindings(run: Run, { reason, statement, method }: Unassessed): Finding[] {
  return keyRules(run.politics.rules).flatMap((rule) =>
    subjectsOf(run).map((subject) =>
      unassessedFinding({
        id: findingId(run._id, rule.key, subject),
        runId: run._id,
        rule: findingRule(rule),
        subject,
        notAssessedReason: reason,
        statement,
        search: {
          complete: false,
          filesSearched: 0,
          filesTotal: subject.kind === 'project' ? run.files.length : 1,
          pagesSearched: 0,
          pagesTotal: 0,
          unread: [],
          queries: [],
          nearest: [],
        },
        checker: { method },
      }),
    ),
  );
}

/** The number of findings that a run has once it has assessed every rule for every subject. */
export function findingsWhenComplete(run: Run): number {
  return run.politics.rules.length * subjectsOf(run).length;
}

function subjectsOf(run: Run): SubjectId[] {
  if (run.scope === 'together') return [{ kind: 'project' }];
  return run.files.map((file, fileIndex) => ({ kind: 'file', fileIndex, ...namesOf(file) }));
}
