import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorKinds } from '../../../src/domain/errors.ts';
import { addressKey } from '../../../src/http/middleware/address-key.ts';
import { rateLimit } from '../../../src/http/middleware/rate-limit.ts';
import { insuredCounter } from '../../../src/limits/insured.ts';
import type { RequestCounter } from '../../../src/limits/port.ts';

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
  const listener = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => listener.once('listening', resolve));
  close = () => listener.close();
  const address = listener.address();
  const port = typeof address === 'object' ? address?.port : 0;
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
    const listener = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => listener.once('listening', resolve));
    close = () => listener.close();
    const address = listener.address();
    const { headers } = await fetch(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`);
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
