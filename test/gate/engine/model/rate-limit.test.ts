import { describe, expect, it } from 'vitest';
import { type Rate, RateLimit } from '../../../../engine/llm/rate-limit.ts';

/** A rate limit with a simulated clock: when a caller waits, the clock jumps to the end of the wait. */
function limited(rate: Partial<Rate>) {
  let time = 0;
  const clock = {
    now: () => time,
    async wait(ms: number, signal: AbortSignal) {
      signal.throwIfAborted();
      time += ms;
    },
  };
  const limit = new RateLimit({ concurrency: 1, tokensPerMinute: undefined, ...rate }, clock);
  const sent: { at: number; tokens: number }[] = [];
  const send = (tokens: number, signal = new AbortController().signal) =>
    limit.run(tokens, signal, async () => {
      sent.push({ at: time, tokens });
    });
  return { limit, sent, send };
}

/** The largest number of tokens that were sent within one minute. */
function mostInAMinute(sent: readonly { at: number; tokens: number }[]): number {
  const from = sent.map(({ at }) => at);
  return Math.max(
    ...from.map((start) =>
      sent
        .filter(({ at }) => at >= start && at < start + 60_000)
        .reduce((sum, { tokens }) => sum + tokens, 0),
    ),
  );
}

describe('a limit of tokens per minute', () => {
  it('is never exceeded by many calls of different sizes, and no call is lost', async () => {
    const { sent, send } = limited({ tokensPerMinute: 1_000 });
    const sizes = Array.from({ length: 60 }, (_, at) => 50 + ((at * 137) % 700));
    await Promise.all(sizes.map((tokens) => send(tokens)));
    expect(sent.map(({ tokens }) => tokens)).toEqual(sizes);
    expect(mostInAMinute(sent)).toBeLessThanOrEqual(1_000);
  });

  it('delays no call that fits into the limit', async () => {
    const { sent, send } = limited({ tokensPerMinute: 1_000 });
    for (const tokens of [400, 600]) await send(tokens);
    expect(sent.map(({ at }) => at)).toEqual([0, 0]);
    await send(1);
    expect(sent.at(-1)?.at).toBe(60_000);
  });

  it('lets a call that is larger than the limit be sent alone in a minute', async () => {
    const { sent, send } = limited({ tokensPerMinute: 1_000 });
    for (const tokens of [10, 5_000, 10]) await send(tokens);
    expect(sent.map(({ at }) => at)).toEqual([0, 60_000, 120_000]);
  });

  it('does not count an aborted call, and admits the next one', async () => {
    const { sent, send } = limited({ tokensPerMinute: 1_000 });
    await send(1_000);
    await expect(send(500, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
    await send(500);
    expect(sent).toEqual([
      { at: 0, tokens: 1_000 },
      { at: 60_000, tokens: 500 },
    ]);
  });
});

it('a pause requested by the server applies to all calls', async () => {
  const { limit, sent, send } = limited({});
  limit.pause(7_000);
  await Promise.all([send(1), send(1)]);
  expect(sent.map(({ at }) => at)).toEqual([7_000, 7_000]);
});
