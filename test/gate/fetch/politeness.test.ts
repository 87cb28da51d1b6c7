import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { type FetchClock, HostTurns } from '../../../src/fetch/host-turns.ts';
import type { FetchSettings } from '../../../src/fetch/policy.ts';
import { waitUntil } from '../../support/wait.ts';
import { answer, guardedWorld, httpServer, type Listening, publicAddress } from './loopback.ts';
import { stoppedClock } from './stopped-clock.ts';

const signal = new AbortController().signal;
const asked = { user: 'u', signal };

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

async function guardBefore(
  server: Listening,
  settings: Partial<FetchSettings> = {},
  clock: FetchClock = stoppedClock(),
) {
  const names = { 'good.test': answer(publicAddress), 'other.test': answer(publicAddress) };
  const guard = await guardedWorld({ names, open: server, secret: server }, settings, clock);
  undo.push(server.close, guard.remove);
  return guard;
}

describe('the limit of requests to one host', () => {
  it('keeps concurrent requests within the policy, and sends waiting requests in order', async () => {
    const waiting: ServerResponse[] = [];
    let mostOpen = 0;
    const server = await httpServer((_request, response) => {
      waiting.push(response);
      mostOpen = Math.max(mostOpen, waiting.length);
    });
    const guard = await guardBefore(server, { hostRequests: 2 });
    const outcomes = Array.from({ length: 5 }, () => guard.outcome('http://good.test/'));
    for (let answered = 0; answered < 5; answered += 1) {
      const expected = Math.min(2, 5 - answered);
      await waitUntil(() => waiting.length === expected);
      expect(guard.lookups()).toBe(answered + expected);
      waiting.shift()?.end('hello');
    }
    expect(await Promise.all(outcomes)).toEqual(Array.from({ length: 5 }, () => 'read: hello'));
    expect(mostOpen).toBe(2);
  });

  it('does not delay requests to other hosts; the time that a request waits does not count towards its deadline', async () => {
    const retained: ServerResponse[] = [];
    const server = await httpServer((request, response) => {
      if (request.url === '/held') retained.push(response);
      else response.end('hello');
    });
    const clock = stoppedClock();
    const guard = await guardBefore(server, { hostRequests: 1, deadlineMs: 300 }, clock);
    const first = guard.outcome('http://good.test/held');
    await waitUntil(() => retained.length === 1);
    const second = guard.outcome('http://good.test/');
    expect(await guard.outcome('http://other.test/')).toBe('read: hello');
    clock.advance(300);
    expect(await first).toBe('deadline');
    expect(await second).toBe('read: hello');
  });

  it('still counts a running request if a waiting one is aborted, and keeps the order of the others', async () => {
    const turns = new HostTurns({ hostRequests: 1, hostSpacingMs: 0 });
    const order: string[] = [];
    const taken = (name: string) =>
      turns.take('a', 'u', signal).then((end) => {
        order.push(name);
        return end;
      });
    const endFirst = await taken('first');
    const second = taken('second');
    const patience = new AbortController();
    const third = turns.take('a', 'u', patience.signal);
    const fourth = taken('fourth');
    patience.abort(new Error('given up'));
    await expect(third).rejects.toThrow('given up');
    endFirst();
    endFirst();
    (await second)();
    (await fourth)();
    expect(order).toEqual(['first', 'second', 'fourth']);
  });

  it('is for each user, so that requests that never end delay none of another user', async () => {
    const turns = new HostTurns({ hostRequests: 2, hostSpacingMs: 0 });
    for (let request = 0; request < 2; request += 1) await turns.take('a', 'slow', signal);
    let hasStarted = false;
    void turns.take('a', 'slow', signal).then(() => {
      hasStarted = true;
    });
    expect(await turns.take('a', 'other', signal)).toBeTypeOf('function');
    expect(hasStarted).toBe(false);
  });

  it('lets users take turns when many requests wait for the interval', async () => {
    const waits: (() => void)[] = [];
    let time = 0;
    const clock = { now: () => time, wait: () => new Promise<void>((resolve) => waits.push(resolve)) };
    const turns = new HostTurns({ hostRequests: 9, hostSpacingMs: 20 }, clock);
    const order: string[] = [];
    const all = ['ann', 'ann', 'ann', 'ann', 'bob', 'cid', 'bob'].map((user) =>
      turns.take('a', user, signal).then(() => order.push(user)),
    );
    for (let start = 1; start < all.length; start += 1) {
      await waitUntil(() => waits.length === start);
      time += 20;
      waits.at(-1)?.();
    }
    await Promise.all(all);
    expect(order).toEqual(['ann', 'bob', 'cid', 'ann', 'bob', 'ann', 'ann']);
  });

  it('starts requests at the interval of the policy, and none of a user during the longest pause that the host asked for', async () => {
    let time = 0;
    const clock = {
      now: () => time,
      async wait(ms: number) {
        time += ms;
      },
    };
    const turns = new HostTurns({ hostRequests: 9, hostSpacingMs: 20 }, clock);
    const starts: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await turns.take('a', 'u', signal);
      starts.push(time);
    }
    turns.pause('a', 'u', 50);
    await turns.take('a', 'u', signal);
    expect([...starts, time]).toEqual([0, 20, 40, 60, 110]);

    turns.pause('a', 'u', 500);
    turns.pause('a', 'u', 30);
    turns.pause('b', 'u', 900);
    await turns.take('a', 'u', signal);
    expect(time).toBe(610);
    turns.pause('a', 'u', 40);
    turns.pause('a', 'u', 70);
    await turns.take('a', 'u', signal);
    expect(time).toBe(680);
    turns.pause('a', 'u', 5);
    await turns.take('a', 'u', signal);
    expect(time).toBe(700);
    turns.pause('a', 'u', 900);
    await turns.take('a', 'other', signal);
    expect(time).toBe(720);
  });
});

