/** The environment variables that enable LangChain's tracing. */
const switches = ['LANGSMITH_TRACING', 'LANGSMITH_TRACING_V2', 'LANGCHAIN_TRACING', 'LANGCHAIN_TRACING_V2'];

/** The default endpoint that traces are sent to. */
const langSmith = 'https://api.smith.langchain.com';

const withheld: Record<string, string> = {};
let warned = false;

/**
 * Removes LangChain's tracing variables from an environment, because a variable that was set for another program would
 * send the text of documents to a third party. With PROVISO_ALLOW_TRACING=1 they stay, and a warning on standard error
 * says what is sent where. Every process calls this at its start, and again after it has read `.env`: if `.env` allows
 * tracing, removed variables are restored.
 */
export function settleTracing(env: NodeJS.ProcessEnv): void {
  if (env.PROVISO_ALLOW_TRACING?.trim() === '1') {
    Object.assign(env, withheld);
    warn(env);
    return;
  }
  for (const name of switches) {
    const value = env[name];
    if (value === undefined) continue;
    withheld[name] ??= value;
    delete env[name];
  }
}

function warn(env: NodeJS.ProcessEnv): void {
  const on = switches.find((name) => env[name] === 'true');
  if (on === undefined || warned) return;
  warned = true;
  const endpoints = env.LANGSMITH_RUNS_ENDPOINTS
    ? 'the endpoints that LANGSMITH_RUNS_ENDPOINTS names'
    : env.LANGSMITH_ENDPOINT || env.LANGCHAIN_ENDPOINT || langSmith;
  process.stderr.write(
    `proviso: warning: ${on} and PROVISO_ALLOW_TRACING=1 are set: the text of documents, rules and answers is sent to ${endpoints}. Unset PROVISO_ALLOW_TRACING to stop that.\n`,
  );
}
