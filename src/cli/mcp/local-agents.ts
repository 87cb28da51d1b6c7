import { closeLoading, lintRules, verifyCitations } from '../../../engine/index.ts';
import type { Finding } from '../../../engine/model/finding.ts';
import { findingCursor, findingPlace } from '../../domain/records/cursor.ts';
import type { AgentService } from '../../mcp/agent-service.ts';
import { shownOf } from '../../services/redlines/redline.ts';
import { allows } from '../../services/report/finding-filter.ts';
import { readingPorts } from '../files/reading.ts';
import { badInput } from '../terminal/ending.ts';
import { type Folders, LocalFailure, localFailure } from './folders.ts';
import { LocalRun, openSources } from './local-run.ts';
import { readRuleSet, ruleSetsIn } from './rule-sets.ts';

/** The latest runs whose findings are stored. */
const storedRuns = 20;
/** The most runs that wait or are active: their rules are in memory, and their texts are on the disk. */
const unendedRuns = 20;

/** What an agent can do with the files of this machine, and how to end it. */
export type LocalAgents = AgentService & {
  /** Cancels every run and waits until all of them have ended. */
  close(): Promise<void>;
};

/**
 * What an agent can do with the files in `folders`, without a service. Checks and verifications are made one after
 * another. The results of the latest runs are stored until the process ends.
 */
export function localAgents(folders: Folders, environment: NodeJS.ProcessEnv): LocalAgents {
  const runs = new Map<string, LocalRun>();
  let last: Promise<unknown> = Promise.resolve();
  /** The runs whose files and rules are being found. */
  let preparing = 0;

  /**
   * Does the work after all earlier work, because the readers are shared by everything in the process and are closed at
   * the end of each piece of work.
   */
  function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  function found(id: string): LocalRun {
    const run = runs.get(id);
    if (run) return run;
    throw new LocalFailure(
      'run_not_found',
      `there is no run ${id}: the latest ${storedRuns} runs of this process are stored`,
    );
  }

  function keep(run: LocalRun): void {
    runs.set(run.id, run);
    const ended = [...runs.values()].filter(({ hasEnded }) => hasEnded);
    for (const old of ended.slice(0, Math.max(0, runs.size - storedRuns))) runs.delete(old.id);
  }

  return {
    fileWords: `Paths of files or folders on this machine, relative to ${folders.words}, or absolute. Only files in these folders can be read.`,
    runWords: `The latest ${storedRuns} runs are stored until this server ends.`,
    documentWords:
      'No file is written: `proviso redline FILE --rules RULES --out NEW.docx` in a terminal writes the Word file with the changes.',
    hasProjects: false,

    async ruleSets({ search = '' }) {
      const all = await ruleSetsIn(folders);
      const wanted = search.toLowerCase();
      const items = all.filter(({ id, description }) =>
        `${id} ${description}`.toLowerCase().includes(wanted),
      );
      return { items, total: items.length, nextCursor: null };
    },

    ruleSet: (id) => readRuleSet(id, folders),

    async start(check) {
      const unended = preparing + [...runs.values()].filter(({ hasEnded }) => !hasEnded).length;
      if (unended >= unendedRuns) {
        throw new LocalFailure(
          'too_many_runs',
          `${unended} runs wait or are active, which is the maximum: wait until one has ended, or cancel one`,
        );
      }
      preparing += 1;
      const run = await LocalRun.prepare(check, folders).finally(() => {
        preparing -= 1;
      });
      keep(run);
      void inTurn(() => run.check(environment));
      return run.id;
    },

    async runs() {
      const items = [...runs.values()]
        .reverse()
        .map((run) => ({ id: run.id, name: run.name, state: run.view().state, changedAt: run.startedAt }));
      return { items, total: items.length, nextCursor: null };
    },

    run: async (id) => found(id).view(),

    cancel: async (id) => found(id).cancel(),

    async findings(id, { outcome, label, ruleKey, after, pageSize }) {
      const run = found(id);
      const matches = allows({
        ...(outcome !== undefined && { outcome }),
        ...(label !== undefined && { label }),
        ...(ruleKey !== undefined && { rule: ruleKey }),
      });
      const all = run.findings.filter(matches).toSorted(byPlace);
      if (after !== undefined && !findingCursor.pattern.test(after))
        throw badInput('after is not a nextCursor');
      const place = after === undefined ? null : findingCursor.read(after);
      const rest = place === null ? all : all.filter((finding) => compare(findingPlace(finding), place) > 0);
      const items = rest.slice(0, pageSize);
      const end = items.at(-1);
      const nextCursor =
        end && rest.length > items.length ? findingCursor.write({ runId: id, ...findingPlace(end) }) : null;
      return { items, total: all.length, nextCursor, runId: id };
    },

    async finding(run, id) {
      const finding = found(run).findings.find((one) => one.id === id);
      if (finding) return finding;
      throw new LocalFailure('finding_not_found', `run ${run} has no finding ${id}`);
    },

    async citedText(id, _place, { source, end }) {
      for await (const { text, ranges } of found(id).texts.textsOf(source.sha256))
        if (text.length >= end) return { text, start: 0, ranges };
      throw new LocalFailure('text_not_found', `the text of ${source.name} is not stored`);
    },

    redline: (id, query, signal) =>
      inTurn(async () => {
        try {
          const { findings } = await found(id).redline(query, environment, signal);
          return { document: null, findings: findings.map(shownOf) };
        } finally {
          closeLoading();
        }
      }),

    async verify(citations, sources, signal) {
      const opened = await openSources(sources, folders);
      return inTurn(async () => {
        try {
          const job = { citations, sources: opened.files };
          return await verifyCitations(job, readingPorts(environment), { signal });
        } finally {
          closeLoading();
          await opened.close();
        }
      });
    },

    lint: async (rules) => ({ problems: await lintRules(rules) }),
    failureOf: localFailure,

    async close() {
      for (const run of runs.values()) run.cancel();
      await last;
    },
  };
}

type Place = ReturnType<typeof findingPlace>;

function compare(one: Place, other: Place): number {
  return one.ruleIndex - other.ruleIndex || one.subject - other.subject;
}

function byPlace(one: Finding, other: Finding): number {
  return compare(findingPlace(one), findingPlace(other));
}
