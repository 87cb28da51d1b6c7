import { expect } from 'vitest';
import type { Checker } from '../../../engine/index.ts';
import { openChecker } from '../../../src/compose/models.ts';
import { readModelSettings } from '../../../src/config.ts';
import { newObjectId } from '../../../src/domain/records/object-id.ts';
import { type Actor, unrestricted } from '../../../src/domain/records/owned.ts';
import type { Run } from '../../../src/domain/runs/run.ts';
import type { WorkerDependencies } from '../../../src/services/runs/run-attempt.ts';
import { type RunWorker, startRunWorker } from '../../../src/services/runs/run-worker.ts';
import { answerCacheOf } from '../../../src/sources/answer-cache.ts';
import { sourceTextsOf } from '../../../src/sources/cached-texts.ts';
import type { Store } from '../../../src/store/port.ts';
import { canonical } from '../../../tools/canonical/canonical.ts';
import type { ChatRequest } from '../../../tools/model-server/protocol.ts';
import type { Reply } from '../../../tools/model-server/replies.ts';
import { entails, ruleAnswer, ruleRequestOf } from '../../../tools/model-server/rule-request.ts';
import { allFindings } from '../findings.ts';
import { type ModelServer, startModelServer } from '../model-server/model-server.ts';
import { type ServiceUnderTest, startService, workerDependenciesOf } from '../service.ts';
import { waitUntil } from '../wait.ts';

const clause = (at: number) => `The supplier shall keep record ${at} of every delivery for ${at + 2} years`;
const clauses = Array.from({ length: 12 }, (_, at) => clause(at));

/** Five rules that the document answers, and one that it does not answer. */
export const rules = [1, 3, 5, 7, 9, 99].map((at) => ({
  name: `Record ${at}`,
  description: `${clause(at)}.`,
}));

/** The secret from which the marks in requests are derived. Workers with the same secret send the same requests. */
export const markSecret = 'a secret of the tests, long enough';

/** Maximum number of concurrent calls of a worker to the model. */
export const callsAtATime = 2;

/** A model that answers correctly: it quotes the clause that a rule is about if the passages contain that clause. */
export function honest(request: ChatRequest): Reply {
  const seen = ruleRequestOf(request);
  if (seen.purpose === 'support') return entails;
  const words = clause(Number(seen.about.split(' ')[1]));
  if (!seen.passages.some(({ text }) => text.includes(words))) return { json: ruleAnswer({}) };
  const quotes = [{ ...seen.quote(words), stance: 'supports' }];
  return { json: ruleAnswer({ quotes, answer: `${words}.`, outcome: 'satisfied' }) };
}

export type StartedRun = { user: Actor; projectId: string; runId: string };

/** A service whose runs use a model, and assertions for runs that were disturbed in any way. */
export type ModelRuns = {
  under: ServiceUnderTest;
  server: ModelServer;
  /** The settings of a worker in a process of its own. */
  environment: Record<string, string>;
  checker(): Checker;
  /** Starts a check of a document for a new user, so that nothing is cached. `file` is the name of the document. */
  startRun(file?: string): Promise<StartedRun>;
  /** Starts a worker in this process, with the given store. */
  work(store?: Store, changes?: Partial<WorkerDependencies>): RunWorker;
  runOf(startedRun: StartedRun): Promise<Run>;
  /**
   * Starts workers one after another until the run has ended and the work after its end is done. The first worker
   * uses `store`. If the run waits for a time, the clock is set to that time.
   */
  workOff(startedRun: StartedRun, store?: Store): Promise<void>;
  /** Asserts what must be true of every ended run. Returns its result as a text that is the same for equal results. */
  meaningOf(startedRun: StartedRun): Promise<string>;
  close(): Promise<void>;
};

/**
 * `timeoutSeconds` is how long a call may take before it is repeated. A test that counts calls sets a long time, because
 * a call is slow on a busy machine.
 */
