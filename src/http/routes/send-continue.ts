import type { Request, Response } from 'express';

/**
 * Asks a client that waits with its body (`Expect: 100-continue`) to send it. Call it where a body is about to be read: a
 * request that is refused before gets its error at once, and the client never sends the body.
 */
export function sendContinue(req: Request, res: Response): void {
  if (/^100-continue$/i.test(req.headers.expect ?? '')) res.writeContinue();
}
