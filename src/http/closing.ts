import type { Response } from 'express';

/** A signal that is aborted when the client closes the connection before the response has ended. */
export function closingOf(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}
