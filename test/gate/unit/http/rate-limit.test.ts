import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorKinds } from '../../../../src/domain/errors.ts';
import { addressKey } from '../../../../src/http/middleware/address-key.ts';
import { rateLimit } from '../../../../src/http/middleware/rate-limit.ts';
import { insuredCounter } from '../../../../src/limits/insured.ts';
import type { RequestCounter } from '../../../../src/limits/port.ts';
import { listening } from '../../../support/listening.ts';

let close: (() => void) | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  close?.();
});

/** The counter of a single process, which is used because its shared counter always fails. */
function ownCounter(): RequestCounter {
  const count = () => Promise.reject(new Error('out of reach'));
  return insuredCounter({ count, close: async () => {} }, () => {});
}

/** A server with a limit of two requests per minute for each key. */
async function limited() {
  const limit = rateLimit({ name: 'default', requests: 2, windowSeconds: 60 }, ownCounter());
  const app = express();
  app.get('/:key', async (req: Request, res: Response) => {
    await limit.count(String(req.params.key), res);
    res.send('ok');
  });
  app.use((_error: unknown, _req: Request, res: Response, _next: NextFunction) => {
    res.status(errorKinds.rate_limited.status).end();
  });
  const listener = createServer(app);
  const port = await listening(listener);
  close = () => listener.close();
  return async (key: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/${key}`);
    return {
      status,
      limit: headers.get('ratelimit'),
      policy: headers.get('ratelimit-policy'),
      retry: headers.get('retry-after'),
    };
  };
}

describe('a rate limit', () => {
  it('shows the remaining requests after all calls of a batch, even if the call that was counted last ends first', async () => {
    const counted: ((used: number) => void)[] = [];
    const count = () =>
      new Promise<number>((resolve) => counted.push(resolve)).then((used) => ({ used, endsInMs: 60_000 }));
    const limit = rateLimit(
      { name: 'default', requests: 10, windowSeconds: 60 },
      { count, close: async () => {} },
    );
    const app = express();
    app.get('/', async (_req: Request, res: Response) => {
      const calls = [limit.count('a', res), limit.count('a', res)];
      counted[1]?.(2);
      await calls[1];
      counted[0]?.(1);
      await calls[0];
      res.send('ok');
    });
    const listener = createServer(app);
    const port = await listening(listener);
    close = () => listener.close();
    const { headers } = await fetch(`http://127.0.0.1:${port}/`);
    expect(headers.get('ratelimit')).toBe('"default";r=8;t=60');
  });

  it('counts down, refuses requests and says when the next one is possible, and starts again', async () => {
    const ask = await limited();
    const policy = '"default";q=2;w=60';
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=1;t=60', policy, retry: null });
    vi.setSystemTime(20_500);
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=0;t=40', policy, retry: null });
    expect(await ask('a')).toEqual({ status: 429, limit: '"default";r=0;t=40', policy, retry: '40' });
    vi.setSystemTime(60_000);
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=1;t=60', policy, retry: null });
  });

  describe('whose shared counter is asked for several requests at once', () => {
    const requests = 600;
    /** A counter that several servers share. Each answer arrives a moment later. */
    function sharedCounter() {
      let asked = 0;
      let [used, endsAt] = [0, 0];
      const counter: RequestCounter = {
        async count(_caller, windowMs, more = 1) {
          asked += 1;
          if (Date.now() >= endsAt) [used, endsAt] = [0, Date.now() + windowMs];
          used += more;
          const counted = { used, endsInMs: endsAt - Date.now() };
          await new Promise(setImmediate);
          return counted;
        },
        close: async () => {},
      };
      return { counter, asked: () => asked };
    }
    /** Sends a request. Returns the remaining requests in the header, or null if the request is refused. */
    async function left(limit: ReturnType<typeof rateLimit>): Promise<number | null> {
      const headers = new Map<string, unknown>();
      const res = { setHeader: (name: string, value: unknown) => headers.set(name, value) };
      try {
        await limit.count('a', res);
      } catch {
        return null;
      }
      return Number(/r=(\d+)/.exec(String(headers.get('RateLimit')))?.[1]);
    }
    const limitWith = (counter: RequestCounter) =>
      rateLimit({ name: 'default', requests, windowSeconds: 60 }, counter);

    it('admits exactly its requests, counts down by one, and asks at most once for three requests', async () => {
      const { counter, asked } = sharedCounter();
      const limit = limitWith(counter);
      const shown: (number | null)[] = [];
      for (let sent = 0; sent < requests + 2; sent += 1) shown.push(await left(limit));
      expect(shown).toEqual([...Array.from({ length: requests }, (_, at) => requests - 1 - at), null, null]);
      expect(asked()).toBeLessThan(requests / 3);
      vi.setSystemTime(60_000);
      expect(await left(limit)).toBe(requests - 1);
    });

    it('admits no more than its requests through several servers, and at most 16 a server fewer', async () => {
      const { counter } = sharedCounter();
      const servers = [limitWith(counter), limitWith(counter), limitWith(counter)];
      let admitted = 0;
      for (let round = 0; round < 40; round += 1) {
        const sent = servers.flatMap((server) => Array.from({ length: 10 }, () => left(server)));
        admitted += (await Promise.all(sent)).filter((one) => one !== null).length;
      }
      expect(admitted).toBeLessThanOrEqual(requests);
      expect(admitted).toBeGreaterThanOrEqual(requests - 16 * servers.length);
    });

    it('counts the bytes of long responses at once', async () => {
      const { counter } = sharedCounter();
      const limit = limitWith(counter);
      for (let sent = 0; sent < 5; sent += 1) await left(limit);
      await limit.charge('a', 100);
      expect(await left(limit)).toBe(requests - 106);
    });
  });

  it('counts each key separately', async () => {
    const ask = await limited();
    for (let i = 0; i < 3; i++) await ask('a');
    expect((await ask('a')).status).toBe(429);
    expect((await ask('b')).status).toBe(200);
  });
});

describe('the counter of a single process', () => {
  it('forgets callers whose window has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 0 });
    const counter = ownCounter();
    for (let caller = 0; caller < 1_000; caller += 1) await counter.count(String(caller), 60_000);
    expect(vi.getTimerCount()).toBe(1_000);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    expect(await counter.count('0', 60_000)).toEqual({ used: 1, endsInMs: 60_000 });
  });

  it('replaces a failing shared counter at once, with a log message, and the shared counter is tried again after a second', async () => {
    let answers = false;
    let asked = 0;
    const failures: unknown[] = [];
    const shared = {
      async count() {
        asked += 1;
        if (!answers) throw new Error('out of reach');
        return { used: 7, endsInMs: 1 };
      },
      close: async () => {},
    };
    const counter = insuredCounter(shared, (error) => failures.push(error));
    const used = async () => (await counter.count('a', 60_000)).used;
    expect([await used(), await used(), await used()]).toEqual([1, 2, 3]);
    expect([asked, failures.length]).toEqual([1, 1]);
    answers = true;
    vi.setSystemTime(999);
    expect(await used()).toBe(4);
    vi.setSystemTime(1_000);
    expect(await used()).toBe(7);
  });
});

describe('the key under which an address is counted', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    [undefined, 'unknown address'],
    ['', 'unknown address'],
    ['client-7, 192.0.2.1', 'unknown address'],
  ])('is for %s: %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
