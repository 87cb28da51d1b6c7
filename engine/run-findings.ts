import { assertSound } from './assert-sound.ts';
import type { Task } from './check-rule.ts';
import type { AnalysisEvent, Job } from './job.ts';
import type { Counted } from './model/counts.ts';
import type { Finding } from './model/finding.ts';
import { findingId } from './model/keys.ts';
import { countSubjects } from './subjects.ts';

/** Where the findings of a run are stored: a run of many files keeps no finding in memory that is stored elsewhere. */
export type FindingKeeper = {
  /** Called once for each finding. `place` counts from 0, by rule and then by subject. */
  keep(finding: Finding, place: number): void;
  /** All stored findings, in the order of their places. */
  all(): Promise<readonly Finding[]>;
};

/** A task and the place of its finding, which counts from 0 by rule and then by subject. */
export type PlacedTask = Task & { place: number };

/** What the result needs of a finding that is stored elsewhere. */
type Trace = Counted & Pick<Finding, 'checker'> & { place: number; complete: boolean };

/** Passes the findings of a run to their keeper, reports each, and remembers what the result says of all. */
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

  /** The finding of a task: that of an earlier attempt of the run, else a new one. Throws an Error if it is unsound. */
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

  /** One a finding, in the order of their places. */
  traces(): Trace[] {
    return this.#traces.toSorted((one, other) => one.place - other.place);
  }
}

/** Rule and subject are those of the task: a copy of them for each finding would need more memory than the rest. */
function traceOf(
  { label, outcome, checker, assessed, search }: Finding,
  { rule, subject, place }: PlacedTask,
): Trace {
  const complete = assessed && search.complete;
  return { place, rule, subject: subject.subject, label, outcome, checker, complete };
}
