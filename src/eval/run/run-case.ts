import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { analyze, defaultLimits, type JobFile, keyRules, type Ports } from '../../../engine/index.ts';
import type { Result } from '../../../engine/model/result.ts';
import type { EvalCase } from '../cases/read-cases.ts';

/** One run of a case, with its duration in ms. */
export type CaseRun = { result: Result; ms: number };

/** Runs one case, in this process or in a service. Throws the signal's reason when it is aborted. */
export type RunCase = (one: EvalCase, repeat: number, signal: AbortSignal) => Promise<CaseRun>;

/** Returns a function that runs cases in this process, with the engine. */
export function inThisProcess(ports: Ports): RunCase {
  return async (one, repeat, signal) => {
    const startedAt = performance.now();
    const result = await analyze(
      {
        runId: createHash('sha256').update(`${one.id} ${repeat}`).digest('hex').slice(0, 24),
        rules: keyRules(one.rules),
        knowledge: one.knowledge.map(jobFile),
        inputs: one.documents.map(jobFile),
        scope: one.scope,
        outputFormat: null,
        limits: defaultLimits,
        earlier: [],
      },
      ports,
      { signal, onEvent: () => {} },
    );
    return { result, ms: Math.round(performance.now() - startedAt) };
  };
}

function jobFile(path: string): JobFile {
  const name = basename(path);
  return { name, ref: path, linkBase: name };
}
