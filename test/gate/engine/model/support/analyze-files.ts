import {
  analyze,
  createWordsChecker,
  type Estimate,
  estimateRun,
  inMemorySourceCache,
  type Job,
  localJob,
  localPorts,
  type Ports,
} from '../../../../../engine/index.ts';
import type { AnswerCache } from '../../../../../engine/llm/answer-cache.ts';
import { openEmbedder } from '../../../../../engine/llm/embedding/embedder.ts';
import type { GivenEmbeddingSettings } from '../../../../../engine/llm/embedding/embedding-settings.ts';
import type { GivenModelSettings } from '../../../../../engine/llm/model-settings.ts';
import type { Json, Result } from '../../../../../engine/model/result.ts';
import type { Rule, Scope } from '../../../../../engine/model/rule.ts';
import type { Transcriber } from '../../../../../engine/ports.ts';
import { modelChecker } from './model-run.ts';

const sourceCache = inMemorySourceCache();

type FileRun = {
  rules: Rule[];
  /** Paths of the input files. */
  inputs: string[];
  knowledge?: string[];
  scope?: Scope;
  outputFormat?: Json;
  url: string;
  settings?: Partial<GivenModelSettings>;
  budgetTokens?: number;
  answers?: AnswerCache;
  transcriber?: Transcriber;
  /** Turns on the search by meaning, with embeddings from the same server. */
  embedding?: Partial<GivenEmbeddingSettings>;
  /** Checks without a model; only `embedding` can still use one. */
  lexical?: boolean;
  signal?: AbortSignal;
};

/** Runs a complete check of real files with a model. Texts of files are cached for all runs of a test file. */
export function analyzeFiles(run: FileRun): Promise<Result> {
  return analyze(jobOf(run), portsOf(run), optionsOf(run));
}

/** Estimates the usage of the same check without running it. */
export function estimateFiles(run: FileRun): Promise<Estimate> {
  return estimateRun(jobOf(run), portsOf(run), optionsOf(run));
}

function jobOf({ rules, inputs, knowledge = [], scope = 'together', outputFormat = null }: FileRun): Job {
  return localJob({ runId: 'run', rules, inputs, knowledge, scope, outputFormat });
}

function portsOf(run: FileRun): Ports {
  const { answers, transcriber, embedding, lexical, url } = run;
  return localPorts({
    sourceCache,
    checker: lexical ? createWordsChecker() : modelChecker({ ...run, sources: [] }),
    ...(answers && { answers }),
    ...(transcriber && { transcriber }),
    ...(embedding && {
      embedder: openEmbedder({
        model: 'test-embeddings',
        baseUrl: url,
        retryMs: 1,
        retries: 1,
        timeoutMs: 100_000,
        ...embedding,
      }),
    }),
  });
}

function optionsOf({ signal = new AbortController().signal }: FileRun) {
  return { signal, onEvent: () => {} };
}
