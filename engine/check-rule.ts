import { RunnableLambda } from '@langchain/core/runnables';
import type { CheckedAnswer, Checker } from './check/checker.ts';
import { citationOf } from './cite/citation-of.ts';
import { labelOf } from './label/label.ts';
import { type Verified, verifyAnswer } from './label/verify.ts';
import { CheckFailure } from './model/errors.ts';
import type { CheckerRecord, Finding, NotAssessedReason, Search } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import type { KeyedRule } from './model/rule.ts';
import type { MeaningSearch } from './retrieve/dense/meaning-search.ts';
import type { Evidence } from './retrieve/evidence.ts';
import type { PassageIndex } from './retrieve/passage-index.ts';
import { coverageOf, fewUnread, isUnreadable, type Subject } from './subjects.ts';

/** One rule for one subject, whose sources the index contains. */
export type Task = { rule: KeyedRule; subject: Subject; passageIndex: PassageIndex };

type Retrieved = Task & { evidence: Evidence };
type Checked = Retrieved & CheckedAnswer;
type Cited = Checked & { verified: Verified };

type RuleCheckDependencies = {
  runId: string;
  checker: Checker;
  meaning: MeaningSearch | null;
};

/**
 * The pipeline of one rule for one subject: retrieve, check, cite, label. If the checker fails, the finding is not
 * assessed, never NOT FOUND. Throws the signal's reason when it is aborted.
 */
export function createRuleCheck({ runId, checker, meaning }: RuleCheckDependencies) {
  const steps = step('retrieve', async (task: Task, signal): Promise<Retrieved> => {
    const { rule, passageIndex } = task;
    const { searched } = task.subject;
    const evidence = await passageIndex.retrieve(rule, searched);
    const chooses = checker.choosesPassages?.({ searched, passages: passageIndex.passages }) ?? true;
    if (meaning === null || !chooses) return { ...task, evidence };
    return {
      ...task,
      evidence: await meaning.refine(evidence, rule, { sources: searched, passageIndex }, signal),
    };
  })
    .pipe(
      step('check', async (task: Retrieved, signal): Promise<Checked> => {
        const { rule, evidence, subject, passageIndex } = task;
        const question = { rule, evidence, passages: passageIndex.passages, searched: subject.searched };
        return { ...task, ...(await checker.check(question, signal)) };
      }),
    )
    .pipe(
      step('cite', (task: Checked): Cited => {
        return {
          ...task,
          verified: verifyAnswer(task.answer, task.passageIndex.passages, task.subject.searched),
        };
      }),
    )
    .pipe(step('label', (task: Cited): Finding => findingOf(runId, task)));

  return async function checkRule(task: Task, signal: AbortSignal): Promise<Finding> {
    if (isUnreadable(task.subject))
      return notAssessed(
        runId,
        task,
        { method: checker.method },
        'nothing_readable',
        unreadable(task.subject),
      );
    try {
      return await steps.invoke(task, { signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof CheckFailure)) throw error;
      return notAssessed(runId, task, error.checker ?? { method: checker.method }, error.code, error.message);
    }
  };
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
  return {
    ...opening(runId, task),
    assessed: false,
    label: null,
    outcome: 'undetermined',
    notAssessedReason,
    statement,
    values: [],
    reasons: [],
    toSettle: [],
    citations: [],
    basis: [],
    search: coverageOf(task.subject),
    checker,
    review: null,
  };
}

function opening(runId: string, { rule, subject }: Pick<Task, 'rule' | 'subject'>) {
  const { key, index, name, description } = rule;
  return {
    id: findingId(runId, key, subject.subject),
    runId,
    rule: { key, index, name, description },
    subject: subject.subject,
  };
}

function unreadable({ unread, filesTotal }: Subject): string {
  const reasons = unread.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  return `Not assessed: none of ${filesTotal} input files could be read (${reasons}).`;
}

/** A step that callbacks and traces see under its name. */
function step<In, Out>(runName: string, work: (input: In, signal: AbortSignal) => Out | Promise<Out>) {
  return RunnableLambda.from<In, Out>(async (input, config) => {
    const signal = config.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    return work(input, signal);
  }).withConfig({ runName });
}
