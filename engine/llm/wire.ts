import { AsyncLocalStorage } from 'node:async_hooks';
import { failureOf, ModelFailure } from './model-failure.ts';

type Received = { status: number; body: string; retryAfter: string | null };
type CallUnderWay = { last: Received | null; signal: AbortSignal };

const underWay = new AsyncLocalStorage<CallUnderWay>();

/** Options for the LangChain clients that `answerOf` calls. `maxRetries` is 0 because Proviso does the retries. */
export const recorded = { maxRetries: 0, fetch: recordingFetch };

/**
 * Makes a call through a client that was opened with `recorded`. Returns what `read` makes of the body as the server sent
 * it, even if the client could not parse it. Throws `ModelFailure`, whose message is `problem` if `read` returns null, or
 * the signal's reason when it is aborted. `timeoutMs` covers the whole call.
 */
export async function answerOf<Answer>(
  call: (signal: AbortSignal) => Promise<unknown>,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  read: (body: string) => Answer | null,
  problem: string,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  const current: CallUnderWay = { last: null, signal: either };
  let fault: unknown;
  try {
    await underWay.run(current, () => call(either));
  } catch (error) {
    fault = error;
  }
  signal.throwIfAborted();
  if (current.last === null) throw connectionFailure(fault, timeout.aborted, timeoutMs);
  const { status, body, retryAfter } = current.last;
  if (status >= 400) throw failureOf(status, body, retryAfter, new Date());
  const answer = read(body);
  if (answer === null) throw new ModelFailure('server_fault', problem, { cause: fault });
  return answer;
}

/** Not every client of LangChain accepts a signal, so the signal of the call is added here. */
async function recordingFetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
  const call = underWay.getStore();
  const signals = [init?.signal, call?.signal].filter((signal) => signal !== null && signal !== undefined);
  const response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  const body = await response.text();
  if (call) call.last = { status: response.status, body, retryAfter: response.headers.get('retry-after') };
  return new Response(body, { status: response.status, headers: response.headers });
}

function connectionFailure(fault: unknown, timedOut: boolean, timeoutMs: number): ModelFailure {
  if (timedOut)
    return new ModelFailure('timed_out', `The model server did not answer within ${timeoutMs / 1_000} s.`, {
      cause: fault,
    });
  return new ModelFailure('connection_lost', `The model server could not be reached: ${causeOf(fault)}.`, {
    cause: fault,
  });
}

/** The underlying cause of an error, because the client itself says only "Connection error". */
function causeOf(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault);
  const outer = fault.message
    .replace(/\.$/, '')
    .replace(/^bad port$/, 'fetch does not connect to this port, which is on its list of blocked ports');
  return fault.cause === undefined ? outer : `${outer}, ${causeOf(fault.cause)}`;
}
