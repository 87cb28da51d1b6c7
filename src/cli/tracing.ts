const switches = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2'];

/**
 * Takes LangChain's tracing switches out of the environment. One that was set for something else would send the
 * user's documents to a third party; PROVISO_ALLOW_TRACING=1 says that this is wanted.
 */
export function keepDocumentsHere(env: NodeJS.ProcessEnv): void {
  if (env.PROVISO_ALLOW_TRACING === '1') return;
  for (const name of switches) delete env[name];
}
