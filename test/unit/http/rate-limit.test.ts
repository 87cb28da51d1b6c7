import { createServer } from 'node:http';
import express, { type NextFunction, type Request, type Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { errorKinds } from '../../../src/domain/errors.ts';
import { rateLimiter } from '../../../src/http/rate-limit.ts';

let close: (() => void) | undefined;
afterEach(() => close?.());

/** A server with a limit of two requests a minute for each key, and a clock to turn. */
async function limited() {
  const clock = { now: 0 };
  const take = rateLimiter({ name: 'default', requests: 2, windowSeconds: 60 }, () => clock.now);
  const app = express();
  app.get('/:key', (req: Request, res: Response) => {
    take(String(req.params.key), res);
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
  const ask = async (key: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/${key}`);
    return {
      status,
      limit: headers.get('ratelimit'),
      policy: headers.get('ratelimit-policy'),
      retry: headers.get('retry-after'),
    };
  };
  return { clock, ask };
}

describe('a rate limit', () => {
  it('counts down, refuses, says when to try again, and starts anew', async () => {
    const { clock, ask } = await limited();
    const policy = '"default";q=2;w=60';
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=1;t=60', policy, retry: null });
    clock.now = 20_500;
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=0;t=40', policy, retry: null });
    expect(await ask('a')).toEqual({ status: 429, limit: '"default";r=0;t=40', policy, retry: '40' });
    clock.now = 60_000;
    expect(await ask('a')).toEqual({ status: 200, limit: '"default";r=1;t=60', policy, retry: null });
  });

  it('counts each key by itself', async () => {
    const { ask } = await limited();
    for (let i = 0; i < 3; i++) await ask('a');
    expect((await ask('a')).status).toBe(429);
    expect((await ask('b')).status).toBe(200);
  });
});
