import { covering, languagesOf } from './check/certificates.ts';
import type { CheckedAnswer, Checker } from './check/checker.ts';
import { citationOf } from './cite/citation-of.ts';
import { QuoteLocator } from './cite/quote-locator.ts';
import { type LookAtPages, withBoxes } from './cite/with-boxes.ts';
import { labelOf } from './label/label.ts';
import { type Verified, verifyAnswer } from './label/verify.ts';
import { CheckFailure } from './model/errors.ts';
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
import type { MeaningSearch } from './retrieve/dense/meaning-search.ts';
import type { Evidence } from './retrieve/evidence.ts';
import type { PassageIndex } from './retrieve/passage-index.ts';
import { Step } from './runtime/step.ts';
import { createWorkQueue } from './runtime/work-queue.ts';
import { coverageOf, fewUnread, isUnreadable, type Subject } from './subjects.ts';

/** One rule to check against one subject. `passageIndex` contains the subject's sources. */
export type Task = { rule: KeyedRule; subject: Subject; passageIndex: PassageIndex };

type Retrieved = Task & { evidence: Evidence };
type Checked = Retrieved & CheckedAnswer;
type Cited = Checked & { verified: Verified };

type RuleCheckDependencies = {
  runId: string;
  checker: Checker;
  meaning: MeaningSearch | null;
  /** Locates cited words on pages of the files. Unset: citations have no boxes. */
  lookAtPages?: LookAtPages;
};

/**
 * Checks one rule against one subject in five steps: retrieve passages, check, verify, label, and locate the cited
 * words on their pages. At most as many rules are checked at the same time as the checker allows; the cited words of
 * further findings can be located meanwhile. If the checker fails, the finding is marked as not assessed, never as NOT
 * FOUND. Throws the signal's reason when it is aborted.
 */
export function createRuleCheck(dependencies: RuleCheckDependencies): Step<Task, Finding> {
  const { runId, checker, lookAtPages } = dependencies;
  const retrieve = retrieveStep(dependencies);
  const check = checkStep(checker);
  const verify = verifyStep(checker);
  const label = labelStep(runId);
  const locate = lookAtPages && locateStep(lookAtPages);
  const checks = createWorkQueue(checker.concurrency);

  return new Step({
    name: 'rule',
    input: ({ rule, subject }) => ({ rule: rule.name, subject: subject.subject }),
    output: ({ label, outcome, statement }) => ({ label, outcome, statement }),
    async work(task, config) {
      const { subject } = task;
      if (isUnreadable(subject))
        return notAssessed(runId, task, { method: checker.method }, 'nothing_readable', unreadable(subject));
      try {
        const finding = await checks(async () => {
          const retrieved = await retrieve.invoke(task, config);
          const checked = await check.invoke(retrieved, config);
          const verified = await verify.invoke(checked, config);
          return label.invoke(verified, config);
        });
        return locate ? await locate.invoke({ finding, subject }, config) : finding;
      } catch (error) {
        config.signal.throwIfAborted();
        if (!(error instanceof CheckFailure)) throw error;
        const record = error.checker ?? { method: checker.method };
        return notAssessed(runId, task, record, error.code, error.message);
      }
    },
  });
}

function retrieveStep({ checker, meaning }: RuleCheckDependencies): Step<Task, Retrieved> {
  return new Step({
    name: 'retrieve',
    input: ({ rule }) => ({ rule: rule.name, description: rule.description }),
    output: ({ evidence: { inputs, authority, queries } }) => ({
      queries,
      passages: inputs.map(({ passage }) => passage.id),
      authority: authority.map(({ passage }) => passage.id),
    }),
    async work(task, config) {
      const { rule, passageIndex } = task;
      const { searched } = task.subject;
      const evidence = await passageIndex.retrieve(rule, searched, config);
      const chooses = checker.choosesPassages?.({ searched, passages: passageIndex.passages }) ?? true;
      if (meaning === null || !chooses) return { ...task, evidence };
      const refined = await meaning.refine(evidence, rule, { sources: searched, passageIndex }, config);
      return { ...task, evidence: refined };
    },
  });
}

