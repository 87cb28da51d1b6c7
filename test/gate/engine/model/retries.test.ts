import { describe, expect, it } from 'vitest';
import { ModelFailure, type ModelFailureCode } from '../../../../engine/llm/model-failure.ts';
import { withRetries } from '../../../../engine/llm/retries.ts';

const hourMs = 3_600_000;
const settings = { retries: 3, retryMs: 0, longestWaitMs: hourMs };

/** An attempt that fails as often as there are failures, and then succeeds. */
function attempts(...failures: ModelFailure[]) {
  let made = 0;
  const attempt = async (): Promise<string> => {
    made += 1;
    const failure = failures[made - 1];
    if (failure !== undefined) throw failure;
    return 'done';
  };
  return { attempt, made: () => made };
}

const busy = (retryAfterMs?: number, code: ModelFailureCode = 'rate_limited') =>
  new ModelFailure(code, 'busy', { retryAfterMs });
const unending = new AbortController().signal;

describe('a call that failed', () => {
  it.each([
    ['the server asks for none', { ...settings, retryMs: 1 }, [busy(), busy(), busy()]],
    ['the server asks for none at all', { ...settings, retryMs: hourMs }, [busy(0), busy(0), busy(0)]],
    ['the connection was lost', settings, [busy(undefined, 'connection_lost')]],
  ])('is repeated without a long pause if %s', async (_, given, failures) => {
    const { attempt, made } = attempts(...failures);
    expect(await withRetries(attempt, given, unending)).toBe('done');
    expect(made()).toBe(failures.length + 1);
  });

  it('is not repeated before the time that the server asks for, however short the usual pause is', async () => {
    const stop = new AbortController();
    const asked = attempts(busy(hourMs));
    const waiting = withRetries(asked.attempt, settings, stop.signal);
    // Another call with the usual pause is repeated three times meanwhile.
    const usual = attempts(busy(), busy(), busy());
    expect(await withRetries(usual.attempt, settings, unending)).toBe('done');
    expect(asked.made()).toBe(1);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(asked.made()).toBe(1);
  });

  it.each([
    ['as often as is set', [busy(), busy(), busy(), busy()], 4],
    ['not at all if the server asks for a longer time than is set', [busy(hourMs + 1)], 1],
    ['not at all if a later attempt cannot succeed', [busy(0, 'not_authorized')], 1],
  ])('is repeated %s, and then fails with the last reason', async (_, failures, calls) => {
    const { attempt, made } = attempts(...failures);
    await expect(withRetries(attempt, settings, unending)).rejects.toBe(failures.at(-1));
    expect(made()).toBe(calls);
  });
});
