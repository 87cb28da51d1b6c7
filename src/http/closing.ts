import type { Response } from 'express';

/** A signal that is aborted when the client closes the connection before the response has ended. */
export function closingOf(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished) controller.abort();
  };
  // The client may have closed the connection before anybody asked for the signal.
  if (res.closed) abort();
  else res.once('close', abort);
  return controller.signal;
}
