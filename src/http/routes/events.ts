import { once } from 'node:events';
import type { Request, Response } from 'express';
import type { Caller } from '../../api/caller.ts';
import { eventOf } from '../../api/events/schemas.ts';
import { AppError, refuseInvalid } from '../../domain/errors.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { contextOf } from '../middleware/request-context.ts';

/**
 * The time between the comments that keep a stream open, in ms. Many proxies close a connection if nothing is sent for
 * a minute.
 */
const heartbeatMs = 15_000;
/** A stream ends after this time, in ms, so that it does not continue for long after its session ended. */
const longestMs = 600_000;
/** How often a stream checks whether the server is stopping, in ms. */
const stopCheckMs = 250;

type Followed = { caller: Caller; projectId: string; wantsBody: boolean };

/**
 * Streams a project's changes as server-sent events until the client disconnects, the server stops, or ten minutes
 * have passed.
 */
export function projectEvents({ services, isStopping }: Pick<HttpDependencies, 'services' | 'isStopping'>) {
  return async (req: Request, res: Response): Promise<void> => {
    const { caller, matched, wantsBody } = contextOf(req);
    if (caller === null) throw new AppError('unauthenticated', 'send an API token in the header api-token');
    const projectId = matched?.parameters.id ?? '';
    refuseInvalid(
      Object.entries(req.query).flatMap(([path, value]) => {
        if (path !== 'ticket') return [{ path, message: 'is not a query parameter' }];
        return typeof value === 'string' ? [] : [{ path, message: 'can be sent only once' }];
      }),
    );
    const close = await services.streams.open(caller.actor);
    try {
      await tell(req, res, { caller, projectId, wantsBody });
    } finally {
      await close();
    }
  };

  async function tell(
    req: Request,
    res: Response,
    { caller, projectId, wantsBody }: Followed,
  ): Promise<void> {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    const ended = AbortSignal.any([gone.signal, AbortSignal.timeout(longestMs)]);
    const after = req.get('last-event-id') ?? null;
    const tokenId = caller.via === 'token' ? caller.credentialId : null;
    const states = services.events.follow(caller.actor, projectId, { signal: ended, tokenId });
    // The first state is read before the headers are sent, so that an error can still be answered with a problem.
    const first = await states.next();
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    if (!wantsBody) {
      res.end();
      return;
    }
    res.flushHeaders();
    const heartbeat = setInterval(() => res.write(': still here\n\n'), heartbeatMs);
    const stopCheck = setInterval(() => isStopping() && gone.abort(), stopCheckMs);
    try {
      res.write('retry: 2000\n\n');
      if (!first.done && first.value.id !== after) await send(first.value.id, eventOf(first.value));
      for await (const state of states) await send(state.id, eventOf(state));
    } catch (error) {
      // If the project was deleted or the store is unavailable, the stream ends. The client gets the error when it
      // reconnects.
      if (!(error instanceof AppError)) throw error;
    } finally {
      clearInterval(heartbeat);
      clearInterval(stopCheck);
      res.end();
    }

    async function send(id: string, event: object): Promise<void> {
      if (res.write(`id: ${id}\nevent: progress\ndata: ${JSON.stringify(event)}\n\n`)) return;
      await once(res, 'drain', { signal: ended }).catch(() => undefined);
    }
  }
}