export async function startModelRuns(
  chat: (request: ChatRequest) => Reply = honest,
  { timeoutSeconds = 0.4 }: { timeoutSeconds?: number } = {},
): Promise<ModelRuns> {
  const under = await startService();
  const server = await startModelServer({ chat });
  const { services, clock } = under;
  const settings = readModelSettings({ MODEL: 'test-model', OPENAI_BASE_URL: server.url });
  const checker = () =>
    openChecker(
      { ...settings, MODEL_CONCURRENCY: callsAtATime, MODEL_TIMEOUT_SECONDS: timeoutSeconds },
      markSecret,
    );

  function work(store = under.store, changes: Partial<WorkerDependencies> = {}): RunWorker {
    const parts = workerDependenciesOf(under, {
      store,
      checker: checker(),
      answersFor: (user) => answerCacheOf(user, store.sourceTexts, clock),
      sourceCacheFor: (user) => sourceTextsOf(user, store.sourceTexts, clock),
      ...changes,
    });
    return startRunWorker(parts, { concurrency: 1, idleMs: 10 });
  }

  async function runOf({ user, runId }: StartedRun): Promise<Run> {
    const run = await under.store.runs.get(user.userId, runId);
    if (run === null) throw new Error('the run must exist');
    return run;
  }

  return {
    under,
    server,
    environment: {
      ...under.environment,
      PUBLIC_URL: 'https://files.example.org',
      MODEL: 'test-model',
      OPENAI_BASE_URL: server.url,
      MODEL_CONCURRENCY: String(callsAtATime),
      SECRET: markSecret,
    },
    checker,
    work,
    runOf,

    async startRun(file = 'contract') {
      const user = unrestricted(newObjectId());
      const about = { name: 'n', description: 'd' };
      const { _id: politicsId } = await services.politics.create(user, { ...about, rules });
      const files = [{ type: 'text' as const, name: file, content: `${clauses.join('.\n')}.` }];
      const project = await services.projects.create(user, { ...about, politicsId, files });
      const { runId } = await services.projects.update(user, project._id, { status: 'deploying' });
      return { user, projectId: project._id, runId: runId ?? '' };
    },

    async workOff(startedRun, store = under.store) {
      let next = store;
      const over = async () => (await runOf(startedRun)).settled;
      for (let workers = 0; workers < 10 && !(await over()); workers += 1) {
        const { attempts } = await runOf(startedRun);
        const worker = work(next);
        next = under.store;
        const stuck = async () => {
          const run = await runOf(startedRun);
          if (run.settled) return true;
          if (run.state === 'retrying') clock.time = Date.parse(run.nextAttemptAt ?? '');
          const isReleased = run.attempts > attempts || run.state === 'completed' || run.state === 'failed';
          return isReleased && worker.active === 0 && run.state !== 'retrying';
        };
        await waitUntil(stuck, { upTo: 120_000 });
        await worker.stop();
      }
      expect(await over(), 'the run did not end').toBe(true);
      clock.time = null;
    },

    async meaningOf(startedRun) {
      const { user, projectId, runId } = startedRun;
      const view = await services.projects.view(user, projectId);
      const findings = await allFindings(services, user, { projectId, runId });
      const run = await runOf(startedRun);
      expect(view.project.status).toBe(run.state);
      expect(run).toMatchObject({ settled: true, lease: { owner: null }, findings: rules.length });
      expect(findings.map(({ rule }) => rule.index)).toEqual(rules.map((_, at) => at));
      for (const finding of findings) {
        if (!finding.assessed) expect(finding.label).toBeNull();
        else if (finding.label === 'NOT FOUND') expect(finding.search.complete).toBe(true);
        else
          expect(finding.citations.map(({ quote }) => clauses.join('.\n').includes(quote))).toContain(true);
      }
      const runs = await services.runs.list(user, { projectId, page: 1, pageSize: 10 });
      expect(runs.total).toBe(1);
      if (run.result === null) throw new Error('the run must have a result');
      return canonical({ ...run.result, runId, findings });
    },

    async close() {
      await server.close();
      await under.close();
    },
  };
}