describe('a server that is too busy to answer', () => {
  const busyUntil = async (good: number, headers: Record<string, string>, status = 429) => {
    let asked = 0;
    const server = await httpServer((_request, response) => {
      asked += 1;
      if (asked < good) response.writeHead(status, headers).end('busy');
      else response.end('hello');
    });
    return { guard: await guardBefore(server), asked: () => asked };
  };

  it.each([429, 503])('is asked again at the time that it names (status %i)', async (status) => {
    const { guard, asked } = await busyUntil(3, { 'retry-after': '0' }, status);
    expect(await guard.outcome('http://good.test/')).toBe('read: hello');
    expect(asked()).toBe(3);
  });

  it.each([
    ['at most three times', { 'retry-after': '0' }, 3],
    ['only once if it wants more time than the fetch has', { 'retry-after': '61' }, 1],
    ['only once if it names no time', {}, 1],
    ['only once if it names an invalid time', { 'retry-after': 'soon' }, 1],
  ])('is asked %s', async (_what, headers, times) => {
    const { guard, asked } = await busyUntil(9, headers);
    expect(await guard.outcome('http://good.test/')).toBe('server_busy');
    expect(asked()).toBe(times);
  });
});

describe('a link that was read before', () => {
  it('is not downloaded again while its server says that the content has not changed', async () => {
    const conditions: (string | undefined)[] = [];
    const server = await httpServer((request, response) => {
      conditions.push(request.headers['if-none-match']);
      if (request.url === '/from') response.writeHead(302, { location: '/to' }).end();
      else if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
      else response.setHeader('etag', '"v1"').end('hello');
    });
    const { fetchFile } = await guardBefore(server);
    const first = await fetchFile({ ...asked, url: 'http://good.test/from' });
    await first.close();
    expect(first.validators).toEqual({ finalUrl: 'http://good.test/to', etag: '"v1"' });
    const known = first.validators ?? { finalUrl: '' };
    expect(await fetchFile({ ...asked, url: 'http://good.test/from', known })).toBeNull();
    // If a redirect leads to a new target, that target can use the same tag for different content.
    const elsewhere = await fetchFile({ ...asked, url: 'http://other.test/to', known });
    await elsewhere?.close();
    expect(elsewhere).not.toBeNull();
    expect(conditions).toEqual([undefined, undefined, undefined, '"v1"', undefined]);
  });

  it('is not read if its server answers "not changed" unexpectedly or sends only a part', async () => {
    for (const [status, code] of [
      [304, 'http_status'],
      [206, 'incomplete'],
    ] as const) {
      const server = await httpServer((_request, response) => response.writeHead(status).end());
      const guard = await guardBefore(server);
      expect(await guard.outcome('http://good.test/')).toBe(code);
    }
  });

  const date = 'Sat, 21 Nov 2026 12:00:00 GMT';
  it.each<[string, Record<string, string>, object | null]>([
    ['with its ETag as a condition', { etag: 'W/"a"' }, { etag: 'W/"a"' }],
    [
      'with its modification date as a condition if it was modified more than a minute before the response',
      { date, 'last-modified': 'Sat, 21 Nov 2026 11:58:59 GMT' },
      { lastModified: 'Sat, 21 Nov 2026 11:58:59 GMT' },
    ],
    [
      'without a condition if it was modified less than a minute before the response',
      { date, 'last-modified': 'Sat, 21 Nov 2026 11:59:30 GMT' },
      null,
    ],
    ['without a condition if its ETag is invalid', { etag: 'a"b' }, null],
    [
      'without a condition if it must not be stored',
      { etag: '"a"', 'cache-control': 'private, no-store' },
      null,
    ],
  ])('is requested again %s', async (_what, headers, expected) => {
    const server = await httpServer((_request, response) => response.writeHead(200, headers).end('hello'));
    const { fetchFile } = await guardBefore(server);
    const file = await fetchFile({ ...asked, url: 'http://good.test/' });
    await file.close();
    expect(file.validators).toEqual(expected && { finalUrl: 'http://good.test/', ...expected });
  });
});
