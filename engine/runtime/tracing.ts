import { AsyncLocalStorage } from 'node:async_hooks';
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons';

AsyncLocalStorageProviderSingleton.initializeGlobalInstance(new AsyncLocalStorage());

/**
 * Does the work of a run without sending documents to LangSmith: environment variables for tracing, and LangSmith
 * tracers among the callbacks, have no effect. PROVISO_ALLOW_TRACING=1 allows both. Other callbacks always work.
 */
export function withTracingAsAllowed<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.env.PROVISO_ALLOW_TRACING?.trim() === '1') return work();
  // An empty configuration turns tracing off, because LangChain then finds no run tree around the work.
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, work);
}
