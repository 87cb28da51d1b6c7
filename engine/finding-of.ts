import { covering, languagesOf } from './check/certificates.ts';
import type { CheckedAnswer, Checker } from './check/checker.ts';
import { citationOf } from './cite/citation-of.ts';
import { labelOf } from './label/label.ts';
import type { Verified } from './label/verify.ts';
import {
  type CheckerRecord,
  type Finding,
  type NotAssessedReason,
  type Reason,
  type Search,
  unassessedFinding,
} from './model/finding.ts';
import { findingId } from './model/keys.ts';
import { findingRule, type KeyedRule } from './model/rule.ts';
import type { Evidence } from './retrieve/evidence.ts';
import type { PassageIndex } from './retrieve/passage-index.ts';
import { coverageOf, fewUnread, type Subject } from './subjects.ts';

/** One rule to check against one subject. `passageIndex` contains the subject's sources. */
export type Task = { rule: KeyedRule; subject: Subject; passageIndex: PassageIndex };
/** A task with the passages that may bear on its rule. */
export type Retrieved = Task & { evidence: Evidence };
/** A task that the checker answered. */
export type Checked = Retrieved & CheckedAnswer;
/** A task whose quotes are located in the sources. */
export type Cited = Checked & { verified: Verified };

/** A certificate with a lower bound below this share of right CONFIRMED answers allows none. */
const leastBound = 0.9;

/**
 * Adds the certificate that covers the languages of the quotes. An answer cannot be CONFIRMED if the certificate shows
 * that the checker is wrong too often, or if words were compared without a certificate. Whether a model that nobody has
 * measured is right is for its user to know: the finding and the reports say that it was not measured.
 */
export function withCertificate(
  verified: Verified,
  record: CheckerRecord,
  subject: Pick<Subject, 'inputs'>,
  { certificates = [], method }: Checker,
): { verified: Verified; checker: CheckerRecord } {
  if (verified.citations.length === 0) return { verified, checker: record };
  const languages = languagesOf(verified.citations, subject.inputs);
  const certificate = covering(certificates, languages);
  const isCapped = certificate === null ? method === 'lexical' : (certificate.lowerBound ?? 0) < leastBound;
  const reasons: Reason[] = isCapped ? [...verified.claim.reasons, 'uncertified'] : verified.claim.reasons;
  return {
    verified: { ...verified, claim: { ...verified.claim, reasons } },
    checker: {
      ...record,
      ...(certificate !== null && { certificate }),
      ...(certificate === null && certificates.length > 0 && { unmeasuredLanguages: languages }),
    },
  };
}

/** The labelled finding of a rule, from its located quotes and what was searched. */
export function findingOf(runId: string, task: Cited): Finding {
  const { rule, subject, passageIndex, evidence, answer, verified, checker } = task;
  const coverage = coverageOf(subject);
  const unread = task.unread ?? [];
  const search: Search = {
    ...coverage,
    complete: coverage.complete && unread.length === 0,
    unread: fewUnread([...coverage.unread, ...unread]),
    queries: evidence.queries,
    nearest: answer.nearest.flatMap(({ passage, span, why }) => {
      const source = passageIndex.passages.get(passage)?.source;
      return source
        ? [{ citation: citationOf({ source, ...span, match: 'exact', corrected: false }, 'qualifies'), why }]
        : [];
    }),
  };
  return {
    ...opening(runId, task),
    ...labelOf(verified, search, rule),
    values: verified.values,
    ...(answer.flagged !== undefined && verified.citations.length > 0 && { flagged: answer.flagged }),
    citations: verified.citations,
    basis: verified.basis,
    search,
    checker,
    review: null,
  };
}

/** The finding of an unassessed rule, with the reason. */
export function notAssessed(
  runId: string,
  task: Pick<Task, 'rule' | 'subject'>,
  checker: CheckerRecord,
  notAssessedReason: NotAssessedReason,
  statement: string,
): Finding {
  const search = coverageOf(task.subject);
  return unassessedFinding({ ...opening(runId, task), notAssessedReason, statement, search, checker });
}

function opening(runId: string, { rule, subject }: Pick<Task, 'rule' | 'subject'>) {
  return {
    id: findingId(runId, rule.key, subject.subject),
    runId,
    rule: findingRule(rule),
    subject: subject.subject,
  };
}

/** Why no rule of a subject can be assessed. */
export function unreadable({ unread, filesTotal }: Subject): string {
  const reasons = unread.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  return `Not assessed: none of ${filesTotal} input files could be read (${reasons}).`;
}
