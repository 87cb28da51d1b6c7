import { locatorAt } from './cite/locator-at.ts';
import { quoteText } from './cite/quote-text.ts';
import { longestQuote } from './cite/shortened.ts';
import type { Task } from './finding-of.ts';
import type { AnalysisEvent, Job } from './job.ts';
import type { Citation } from './model/citation.ts';
import type { Counted } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import type { Source } from './model/source.ts';
import { countSubjects, type Subject } from './subjects.ts';

/** Stores the findings of a run. The engine passes each finding on and does not keep it in memory. */
export type FindingKeeper = {
  /**
   * Called once for each finding. `place` is the position of the finding from 0, ordered by rule and then by subject.
   */
  keep(finding: Finding, place: number): void;
  /** All stored findings, ordered by `place`. */
  all(): Promise<readonly Finding[]>;
};

/** A task and the position of its finding (`place`), from 0, ordered by rule and then by subject. */
export type PlacedTask = Task & { place: number };

/** What the result needs to know about a finding that the keeper has stored. */
type Trace = Counted & Pick<Finding, 'checker'> & { place: number; complete: boolean };

/**
 * Passes the findings of a run to the keeper, reports each new one, and remembers what the result needs to know about
 * them.
 */
export class RunFindings {
  readonly #runId: string;
  readonly #keeper: FindingKeeper;
  readonly #onEvent: (event: AnalysisEvent) => void;
  readonly #earlier: ReadonlyMap<string, Finding>;
  readonly #total: number;
  readonly #traces: Trace[] = [];

  constructor(job: Job, keeper: FindingKeeper, onEvent: (event: AnalysisEvent) => void) {
    this.#runId = job.runId;
    this.#keeper = keeper;
    this.#onEvent = onEvent;
    this.#earlier = new Map(job.earlier.map((finding) => [finding.id, finding]));
    this.#total = countSubjects(job) * job.rules.length;
  }

  /**
   * Adds the finding of a task: that of an earlier attempt of the run, else the one that `check` returns. Throws an
   * Error if the finding is unsound.
   */
  async add(task: PlacedTask, check: () => Promise<Finding>): Promise<void> {
    const { rule, subject, place } = task;
    const known = this.#earlier.get(findingId(this.#runId, rule.key, subject.subject));
    const finding = known ?? (await check());
    assertSound(finding, subject);
    this.#keeper.keep(finding, place);
    this.#traces.push(traceOf(finding, task));
    const done = this.#traces.length;
    if (!known) this.#onEvent({ type: 'finding', finding, done, total: this.#total });
  }

  /** One trace per finding, ordered by `place`. */
  traces(): Trace[] {
    return this.#traces.toSorted((one, other) => one.place - other.place);
  }
}

/**
 * Rule and subject are taken from the task, which other traces share: the finding's own copies would need more memory
 * than the rest of the trace.
 */
function traceOf(
  { label, outcome, checker, assessed, search }: Finding,
  { rule, subject, place }: PlacedTask,
): Trace {
  const complete = assessed && search.complete;
  return { place, rule, subject: subject.subject, label, outcome, checker, complete };
}

/**
 * Verifies the promise about citations for every finding before the finding is published. A broken promise is a bug in
 * Proviso and throws a plain Error: a run with a wrong citation must fail instead of showing the citation.
 */
function assertSound(finding: Finding, subject: Subject): void {
  const sources = [...subject.authorities, ...subject.inputs];
  const shown = [
    ...finding.citations,
    ...finding.basis,
    ...finding.search.nearest.map(({ citation }) => citation),
  ];
  for (const citation of shown) assertCited(citation, sources);
  if (finding.citations.some((citation) => citation.source.role !== 'input')) {
    throw new Error(`Finding ${finding.id} cites a knowledge file as evidence`);
  }
  if ((finding.label === 'CONFIRMED' || finding.label === 'ESTIMATED') && finding.citations.length === 0) {
    throw new Error(`Finding ${finding.id} is ${finding.label} without a located quote from an input file`);
  }
}

function assertCited(citation: Citation, sources: Source[]): void {
  const { role, fileIndex, sha256 } = citation.source;
  const source = sources.find(
    (one) => one.role === role && one.fileIndex === fileIndex && one.sha256 === sha256,
  );
  if (!source)
    throw new Error(`A citation names ${citation.source.name}, which is not a source of its finding`);
  const span = { start: citation.start, end: citation.end };
  if (span.start >= span.end || quoteText(source.content, span) !== citation.quote) {
    throw new Error(`A quote is not in ${source.name} at ${span.start} to ${span.end}`);
  }
  if (citation.quote.length > longestQuote) {
    throw new Error(`A quote of ${source.name} is too long (${citation.quote.length} characters)`);
  }
  if (JSON.stringify(locatorAt(source.content, span)) !== JSON.stringify(citation.locator)) {
    throw new Error(`The locator of a quote in ${source.name} does not contain ${span.start} to ${span.end}`);
  }
}
