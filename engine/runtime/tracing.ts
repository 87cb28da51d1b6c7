import { AsyncLocalStorage } from 'node:async_hooks';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';

AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());

/**
 * Does the work of a run without LangSmith, which would receive the text of documents: environment variables for
 * tracing and LangSmith tracers among the callbacks have no effect. PROVISO_ALLOW_TRACING=1 allows both. Other
 * callbacks always work.
 */
export function withTracingAsAllowed<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.env.PROVISO_ALLOW_TRACING?.trim() === '1') return work();
  // LangChain puts a run tree around the work in which tracing is turned off.
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, work);
}