function checkStep(checker: Checker): Step<Retrieved, Checked> {
  return new Step({
    name: 'check',
    input: ({ rule, evidence }) => ({ rule: rule.name, passages: evidence.inputs.length }),
    output: ({ answer: { outcome, support, statement, quotes } }) => ({
      outcome,
      support,
      statement,
      quotes,
    }),
    async work(task, config) {
      const { rule, evidence, subject, passageIndex } = task;
      const question = { rule, evidence, passages: passageIndex.passages, searched: subject.searched };
      return { ...task, ...(await checker.check(question, config)) };
    },
  });
}

function verifyStep(checker: Checker): Step<Checked, Cited> {
  return new Step({
    name: 'verify',
    input: ({ answer: { statement, quotes } }) => ({ statement, quotes }),
    output: ({ verified: { citations, dropped, corrected, gaps } }) => ({
      citations: citations.map(({ source, locator, quote }) => ({ file: source.name, locator, quote })),
      dropped,
      corrected,
      gaps,
    }),
    work(task) {
      const { answer, passageIndex, subject } = task;
      const locator = task.locator ?? new QuoteLocator(passageIndex.passages, subject.searched);
      return certified({ ...task, verified: verifyAnswer(answer, locator) }, checker);
    },
  });
}

/** A certificate with a lower bound below this share of right CONFIRMED answers allows none. */
const leastBound = 0.9;

/**
 * Adds the certificate that covers the languages of the quotes. An answer cannot be CONFIRMED if the certificate shows
 * that the checker is wrong too often, or if words were compared without a certificate. Whether a model that nobody has
 * measured is right is for its user to know: the finding and the reports say that it was not measured.
 */
function certified(cited: Cited, { certificates = [], method }: Checker): Cited {
  const { verified, checker, subject } = cited;
  if (verified.citations.length === 0) return cited;
  const languages = languagesOf(verified.citations, subject.inputs);
  const certificate = covering(certificates, languages);
  const isCapped = certificate === null ? method === 'lexical' : (certificate.lowerBound ?? 0) < leastBound;
  const reasons: Reason[] = isCapped ? [...verified.claim.reasons, 'uncertified'] : verified.claim.reasons;
  return {
    ...cited,
    verified: { ...verified, claim: { ...verified.claim, reasons } },
    checker: {
      ...checker,
      ...(certificate !== null && { certificate }),
      ...(certificate === null && certificates.length > 0 && { unmeasuredLanguages: languages }),
    },
  };
}

function labelStep(runId: string): Step<Cited, Finding> {
  return new Step({
    name: 'label',
    input: ({ verified: { claim, citations } }) => ({ ...claim, citations: citations.length }),
    output: ({ label, outcome, reasons }) => ({ label, outcome, reasons }),
    work: (task) => findingOf(runId, task),
  });
}

function locateStep(
  lookAtPages: LookAtPages,
): Step<{ finding: Finding; subject: Pick<Subject, 'authorities' | 'inputs'> }, Finding> {
  return new Step({
    name: 'locate boxes',
    input: ({ finding: { citations, basis } }) => ({ citations: citations.length + basis.length }),
    output: ({ citations, basis }) => ({
      boxes: [...citations, ...basis].reduce((count, { boxes = [] }) => count + boxes.length, 0),
    }),
    work: ({ finding, subject: { authorities, inputs } }) =>
      withBoxes(finding, [...authorities, ...inputs], lookAtPages),
  });
}

function findingOf(runId: string, task: Cited): Finding {
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

function unreadable({ unread, filesTotal }: Subject): string {
  const reasons = unread.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  return `Not assessed: none of ${filesTotal} input files could be read (${reasons}).`;
}
